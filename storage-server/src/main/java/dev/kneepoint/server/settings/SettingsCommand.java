package dev.kneepoint.server.settings;

import dev.kneepoint.server.executor.QueueType;
import dev.kneepoint.server.storage.Prefill;
import java.nio.file.Path;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The settings as flags: their names, defaults and descriptions, and the checks that go beyond a value's type. */
@Command(
        name = "storage-server",
        mixinStandardHelpOptions = true,
        versionProvider = VersionProvider.class,
        sortOptions = false,
        usageHelpWidth = 110,
        description = "A key-value server over HTTP whose thread pool can be chosen.%n",
        footer = {
            "",
            "Each flag is an environment variable too: --pool-size is KNEEPOINT_POOL_SIZE. The flag wins.",
            "",
            "Sizes are bytes, or take Ki, Mi or Gi; durations take ms, s or m.",
            "",
            "Example, a store of a million values, four workers behind an array of 256:",
            "  storage-server --data-dir data --prefill 1000000 --pool-size 4 --queue-type array --queue-capacity 256",
            "  curl 'http://localhost:8080/v0/entity?id=42'"
        })
public final class SettingsCommand {
    private static final int MAX_PORT = 65_535;
    private static final int MAX_THREADS = 10_000;
    private static final long MAX_VALUE_BYTES = 64L << 20;
    private static final long MIN_BUFFER_BYTES = 64L << 10;
    private static final long MAX_BUFFER_BYTES = 1L << 40;
    private static final Duration MAX_WAIT = Duration.ofHours(1);

    @Spec
    private CommandSpec spec;

    @Option(names = "--host", defaultValue = "0.0.0.0", description = "Address of both ports (${DEFAULT-VALUE}).")
    private String host;

    @Option(names = "--port", defaultValue = "8080", description = "Public port, 0 for a free one (${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--admin-port",
            defaultValue = "8081",
            description = "Port of /metrics, /livez, /readyz and /profile, 0 for a free one (${DEFAULT-VALUE}).")
    private int adminPort;

    @Option(names = "--selectors", description = "Threads that read and parse (as many as processors).")
    private Integer selectors;

    @Option(
            names = "--pool-size",
            defaultValue = "4",
            description = "Worker threads; ignored by none and virtual (${DEFAULT-VALUE}).")
    private int poolSize;

    @Option(
            names = "--max-pool-size",
            description = "Worker threads there may be while the queue is full (the pool size).")
    private Integer maxPoolSize;

    @Option(
            names = "--queue-type",
            defaultValue = "linked",
            description = "How requests get to workers: none (handled by the selector), array, linked, synchronous,"
                    + " lifo, lockFree, or virtual (a virtual thread each) (${DEFAULT-VALUE}).")
    private QueueType queueType;

    @Option(
            names = "--queue-capacity",
            defaultValue = "1024",
            description = "Requests that may wait for a worker, beyond those being handled; for virtual, requests in"
                    + " flight; ignored by none and synchronous (${DEFAULT-VALUE}).")
    private int queueCapacity;

    @Option(
            names = "--deadline",
            defaultValue = "1s",
            description = "Longest wait for a worker before a request is answered 504 (${DEFAULT-VALUE}).")
    private Duration deadline;

    @Option(names = "--max-body-size", defaultValue = "1Mi", description = "Largest value (${DEFAULT-VALUE}).")
    private long maxBodyBytes;

    @Option(
            names = "--engine",
            defaultValue = "rocksdb",
            description = "rocksdb, or memory, which keeps nothing (${DEFAULT-VALUE}).")
    private ServerSettings.Engine engine;

    @Option(
            names = "--write-ahead-log",
            defaultValue = "async",
            description = "What acknowledged writes survive: async the end of the process, sync power loss too"
                    + " (${DEFAULT-VALUE}).")
    private ServerSettings.WriteAheadLog writeAheadLog;

    @Option(names = "--block-cache", defaultValue = "64Mi", description = "RocksDB's block cache (${DEFAULT-VALUE}).")
    private long blockCacheBytes;

    @Option(names = "--write-buffer", defaultValue = "64Mi", description = "RocksDB's write buffer (${DEFAULT-VALUE}).")
    private long writeBufferBytes;

