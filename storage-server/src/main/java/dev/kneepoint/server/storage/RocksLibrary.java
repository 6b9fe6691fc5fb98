package dev.kneepoint.server.storage;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;

/**
 * Loads RocksDB's native code once: from {@code lib/native} beside the jar where the build has put it, else by RocksDB's
 * own way, which copies it to the temporary directory at each start and leaves it there when the process is killed.
 */
final class RocksLibrary {
    private RocksLibrary() {}

    static void load() {
        Path directory = directory();
        if (directory != null
                && Files.isRegularFile(directory.resolve(Environment.getJniLibraryFileName("rocksdbjni")))) {
            RocksDB.loadLibrary(List.of(directory.toString()));
        } else {
            RocksDB.loadLibrary();
        }
    }

    private static Path directory() {
        try {
            Path code = Path.of(RocksLibrary.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return code.resolveSibling("lib").resolve("native");
        } catch (URISyntaxException | SecurityException e) {
            return null;
        }
    }
}
