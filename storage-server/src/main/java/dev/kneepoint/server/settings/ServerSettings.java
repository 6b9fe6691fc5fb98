package dev.kneepoint.server.settings;

import dev.kneepoint.server.executor.QueueType;
import dev.kneepoint.server.storage.Prefill;
import java.nio.file.Path;
import java.time.Duration;

/** Every setting, checked; {@link SettingsCommand} says what each means and may be. {@code dataDirectory} may be null. */
public record ServerSettings(
        String host,
        int port,
        int adminPort,
        Execution execution,
        Storage storage,
        Prefill prefill,
        Duration stopTimeout) {

    public record Execution(
            int selectors,
            int poolSize,
            int maxPoolSize,
            QueueType queueType,
            int queueCapacity,
            Duration deadline,
            int maxBodyBytes) {}

    public record Storage(
            Engine engine,
            WriteAheadLog writeAheadLog,
            long blockCacheBytes,
            long writeBufferBytes,
            Path dataDirectory) {}

    public enum Engine {
        rocksdb,
        memory
    }

    public enum WriteAheadLog {
        async,
        sync
    }
}
