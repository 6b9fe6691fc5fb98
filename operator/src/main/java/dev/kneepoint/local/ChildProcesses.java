package dev.kneepoint.local;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Starts processes that cannot outlive this one. On a regular end they are ended; should this JVM be killed, the kernel
 * ends them (a parent-death signal); a Ctrl-C reaches this JVM alone, because they run in sessions of their own.
 */
public final class ChildProcesses implements AutoCloseable {

    private static final Duration TERMINATION_GRACE = Duration.ofSeconds(3);

    private final Set<Process> running = ConcurrentHashMap.newKeySet();
    private volatile boolean closing;

    /**
     * Starts a process. Call this from a thread that lives as long as the process may: the kernel takes the death of the
     * starting thread for the death of the parent.
     *
     * @param processors that it is pinned to
     * @param environment added to this process's own
     * @param output file that its standard output is written to
     * @param errors file that its standard error is appended to
     */
    public Process start(
            Processors processors, List<String> command, Map<String, String> environment, Path output, Path errors)
            throws IOException {
        List<String> wrapped = new ArrayList<>(
                List.of("setpriv", "--pdeathsig", "KILL", "setsid", "taskset", "-c", processors.toString()));
        wrapped.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(wrapped)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectOutput(output.toFile())
                .redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile()));
        builder.environment().putAll(environment);
        haltIfClosing();
        Process process = builder.start();
        running.add(process);
        process.onExit().thenAccept(running::remove);
        return process;
    }

    /** Waits for its end, however long that takes. */
    public int await(Process process) {
        try {
            int code = process.waitFor();
            haltIfClosing();
            return code;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for a process", e);
        }
    }

    /** Asks it to end, and after the grace ends it. */
    public static void end(Process process, Duration grace) {
        process.destroy();
        try {
            if (!process.waitFor(grace.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Does not return once the children are being ended: what happens to them from then on is our own doing and must not
     * be taken for an observation.
     */
    public void haltIfClosing() {
        while (closing) {
            try {
                Thread.sleep(Duration.ofHours(1));
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** Ends every child that still runs. */
    @Override
    public void close() {
        closing = true;
        running.forEach(Process::destroy);
        running.forEach(process -> end(process, TERMINATION_GRACE));
    }
}
