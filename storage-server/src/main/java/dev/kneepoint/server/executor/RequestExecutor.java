package dev.kneepoint.server.executor;

import java.time.Duration;

/** Runs requests that a selector has parsed, or refuses them when its capacity is exceeded. */
public sealed interface RequestExecutor permits SelectorExecutor, PoolExecutor, VirtualThreadExecutor {
    /**
     * Takes the task or refuses it; never throws for a full queue. Every task given gets exactly one of
     * {@link RequestTask#answer()} and {@link RequestTask#refuse()}.
     */
    void execute(RequestTask task);

    /** Requests that wait for a thread right now. */
    int queueDepth();

    /** Requests that may wait for a thread; for {@code virtual}, requests that may be in flight; 0 where there is no queue. */
    int queueCapacity();

    /** Threads that are handling a request right now. */
    int activeThreads();

    /** Threads that exist for handling requests right now; 0 where the executor owns none. */
    int poolSize();

    /** Starts nothing new, lets accepted tasks finish, and returns whether they all did in time. */
    boolean stop(Duration timeout) throws InterruptedException;

    /** A task is about to run on the calling thread. */
    void began();

    /** That task's work is done, its answer not yet shown. */
    void ended();

    /**
     * The executor of a queue type.
     *
     * @param poolSize threads that are always there, 1 or more; ignored by {@code none} and {@code virtual}
     * @param maxPoolSize threads there may be while the queue is full, at least {@code poolSize}; ignored likewise
     * @param queueCapacity see {@link QueueType}
     */
    static RequestExecutor of(QueueType type, int poolSize, int maxPoolSize, int queueCapacity) {
        return switch (type) {
            case none -> new SelectorExecutor();
            case virtual -> new VirtualThreadExecutor(queueCapacity);
            case array, linked, synchronous, lifo, lockFree ->
                new PoolExecutor(type.newQueue(queueCapacity), type.boundedBy(queueCapacity), poolSize, maxPoolSize);
        };
    }
}
