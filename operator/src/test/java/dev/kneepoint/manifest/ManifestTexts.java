package dev.kneepoint.manifest;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Reads manifests that tests have at hand as text. */
final class ManifestTexts {

    private ManifestTexts() {}

    static ManifestResult read(String yaml) {
        try {
            return ManifestReader.read(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)), "text");
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
