package dev.kneepoint.manifest;

import java.util.OptionalInt;

/**
 * One thing that is wrong with a manifest.
 *
 * @param path of the field, such as {@code spec.workload.mix}; the file's name where the file as a whole is wrong
 * @param line in the file, from 1; empty where there is no file, or no place in it
 * @param found what stands there
 * @param allowed what may stand there
 */
public record Problem(String path, OptionalInt line, String found, String allowed) {

    /** One line, such as {@code spec.workload.keys: found 0; allowed: a whole number from 1 to 10 (line 7)}. */
    @Override
    public String toString() {
        String where = line.isPresent() ? " (line " + line.getAsInt() + ")" : "";
        return path + ": found " + found + "; allowed: " + allowed + where;
    }
}
