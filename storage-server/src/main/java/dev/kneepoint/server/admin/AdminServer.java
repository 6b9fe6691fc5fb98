package dev.kneepoint.server.admin;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.prometheus.metrics.exporter.httpserver.MetricsHandler;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** {@code /metrics}, {@code /livez}, {@code /readyz} and {@code /profile}. */
public final class AdminServer {
    private static final int BACKLOG = 64;
    // Platform threads, because the virtual ones share their carriers with the requests of a saturated server.
    private static final int MAX_THREADS = 8;

    private final HttpServer server;
    private final ExecutorService threads = new ThreadPoolExecutor(
            0,
            MAX_THREADS,
            10,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            Thread.ofPlatform().name("admin-", 1).daemon(true).factory(),
            new ThreadPoolExecutor.CallerRunsPolicy());

    /**
     * Binds the address; nothing is answered before {@link #start}.
     *
     * @throws IOException when the address cannot be bound
     */
    public AdminServer(InetSocketAddress address, PrometheusRegistry registry, BooleanSupplier ready)
            throws IOException {
        server = HttpServer.create(address, BACKLOG);
        server.setExecutor(threads);
        server.createContext("/", exchange -> answer(exchange, 404, "see /metrics, /livez, /readyz and /profile"));
        server.createContext("/metrics", exact("/metrics", new MetricsHandler(registry)));
        server.createContext("/livez", exact("/livez", exchange -> answer(exchange, 200, "ok")));
        server.createContext("/readyz", exact("/readyz", exchange -> answerReadiness(exchange, ready)));
        server.createContext("/profile", exact("/profile", new ProfileHandler()));
    }

    public InetSocketAddress address() {
        return server.getAddress();
    }

    public void start() {
        server.start();
    }

    public void stop() {
        server.stop(0);
        threads.shutdownNow();
    }

    // The JDK's server matches by prefix, and only reads are meant here.
    private static HttpHandler exact(String path, HttpHandler handler) {
        return exchange -> {
            if (!exchange.getRequestURI().getPath().equals(path)) {
                answer(exchange, 404, "see /metrics, /livez, /readyz and /profile");
            } else if (!exchange.getRequestMethod().equals("GET")
                    && !exchange.getRequestMethod().equals("HEAD")) {
                exchange.getResponseHeaders().set("Allow", "GET, HEAD");
                answer(exchange, 405, "use GET");
            } else {
                handler.handle(exchange);
            }
        };
    }

    private static void answerReadiness(HttpExchange exchange, BooleanSupplier ready) throws IOException {
        if (ready.getAsBoolean()) {
            answer(exchange, 200, "ready");
        } else {
            answer(exchange, 503, "not ready");
        }
    }

    static void answer(HttpExchange exchange, int status, String sentence) throws IOException {
        send(exchange, status, "text/plain; charset=utf-8", (sentence + "\n").getBytes(StandardCharsets.UTF_8));
    }

    static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        try (exchange) {
            boolean head = exchange.getRequestMethod().equals("HEAD");
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(status, head ? -1 : body.length);
            if (!head) {
                exchange.getResponseBody().write(body);
            }
        }
    }
}
