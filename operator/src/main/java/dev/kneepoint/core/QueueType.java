package dev.kneepoint.core;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * How a request gets from the selector thread to the thread that handles it: the storage server's executors, by the
 * names that manifests and {@code KNEEPOINT_QUEUE_TYPE} use.
 */
public enum QueueType {
    /** Handled on the selector thread itself: neither pool nor queue. */
    @JsonProperty("none")
    NONE("none", false, false),
    /** A pool behind an {@code ArrayBlockingQueue}. */
    @JsonProperty("array")
    ARRAY("array", true, true),
    /** A pool behind a {@code LinkedBlockingQueue}. */
    @JsonProperty("linked")
    LINKED("linked", true, true),
    /** A pool behind a {@code SynchronousQueue}: refused when every thread is busy. */
    @JsonProperty("synchronous")
    SYNCHRONOUS("synchronous", true, false),
    /** A pool behind a bounded stack: the newest request first. */
    @JsonProperty("lifo")
    LIFO("lifo", true, true),
    /** A pool behind a bounded non-blocking queue. */
    @JsonProperty("lockFree")
    LOCK_FREE("lockFree", true, true),
    /** A virtual thread per request; the capacity bounds the requests in flight. */
    @JsonProperty("virtual")
    VIRTUAL("virtual", false, true);

    private final String label;
    private final boolean hasPool;
    private final boolean hasCapacity;

    QueueType(String label, boolean hasPool, boolean hasCapacity) {
        this.label = label;
        this.hasPool = hasPool;
        this.hasCapacity = hasCapacity;
    }

    /** The name in manifests and settings, such as {@code lockFree}. */
    public String label() {
        return label;
    }

    /** Whether a pool size means anything to this type. */
    public boolean hasPool() {
        return hasPool;
    }

    /** Whether a queue capacity means anything to this type. */
    public boolean hasCapacity() {
        return hasCapacity;
    }
}
