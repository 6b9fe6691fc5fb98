package dev.kneepoint.local;

import dev.kneepoint.core.Configuration;
import dev.kneepoint.core.TuningSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A storage-server process, one at a time, on free ports of the loopback interface and with data of its own. */
public final class StorageServer implements Target {

    /** Prefilling a large store takes minutes; what takes longer than this hangs. */
    private static final Duration START_TIMEOUT = Duration.ofMinutes(20);

    private static final Duration STOP_GRACE = Duration.ofSeconds(12);
    /** The server's own limit of a value, in bytes; larger ones are let in where the workload has them. */
    private static final int DEFAULT_MAX_BODY = 1 << 20;

    private static final Duration POLL = Duration.ofMillis(20);
    private static final String READY = "ready ";

    private final Installation installation;
    private final ChildProcesses children;
    private final Processors processors;
    private final TuningSpec spec;
    private final Path data;
    private final Path logs;

    private Process process;
    private Path errors;
    private String url;

    /** @param directory in which it keeps data, removed again, and logs, kept */
    public StorageServer(
            Installation installation,
            ChildProcesses children,
            Processors processors,
            TuningSpec spec,
            Path directory) {
        this.installation = installation;
        this.children = children;
        this.processors = processors;
        this.spec = spec;
        this.data = directory.resolve("data");
        this.logs = directory.resolve("logs");
    }

    @Override
    public void start(int trial, Configuration configuration) throws TargetFailedException {
        try {
            // An interrupted tuning leaves the data of its last trial behind.
            removeData();
            Files.createDirectories(data);
            Files.createDirectories(logs);
            Path output = logs.resolve("trial-" + (trial + 1) + ".server.out");
            errors = logs.resolve("trial-" + (trial + 1) + ".server.log");
            process = children.start(processors, installation.storageServer(), settings(configuration), output, errors);
            url = "http://" + awaitReady(output);
        } catch (IOException e) {
            throw new TargetFailedException("the storage server could not be started: " + e.getMessage());
        }
    }

    private Map<String, String> settings(Configuration configuration) {
        TuningSpec.Storage storage = spec.storage();
        TuningSpec.Workload workload = spec.workload();
        Map<String, String> settings = new HashMap<>(configuration.environment());
        settings.put("KNEEPOINT_HOST", "127.0.0.1");
        settings.put("KNEEPOINT_PORT", "0");
        settings.put("KNEEPOINT_ADMIN_PORT", "0");
        settings.put("KNEEPOINT_ENGINE", storage.engine().label());
        settings.put("KNEEPOINT_WRITE_AHEAD_LOG", storage.writeAheadLog().label());
        settings.put("KNEEPOINT_BLOCK_CACHE", String.valueOf(storage.blockCacheBytes()));
        settings.put("KNEEPOINT_WRITE_BUFFER", String.valueOf(storage.writeBufferBytes()));
        settings.put("KNEEPOINT_DATA_DIR", data.toString());
        settings.put("KNEEPOINT_PREFILL", String.valueOf(workload.prefill() ? workload.keys() : 0));
        settings.put("KNEEPOINT_VALUE_SIZE", String.valueOf(workload.valueBytes()));
        settings.put("KNEEPOINT_MAX_VALUE_SIZE", String.valueOf(workload.maxValueBytes()));
        settings.put("KNEEPOINT_MAX_BODY_SIZE", String.valueOf(Math.max(DEFAULT_MAX_BODY, workload.maxValueBytes())));
        settings.put("KNEEPOINT_SEED", String.valueOf(workload.seed()));
        return settings;
    }

    /** The address in the line that the server prints when it serves. */
    private String awaitReady(Path output) throws IOException, TargetFailedException {
        long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
        while (System.nanoTime() < deadline) {
            boolean ended = !process.isAlive();
            String said = Files.readString(output);
            Optional<String> ready = said.substring(0, said.lastIndexOf('\n') + 1)
                    .lines()
                    .filter(line -> line.startsWith(READY))
                    .findFirst();
            if (ready.isPresent()) {
                return publicAddress(ready.get());
            }
            if (ended) {
                children.haltIfClosing();
                throw new TargetFailedException(
                        "the storage server ended with code " + process.exitValue() + ": " + lastWords());
            }
            pause();
        }
        stop();
        throw new TargetFailedException(
                "the storage server was not ready within " + START_TIMEOUT.toMinutes() + " min");
    }

    private static String publicAddress(String ready) throws TargetFailedException {
        for (String part : ready.split(" ")) {
            if (part.startsWith("public=")) {
                return part.substring("public=".length());
            }
        }
        throw new TargetFailedException("the storage server did not say where it serves: " + ready);
    }

    private static void pause() {
        try {
            Thread.sleep(POLL);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the storage server", e);
        }
    }

    @Override
    public String url() {
        return url;
    }

    @Override
    public boolean alive() {
        return process.isAlive();
    }

    @Override
    public String lastWords() {
        try {
            List<String> lines = Files.readAllLines(errors, StandardCharsets.UTF_8);
            return lines.reversed().stream()
                    .filter(line -> !line.isBlank())
                    .findFirst()
                    .orElse("it said nothing");
        } catch (IOException e) {
            return "its log cannot be read: " + e.getMessage();
        }
    }

    @Override
    public void stop() {
        ChildProcesses.end(process, STOP_GRACE);
        children.haltIfClosing();
        removeData();
    }

    /** Removes what the servers stored; their logs stay. */
    public void removeData() {
        if (!Files.exists(data)) {
            return;
        }
        try {
            Files.walkFileTree(data, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.delete(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path directory, IOException failure) throws IOException {
                    Files.delete(directory);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("the data of the last trial cannot be removed", e);
        }
    }
}
