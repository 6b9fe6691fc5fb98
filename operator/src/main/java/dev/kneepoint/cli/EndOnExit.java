package dev.kneepoint.cli;

import dev.kneepoint.local.ChildProcesses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Ends the children and removes the scratch folder when the command is over, however it ends: a Ctrl-C included. */
final class EndOnExit implements AutoCloseable {

    private final ChildProcesses children;
    private final Path scratch;
    private final Thread hook;

    /** @param interrupted what to do besides, and to say, when it ends by a signal */
    EndOnExit(ChildProcesses children, Path scratch, Runnable interrupted) {
        this.children = children;
        this.scratch = scratch;
        this.hook = Thread.ofPlatform().unstarted(() -> {
            clean();
            interrupted.run();
        });
        Runtime.getRuntime().addShutdownHook(hook);
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // The JVM is on its way out: the hook does it.
            return;
        }
        clean();
    }

    private void clean() {
        children.close();
        if (!Files.exists(scratch)) {
            return;
        }
        try (Stream<Path> paths = Files.walk(scratch)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
