package dev.kneepoint.server.executor;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/** Handles each request on the selector thread that parsed it. */
final class SelectorExecutor implements RequestExecutor {
    // Selectors never read this, so they must not contend for it either.
    private final LongAdder active = new LongAdder();

    @Override
    public void execute(RequestTask task) {
        task.acceptedBy(this);
        task.run();
    }

    @Override
    public int queueDepth() {
        return 0;
    }

    @Override
    public int queueCapacity() {
        return 0;
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
        return true;
    }

    @Override
    public void began() {
        active.increment();
    }

    @Override
    public void ended() {
        active.decrement();
    }
}
