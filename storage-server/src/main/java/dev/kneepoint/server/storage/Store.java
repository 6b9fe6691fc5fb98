package dev.kneepoint.server.storage;

/** A map from keys to values, safe for any number of threads. Arrays handed in or out are not copied and not changed. */
public interface Store extends AutoCloseable {
    /**
     * Returns the value of a key, or null when there is none.
     *
     * @throws StoreException when the engine could not read
     */
    byte[] get(byte[] key) throws StoreException;

    /**
     * Sets the value of a key. When this returns, the write survives whatever the engine promises to survive.
     *
     * @throws StoreException when the engine refused; then the earlier value stands
     */
    void put(byte[] key, byte[] value) throws StoreException;

    /**
     * Forgets a key, which need not exist.
     *
     * @throws StoreException when the engine refused; then the earlier value stands
     */
    void delete(byte[] key) throws StoreException;

    /**
     * Fills the store in bulk; what is there already may be overwritten. Not atomic, and not meant to run beside writes.
     *
     * @throws StoreException when the engine refused, for instance for want of space
     */
    void fill(Prefill prefill, Prefill.Progress progress) throws StoreException;

    /** Releases everything; acknowledged writes are kept by engines that keep any. */
    @Override
    void close();
}
