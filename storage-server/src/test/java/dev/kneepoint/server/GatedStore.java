package dev.kneepoint.server;

import dev.kneepoint.server.storage.MemoryStore;
import dev.kneepoint.server.storage.Prefill;
import dev.kneepoint.server.storage.Store;
import dev.kneepoint.server.storage.StoreException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/** A store whose reads of keys that begin with "held" stay inside until the gate is opened. */
public final class GatedStore implements Store {
    private final MemoryStore store = new MemoryStore();
    private final AtomicInteger held = new AtomicInteger();
    private volatile boolean open;
    private volatile boolean closed;

    public int held() {
        return held.get();
    }

    public void open() {
        open = true;
    }

    public boolean isClosed() {
        return closed;
    }

    @Override
    public byte[] get(byte[] key) {
        if (new String(key, StandardCharsets.UTF_8).startsWith("held")) {
            held.incrementAndGet();
            // Spins, so that a virtual thread keeps its carrier as a platform thread keeps its worker.
            while (!open) {
                Thread.onSpinWait();
            }
            held.decrementAndGet();
            return ("value of " + new String(key, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
        }
        return store.get(key);
    }

    @Override
    public void put(byte[] key, byte[] value) {
        store.put(key, value);
    }

    @Override
    public void delete(byte[] key) {
        store.delete(key);
    }

    @Override
    public void fill(Prefill prefill, Prefill.Progress progress) throws StoreException {
        store.fill(prefill, progress);
    }

    @Override
    public void close() {
        closed = true;
        store.close();
    }
}
