package dev.kneepoint.server.executor;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The standard thread pool over one of the queues, with refusals that cost neither an exception nor a log line. */
final class PoolExecutor implements RequestExecutor {
    /** How long a selector may wait for a worker that is known to be on its way back, should the kernel keep it off the CPU. */
    private static final int HAND_OVER_PATIENCE_MILLIS = 100;

    private static final long IDLE_EXTRA_THREAD_SECONDS = 60;

    private final ThreadPoolExecutor pool;
    private final int capacity;
    private final AtomicInteger busy = new AtomicInteger();

    PoolExecutor(BlockingQueue<Runnable> queue, int capacity, int poolSize, int maxPoolSize) {
        this.capacity = capacity;
        RejectedExecutionHandler refusal = (task, pool) -> handOverOrRefuse((RequestTask) task);
        pool = new ThreadPoolExecutor(
                poolSize, maxPoolSize, IDLE_EXTRA_THREAD_SECONDS, TimeUnit.SECONDS, queue, workerThreads(), refusal);
        pool.prestartAllCoreThreads();
    }

    private static ThreadFactory workerThreads() {
        return Thread.ofPlatform().name("worker-", 1).daemon(true).factory();
    }

    @Override
    public void execute(RequestTask task) {
        task.acceptedBy(this);
        pool.execute(task);
    }

    /**
     * The queue has no place, and no thread may be added. Yet a worker may have finished its work and shown its answer
     * without having come back to the queue: then capacity is not exceeded, and the place is microseconds away.
     */
    private void handOverOrRefuse(RequestTask task) {
        try {
            for (int waited = 0; waited < HAND_OVER_PATIENCE_MILLIS && hasFreeWorker(); waited++) {
                if (pool.getQueue().offer(task, 1, TimeUnit.MILLISECONDS)) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        task.refuse();
    }

    private boolean hasFreeWorker() {
        return busy.get() < pool.getMaximumPoolSize() && !pool.isShutdown();
    }

    @Override
    public int queueDepth() {
        return pool.getQueue().size();
    }

    @Override
    public int queueCapacity() {
        return capacity;
    }

    @Override
    public int activeThreads() {
        return busy.get();
    }

    @Override
    public int poolSize() {
        return pool.getPoolSize();
    }

    @Override
    public boolean stop(Duration timeout) throws InterruptedException {
        pool.shutdown();
        return pool.awaitTermination(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void began() {
        busy.incrementAndGet();
    }

    @Override
    public void ended() {
        busy.decrementAndGet();
    }
}
