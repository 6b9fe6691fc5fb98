package dev.kneepoint.server.http;

import dev.kneepoint.server.executor.RequestExecutor;
import dev.kneepoint.server.metrics.ServerMetrics;
import dev.kneepoint.server.storage.Store;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import one.nio.net.Socket;
import one.nio.server.SelectorThread;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The public port: selectors, the acceptor and the connections. Built from one-nio's selectors and sockets rather than
 * from its Server, which knows neither a free port's number nor connections that outlive the acceptor.
 */
public final class HttpServer {
    private static final Logger log = LoggerFactory.getLogger(HttpServer.class);
    private static final long DRAIN_POLL_NANOS = 1_000_000;

    /**
     * @param selectors threads that read and parse, 1 or more
     * @param maxBodyBytes the largest body that is accepted
     * @param deadline the longest time a request may wait for a thread
     */
    public record Limits(int selectors, int maxBodyBytes, Duration deadline) {}

    private final int maxBodyBytes;
    private final Router router;
    private final EntityService entities;
    private final HttpMetrics metrics;
    private final SelectorThread[] selectors;
    private final Acceptor acceptor;
    private final ConnectionSweeper sweeper;
    private final Set<HttpConnection> connections = ConcurrentHashMap.newKeySet();
    private volatile ServingState state = ServingState.STARTING;

    /**
     * Binds the address; nothing is accepted before {@link #start}.
     *
     * @throws IOException when the address cannot be bound
     */
    public HttpServer(
            InetSocketAddress address, Limits limits, RequestExecutor executor, Store store, ServerMetrics metrics)
            throws IOException {
        this.maxBodyBytes = limits.maxBodyBytes();
        this.router = new Router(this, executor);
        this.entities = new EntityService(store, limits.deadline(), metrics);
        this.metrics = new HttpMetrics(metrics);
        metrics.gauge("kneepoint_http_connections", "Open client connections.", connections::size);
        selectors = new SelectorThread[limits.selectors()];
        for (int i = 0; i < selectors.length; i++) {
            selectors[i] = new SelectorThread(i, -1, null, "selector-" + (i + 1));
            selectors[i].setUncaughtExceptionHandler(HttpServer::selectorDied);
        }
        acceptor = new Acceptor(address, this::adopt);
        sweeper = new ConnectionSweeper(connections);
    }

    /** Whether one-nio runs on its own epoll code; else it runs on the JDK's selectors. */
    public static boolean usesNativeSelectors() {
        return Socket.USE_NATIVE_SOCKET;
    }

    public InetSocketAddress address() {
        return acceptor.address();
    }

    /** Begins to accept connections; entities are refused until {@link #serve}. */
    public void start() {
        for (SelectorThread selector : selectors) {
            selector.start();
        }
        acceptor.start();
        sweeper.start();
    }

    public void serve() {
        state = ServingState.SERVING;
    }

    public ServingState state() {
        return state;
    }

    /** Closes the port and takes no more requests; returns whether all that were accepted got their answers in time. */
    public boolean drain(Duration timeout) {
        long end = System.nanoTime() + timeout.toNanos();
        state = ServingState.DRAINING;
        acceptor.stop();
        connections.forEach(HttpConnection::kick);
        while (!connections.isEmpty() && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(DRAIN_POLL_NANOS);
        }
        return connections.stream().allMatch(HttpConnection::isAnswered);
    }

    /** Closes whatever is left. */
    public void stop() {
        sweeper.stop();
        for (SelectorThread selector : selectors) {
            selector.shutdown();
        }
        connections.forEach(HttpConnection::close);
    }

    private void adopt(Socket socket) {
        // Answers are written whole, and must not wait for the acknowledgement of the one before.
        socket.setNoDelay(true);
        HttpConnection connection = new HttpConnection(socket, this);
        connections.add(connection);
        SelectorThread least = selectors[0];
        for (SelectorThread selector : selectors) {
            least = selector.selector.size() < least.selector.size() ? selector : least;
        }
        least.selector.register(connection);
        if (state == ServingState.DRAINING) {
            connection.kick();
        }
    }

    private static void selectorDied(Thread selector, Throwable e) {
        // Its connections would hang for ever while the process looks alive; a restart is the better outage.
        log.error("{} died, so the server ends", selector.getName(), e);
        Runtime.getRuntime().halt(70);
    }

    int maxBodyBytes() {
        return maxBodyBytes;
    }

    Router router() {
        return router;
    }

    EntityService entities() {
        return entities;
    }

    HttpMetrics metrics() {
        return metrics;
    }

    void forget(HttpConnection connection) {
        connections.remove(connection);
    }
}
