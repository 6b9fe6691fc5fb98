package dev.kneepoint.cli;

import dev.kneepoint.manifest.ManifestReader;
import dev.kneepoint.manifest.ManifestResult;
import dev.kneepoint.manifest.Problem;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** Reads the file that a command was given, or says all that is wrong with it. */
final class Manifests {

    private Manifests() {}

    /** @param err told what was accepted but has no effect here */
    static ManifestResult.Accepted read(Path file, PrintWriter err) {
        return switch (ManifestReader.read(file)) {
            case ManifestResult.Accepted accepted -> {
                accepted.notes().forEach(note -> err.println("note: " + note));
                err.flush();
                yield accepted;
            }
            case ManifestResult.Refused refused ->
                throw new BadInputException(
                        refused.problems().size() == 1
                                ? refused.problems().getFirst().toString()
                                : refused.problems().size() + " problems in " + file + "\n"
                                        + refused.problems().stream()
                                                .map(Problem::toString)
                                                .collect(Collectors.joining("\n")));
        };
    }
}
