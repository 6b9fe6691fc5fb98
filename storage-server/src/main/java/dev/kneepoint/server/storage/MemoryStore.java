package dev.kneepoint.server.storage;

import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;

/** A hash table on the heap: keeps nothing when the process ends, for studying the executor alone. */
public final class MemoryStore implements Store {
    private final ConcurrentHashMap<Key, byte[]> values = new ConcurrentHashMap<>();

    @Override
    public byte[] get(byte[] key) {
        return values.get(new Key(key));
    }

    @Override
    public void put(byte[] key, byte[] value) {
        values.put(new Key(key), value);
    }

    @Override
    public void delete(byte[] key) {
        values.remove(new Key(key));
    }

    @Override
    public void fill(Prefill prefill, Prefill.Progress progress) {
        for (long id = 0; id < prefill.keys(); id++) {
            byte[] value = new byte[prefill.valueLength(id)];
            prefill.writeValue(id, value);
            put(Prefill.key(id), value);
            progress.filled(id + 1, prefill.keys());
        }
    }

    @Override
    public void close() {
        values.clear();
    }

    // Comparable, so that keys chosen to collide cost a tree's depth and not a list's length.
    private static final class Key implements Comparable<Key> {
        private final byte[] bytes;
        private final int hash;

        Key(byte[] bytes) {
            this.bytes = bytes;
            this.hash = Arrays.hashCode(bytes);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && Arrays.equals(bytes, key.bytes);
        }

        @Override
        public int compareTo(Key other) {
            return Arrays.compareUnsigned(bytes, other.bytes);
        }
    }
}
