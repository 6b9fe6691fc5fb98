package dev.kneepoint.server.storage;

import org.rocksdb.RocksDB;

/** Loads RocksDB's native code once. */
final class RocksLibrary {
    private RocksLibrary() {}

    static void load() {
        RocksDB.loadLibrary();
    }
}
