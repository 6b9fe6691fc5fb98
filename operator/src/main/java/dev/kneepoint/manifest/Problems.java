package dev.kneepoint.manifest;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Collects what is wrong, knows where each field stands, and which parts of the manifest are still to be trusted. */
final class Problems {

    private final Map<String, Integer> lines = new HashMap<>();
    private final List<Problem> found = new ArrayList<>();

    /** @param line from 1 */
    void locate(String path, int line) {
        lines.putIfAbsent(path, line);
    }

    /** At the field's line, or that of the nearest parent that stands in the file. */
    void add(String path, String found, String allowed) {
        add(path, line(path), found, allowed);
    }

    void add(String path, OptionalInt line, String found, String allowed) {
        this.found.add(new Problem(path, line, found, allowed));
    }

    /** Whether nothing is wrong with these fields, what is in them and what they are in. */
    boolean intact(String... paths) {
        for (String path : paths) {
            for (Problem problem : found) {
                if (within(path, problem.path()) || within(problem.path(), path)) {
                    return false;
                }
            }
        }
        return true;
    }

    boolean none() {
        return found.isEmpty();
    }

    /** In the order of the file. */
    List<Problem> sorted() {
        return found.stream()
                .sorted(Comparator.comparingInt(problem -> problem.line().orElse(0)))
                .toList();
    }

    private static boolean within(String path, String parent) {
        return path.startsWith(parent)
                && (path.length() == parent.length()
                        || path.charAt(parent.length()) == '.'
                        || path.charAt(parent.length()) == '[');
    }

    private OptionalInt line(String path) {
        String at = path;
        while (!at.isEmpty()) {
            Integer line = lines.get(at);
            if (line != null) {
                return OptionalInt.of(line);
            }
            at = at.substring(0, Math.max(0, Math.max(at.lastIndexOf('.'), at.lastIndexOf('['))));
        }
        return OptionalInt.empty();
    }
}
