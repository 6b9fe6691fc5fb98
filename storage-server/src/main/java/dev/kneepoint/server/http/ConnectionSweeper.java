package dev.kneepoint.server.http;

import java.util.Collection;
import java.util.concurrent.TimeUnit;

/** Ends connections on which nothing has moved for too long, so that lost clients do not pile up. */
final class ConnectionSweeper implements Runnable {
    private static final long PERIOD_MILLIS = 1_000;
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final Collection<HttpConnection> connections;
    private final Thread thread =
            Thread.ofPlatform().name("sweeper").daemon(true).unstarted(this);

    ConnectionSweeper(Collection<HttpConnection> connections) {
        this.connections = connections;
    }

    void start() {
        thread.start();
    }

    void stop() {
        thread.interrupt();
    }

    @Override
    public void run() {
        try {
            while (true) {
                Thread.sleep(PERIOD_MILLIS);
                long now = System.nanoTime();
                for (HttpConnection connection : connections) {
                    connection.closeIfStale(now, IDLE_NANOS, LINGER_NANOS);
                }
            }
        } catch (InterruptedException e) {
            // The server stops.
        }
    }
}
