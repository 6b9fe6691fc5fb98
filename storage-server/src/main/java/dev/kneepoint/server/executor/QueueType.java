package dev.kneepoint.server.executor;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;

/**
 * What stands between selectors and workers; the names are those of the settings. With P workers all busy and C requests
 * waiting, C being the capacity, the next request is refused.
 */
public enum QueueType {
    /** Handled on the selector thread itself. Never refuses; the capacity and the pool's size are ignored. */
    none,
    /** One array, one lock, first in first out. C requests wait. Allocated in full at the start. */
    array,
    /** A linked list with a lock at each end, first in first out. C requests wait. */
    linked,
    /** A hand-over without any waiting: refused when all workers are busy. The capacity is ignored. */
    synchronous,
    /** A stack: the newest waiting request goes first, so that under overload some answers are still young. C requests wait. */
    lifo,
    /** A ring of slots claimed by compare-and-set, first in first out; workers park when it is empty. C requests wait. */
    lockFree,
    /** A virtual thread for each request. C requests are in flight, waiting or not; the pool's size is ignored. */
    virtual;

    /** An array's slots are allocated at the start, so these types cannot take "unbounded" for a capacity. */
    public static final int MAX_PREALLOCATED_CAPACITY = 1 << 24;

    public boolean isPreallocated() {
        return this == array || this == lockFree;
    }

    int boundedBy(int capacity) {
        return this == synchronous || this == none ? 0 : capacity;
    }

    BlockingQueue<Runnable> newQueue(int capacity) {
        return switch (this) {
            case array -> new ArrayBlockingQueue<>(capacity);
            case linked -> new LinkedBlockingQueue<>(capacity);
            case synchronous -> new SynchronousQueue<>();
            case lifo -> new LifoQueue(capacity);
            case lockFree -> new LockFreeQueue(capacity);
            case none, virtual -> throw new IllegalArgumentException(this + " has no queue");
        };
    }
}
