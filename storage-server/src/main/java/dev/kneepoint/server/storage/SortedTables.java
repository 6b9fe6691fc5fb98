package dev.kneepoint.server.storage;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.EnvOptions;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;

/** RocksDB's bulk path: whole table files, written in key order beside the database and then moved into it. */
final class SortedTables {
    private static final long TABLE_BYTES = 64L << 20;

    private final Options options;
    private final Path directory;

    SortedTables(Options options, Path directory) {
        this.options = options;
        this.directory = directory;
    }

    /** Writes the prefill into as many files as it takes and returns their paths, in key order. */
    List<String> write(Prefill prefill, Prefill.Progress progress) throws RocksDBException, StoreException {
        List<String> tables = new ArrayList<>();
        try {
            removeLeftovers(directory);
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new StoreException("the prefill's directory cannot be made: " + e.getMessage(), e);
        }
        long id = 0;
        long done = 0;
        byte[] value = new byte[prefill.minValueBytes()];
        while (done < prefill.keys()) {
            String table = directory.resolve(tables.size() + ".sst").toString();
            try (EnvOptions env = new EnvOptions();
                    SstFileWriter writer = new SstFileWriter(env, options)) {
                writer.open(table);
                for (long bytes = 0; bytes < TABLE_BYTES && done < prefill.keys(); id = prefill.successor(id)) {
                    int length = prefill.valueLength(id);
                    if (value.length != length) {
                        value = new byte[length];
                    }
                    prefill.writeValue(id, value);
                    writer.put(Prefill.key(id), value);
                    bytes += length;
                    progress.filled(++done, prefill.keys());
                    if (done == prefill.keys()) {
                        break;
                    }
                }
                writer.finish();
            }
            tables.add(table);
        }
        return tables;
    }

    static void ingest(RocksDB db, List<String> tables) throws RocksDBException {
        if (tables.isEmpty()) {
            return;
        }
        try (IngestExternalFileOptions move = new IngestExternalFileOptions().setMoveFiles(true)) {
            db.ingestExternalFile(tables, move);
        }
    }

    /** What a fill that was killed, or that failed, has left behind. */
    static void removeLeftovers(Path directory) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                Files.delete(file);
            }
            Files.delete(directory);
        } catch (IOException e) {
            // Not there, or not removable: the next fill writes over it.
        }
    }
}
