package dev.kneepoint.server.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The file that says with what a data directory has been prefilled, so that a restart need not do it again. */
final class PrefillMarker {
    private final Path file;

    PrefillMarker(Path directory) {
        this.file = directory.resolve("prefilled");
    }

    boolean names(Prefill prefill) {
        try {
            return Files.readString(file).equals(text(prefill));
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException e) {
            // Unreadable is as good as absent: filling again is right, if slower.
            return false;
        }
    }

    void write(Prefill prefill) throws StoreException {
        try {
            Files.writeString(file, text(prefill));
        } catch (IOException e) {
            throw new StoreException("the prefill's marker " + file + " cannot be written: " + e.getMessage(), e);
        }
    }

    void remove() throws StoreException {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new StoreException("the prefill's marker " + file + " cannot be removed: " + e.getMessage(), e);
        }
    }

    private static String text(Prefill prefill) {
        return "keys=%d%nmin-value-bytes=%d%nmax-value-bytes=%d%nseed=%d%n"
                .formatted(prefill.keys(), prefill.minValueBytes(), prefill.maxValueBytes(), prefill.seed());
    }
}
