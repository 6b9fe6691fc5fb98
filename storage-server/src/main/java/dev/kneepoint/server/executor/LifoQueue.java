package dev.kneepoint.server.executor;

import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;

/** A bounded stack: what came last is taken first. */
final class LifoQueue extends LinkedBlockingDeque<Runnable> {
    private static final long serialVersionUID = 1;

    LifoQueue(int capacity) {
        super(capacity);
    }

    // A thread pool only ever adds with these two, and takes from the front: adding to the front makes it a stack.

    @Override
    public boolean offer(Runnable task) {
        return offerFirst(task);
    }

    @Override
    public boolean offer(Runnable task, long timeout, TimeUnit unit) throws InterruptedException {
        return offerFirst(task, timeout, unit);
    }
}
