package dev.kneepoint.server.executor;

/**
 * One accepted request on its way through an executor.
 *
 * <p>The work is in two halves because of when a worker counts as free. A client may send its next request the instant
 * it has read an answer, so the worker has to be counted as free before {@link #answer()} shows the answer to it;
 * otherwise a pool with idle capacity would refuse that next request now and then.
 */
public abstract class RequestTask implements Runnable {
    private RequestExecutor executor;

    /** The work itself: everything but telling the client. Must not throw. */
    protected abstract void perform();

    /** Hands the answer that {@link #perform()} left behind to the client. Must not block and must not throw. */
    protected abstract void answer();

    /** Tells the client that no thread and no place in the queue was left. Called on the submitting thread. */
    protected abstract void refuse();

    final void acceptedBy(RequestExecutor executor) {
        this.executor = executor;
    }

    @Override
    public final void run() {
        RequestExecutor executor = this.executor;
        executor.began();
        try {
            perform();
        } finally {
            executor.ended();
        }
        answer();
    }
}
