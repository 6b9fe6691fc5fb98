package dev.kneepoint.server.executor;

import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** A virtual thread for each request, and a bound on how many requests are in flight. */
final class VirtualThreadExecutor implements RequestExecutor {
    private static final long STOP_POLL_NANOS = 1_000_000;

    private final int capacity;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final LongAdder active = new LongAdder();
    // The factory alone: an ExecutorService over virtual threads would keep a concurrent set of all of them.
    private final ThreadFactory threads = Thread.ofVirtual().name("request").factory();

    VirtualThreadExecutor(int capacity) {
        this.capacity = capacity;
    }

    @Override
    public void execute(RequestTask task) {
        if (!acquirePlace()) {
            task.refuse();
            return;
        }
        task.acceptedBy(this);
        threads.newThread(task).start();
    }

    private boolean acquirePlace() {
        for (int seen = inFlight.get(); seen < capacity; seen = inFlight.get()) {
            if (inFlight.compareAndSet(seen, seen + 1)) {
                return true;
            }
        }
        return false;
    }

    /** Requests whose virtual thread has not begun to run. */
    @Override
    public int queueDepth() {
        return Math.max(0, inFlight.get() - active.intValue());
    }

    @Override
    public int queueCapacity() {
        return capacity;
    }

    @Override
    public int activeThreads() {
        return active.intValue();
    }

    @Override
    public int poolSize() {
        return 0;
    }

    @Override
    public boolean stop(Duration timeout) {
        long end = System.nanoTime() + timeout.toNanos();
        while (inFlight.get() > 0 && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(STOP_POLL_NANOS);
        }
        return inFlight.get() == 0;
    }

    @Override
    public void began() {
        active.increment();
    }

    @Override
    public void ended() {
        active.decrement();
        inFlight.decrementAndGet();
    }
}
