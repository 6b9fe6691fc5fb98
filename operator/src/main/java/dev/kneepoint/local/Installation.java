package dev.kneepoint.local;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Where the parts lie that this shell starts.
 *
 * @param home the project's folder, as the launcher found it
 */
public record Installation(Path home) {

    /** The environment variable through which the launcher names {@link #home}. */
    public static final String HOME_VARIABLE = "KNEEPOINT_HOME";

    /** @throws IllegalStateException if the launcher did not say where it is */
    public static Installation find() {
        String home = System.getenv(HOME_VARIABLE);
        if (home == null || home.isBlank()) {
            throw new IllegalStateException(HOME_VARIABLE + " is not set: start this with ./kneepoint");
        }
        return new Installation(Path.of(home).toAbsolutePath());
    }

    /** The command that starts the storage server, without its settings. */
    public List<String> storageServer() {
        return List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "@" + existing("storage-server/jvm.options"),
                "-jar",
                existing("storage-server/target/storage-server.jar").toString());
    }

    /** The load generator. */
    public Path wrk2() {
        return existing("loadtest-jobs/wrk2/target/release/wrk2");
    }

    /** One of the workloads, such as {@code mixed.lua}. */
    public Path script(String name) {
        return existing("loadtest-jobs/scripts/" + name);
    }

    private Path existing(String relative) {
        Path path = home.resolve(relative);
        if (!Files.exists(path)) {
            throw new IllegalStateException(path + " is missing: start this with ./kneepoint, which builds it");
        }
        return path;
    }
}
