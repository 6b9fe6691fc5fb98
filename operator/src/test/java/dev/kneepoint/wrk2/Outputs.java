package dev.kneepoint.wrk2;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Saved outputs on the class path. */
final class Outputs {

    private Outputs() {}

    static String text(String name) {
        try (InputStream in = Outputs.class.getResourceAsStream("/wrk2/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<LoadReport> reports(String name) throws UnreadableLoadReportException {
        return LoadReportReader.read(name, text(name));
    }
}
