package dev.kneepoint.server;

import dev.kneepoint.server.admin.AdminServer;
import dev.kneepoint.server.executor.RequestExecutor;
import dev.kneepoint.server.http.HttpServer;
import dev.kneepoint.server.http.ServingState;
import dev.kneepoint.server.metrics.ServerMetrics;
import dev.kneepoint.server.settings.ServerSettings;
import dev.kneepoint.server.settings.ServerSettings.Engine;
import dev.kneepoint.server.settings.ServerSettings.WriteAheadLog;
import dev.kneepoint.server.settings.SettingsReader;
import dev.kneepoint.server.storage.MemoryStore;
import dev.kneepoint.server.storage.RocksStore;
import dev.kneepoint.server.storage.Store;
import dev.kneepoint.server.storage.StoreException;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;

/** The process: settings, start, prefill, ready, and the stop that answers what has been accepted. */
public final class StorageServer implements AutoCloseable {
    private static final int EXIT_STOPPED = 0;
    private static final int EXIT_FAILED = 1;

    private final ServerSettings settings;
    private final Store store;
    private final RequestExecutor executor;
    private final HttpServer http;
    private final AdminServer admin;

    public static void main(String[] arguments) {
        SettingsReader reader = new SettingsReader(
                System.getenv(), new PrintWriter(System.out, true), new PrintWriter(System.err, true));
        Optional<ServerSettings> settings = reader.read(arguments);
        if (settings.isEmpty()) {
            System.exit(reader.exitCode().orElseThrow());
        }
        try {
            // Not closed here: the process ends by a signal, and the hook closes it.
            StorageServer server = new StorageServer(settings.get());
            server.serve();
            // Only now: a signal during the prefill just ends the process, and the next start fills again.
            stopOnSignal(server);
            System.out.println(server.readyLine());
            System.out.flush();
        } catch (StartFailure | StoreException e) {
            System.err.println("storage-server: " + e.getMessage());
            System.exit(EXIT_FAILED);
        }
    }

    /**
     * Opens the store and both ports; the public one refuses entities until {@link #serve}.
     *
     * @throws StartFailure when an address cannot be bound
     * @throws StoreException when the data directory cannot be used
     */
    public StorageServer(ServerSettings settings) throws StartFailure, StoreException {
        this(settings, open(settings.storage()));
    }

    /** With a store of the caller's, which is closed with the server. */
    @SuppressWarnings("this-escape")
    public StorageServer(ServerSettings settings, Store store) throws StartFailure {
        this.settings = settings;
        this.store = store;
        ServerSettings.Execution execution = settings.execution();
        executor = RequestExecutor.of(
                execution.queueType(), execution.poolSize(), execution.maxPoolSize(), execution.queueCapacity());
        ServerMetrics metrics = new ServerMetrics();
        publish(executor, metrics);
        HttpServer.Limits limits =
                new HttpServer.Limits(execution.selectors(), execution.maxBodyBytes(), execution.deadline());
        InetSocketAddress publicAddress = StartFailure.resolved(settings.host(), settings.port());
        InetSocketAddress adminAddress = StartFailure.resolved(settings.host(), settings.adminPort());
        HttpServer bound = null;
        try {
            bound = new HttpServer(publicAddress, limits, executor, store, metrics);
            admin = new AdminServer(adminAddress, metrics.registry(), this::isReady);
        } catch (IOException e) {
            store.close();
            throw bound == null
                    ? StartFailure.notBound("--port", publicAddress, e)
                    : StartFailure.notBound("--admin-port", adminAddress, e);
        }
        http = bound;
        http.start();
        admin.start();
    }

    private static Store open(ServerSettings.Storage storage) throws StoreException {
        return storage.engine() == Engine.memory
                ? new MemoryStore()
                : new RocksStore(
                        storage.dataDirectory(),
                        storage.writeAheadLog() == WriteAheadLog.sync,
                        storage.blockCacheBytes(),
                        storage.writeBufferBytes());
    }

    private static void publish(RequestExecutor executor, ServerMetrics metrics) {
        metrics.gauge("kneepoint_queue_depth", "Requests that wait for a thread.", executor::queueDepth);
        metrics.gauge("kneepoint_queue_capacity", "Requests that may wait for a thread.", executor::queueCapacity);
        metrics.gauge("kneepoint_threads_active", "Threads handling a request.", executor::activeThreads);
        metrics.gauge("kneepoint_pool_size", "Threads that exist for handling requests.", executor::poolSize);
    }

    /** Prefills what the settings ask for, and begins to serve. */
    public void serve() throws StoreException {
        if (settings.prefill().keys() > 0) {
            store.fill(settings.prefill(), new PrefillProgress(System.err));
        }
        http.serve();
    }

    public InetSocketAddress publicAddress() {
        return http.address();
    }

    public InetSocketAddress adminAddress() {
        return admin.address();
    }

    private boolean isReady() {
        return http != null && http.state() == ServingState.SERVING;
    }

    String readyLine() {
        return "ready public=%s admin=%s selectors=%s executor=%s engine=%s"
                .formatted(
                        hostAndPort(publicAddress()),
                        hostAndPort(adminAddress()),
                        HttpServer.usesNativeSelectors() ? "native" : "nio",
                        settings.execution().queueType(),
                        settings.storage().engine());
    }

    // The host as it was set: a wildcard address may come back as its IPv6 form.
    private String hostAndPort(InetSocketAddress address) {
        String host = settings.host();
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + address.getPort();
    }

    /** Stops as on a signal; returns whether every accepted request was answered within the stop timeout. */
    public boolean stop() {
        long end = System.nanoTime() + settings.stopTimeout().toNanos();
        boolean answered = http.drain(settings.stopTimeout());
        try {
            answered &= executor.stop(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            answered = false;
        }
        http.stop();
        admin.stop();
        if (answered) {
            store.close();
        }
        // Else a worker may still be inside the store, and closing it under one would crash the process; the log
        // has every acknowledged write.
        return answered;
    }

    @Override
    public void close() {
        stop();
    }

    private static void stopOnSignal(StorageServer server) {
        Runnable stop = () -> {
            boolean answered = server.stop();
            // The JVM would end with 128 + the signal's number, which reads like a crash to whoever supervises it.
            Runtime.getRuntime().halt(answered ? EXIT_STOPPED : EXIT_FAILED);
        };
        Runtime.getRuntime().addShutdownHook(new Thread(stop, "stop"));
    }
}