    @Option(names = "--data-dir", description = "Directory of the store; needed for rocksdb.")
    private Path dataDirectory;

    @Option(
            names = "--prefill",
            defaultValue = "0",
            description = "Keys to fill the store with before serving: the numbers from 0 (${DEFAULT-VALUE}).")
    private long prefill;

    @Option(
            names = "--value-size",
            defaultValue = "256",
            description = "Size of each prefilled value (${DEFAULT-VALUE}).")
    private long valueBytes;

    @Option(
            names = "--max-value-size",
            description = "Makes sizes uniform between --value-size and this (the value size).")
    private Long maxValueBytes;

    @Option(
            names = "--seed",
            defaultValue = "1",
            converter = SeedConverter.class,
            description = "Seed of the prefilled values (${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--stop-timeout",
            defaultValue = "10s",
            description = "Longest wait for accepted requests to be answered on SIGTERM (${DEFAULT-VALUE}).")
    private Duration stopTimeout;

    /** @throws ParameterException with a sentence that names the setting, what was found and what is allowed */
    public ServerSettings settings() {
        int selectorThreads = selectors == null ? Runtime.getRuntime().availableProcessors() : selectors;
        int mostWorkers = maxPoolSize == null ? poolSize : maxPoolSize;
        long longestValue = maxValueBytes == null ? valueBytes : maxValueBytes;
        long mostCapacity = queueType.isPreallocated() ? QueueType.MAX_PREALLOCATED_CAPACITY : Integer.MAX_VALUE;
        check(!host.isBlank(), "--host", "an empty text", "an address or a name of this machine");
        range("--port", port, 0, MAX_PORT);
        range("--admin-port", adminPort, 0, MAX_PORT);
        check(port == 0 || port != adminPort, "--admin-port", adminPort, "any port but the public one");
        range("--selectors", selectorThreads, 1, MAX_THREADS);
        range("--pool-size", poolSize, 1, MAX_THREADS);
        range("--max-pool-size", mostWorkers, poolSize, MAX_THREADS);
        range("--queue-capacity", queueCapacity, 1, mostCapacity);
        duration("--deadline", deadline);
        range("--max-body-size", maxBodyBytes, 1, MAX_VALUE_BYTES);
        range("--block-cache", blockCacheBytes, MIN_BUFFER_BYTES, MAX_BUFFER_BYTES);
        range("--write-buffer", writeBufferBytes, MIN_BUFFER_BYTES, MAX_BUFFER_BYTES);
        range("--prefill", prefill, 0, Integer.MAX_VALUE);
        range("--value-size", valueBytes, 0, MAX_VALUE_BYTES);
        range("--max-value-size", longestValue, valueBytes, MAX_VALUE_BYTES);
        duration("--stop-timeout", stopTimeout);
        boolean needsDirectory = engine == ServerSettings.Engine.rocksdb;
        check(!needsDirectory || dataDirectory != null, "--data-dir", "nothing", "a directory, for the rocksdb engine");
        return new ServerSettings(
                host,
                port,
                adminPort,
                new ServerSettings.Execution(
                        selectorThreads, poolSize, mostWorkers, queueType, queueCapacity, deadline, (int) maxBodyBytes),
                new ServerSettings.Storage(engine, writeAheadLog, blockCacheBytes, writeBufferBytes, dataDirectory),
                new Prefill(prefill, (int) valueBytes, (int) longestValue, seed),
                stopTimeout);
    }

    private void range(String flag, long found, long from, long to) {
        check(found >= from && found <= to, flag, found, from + " to " + to);
    }

    private void duration(String flag, Duration found) {
        boolean allowed = !found.isZero() && found.compareTo(MAX_WAIT) <= 0;
        check(allowed, flag, found.toMillis() + "ms", "1ms to " + MAX_WAIT.toMinutes() + "m");
    }

    private void check(boolean condition, String flag, Object found, String allowed) {
        if (!condition) {
            throw new InvalidSetting(spec, flag, "found " + found + ", allowed is " + allowed);
        }
    }

    CommandSpec spec() {
        return spec;
    }
}
