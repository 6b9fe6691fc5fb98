package dev.kneepoint.server;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The real server in a process of its own, so that it can be killed. */
final class ServerProcess implements AutoCloseable {
    private final Process process;
    private final InetSocketAddress address;

    private ServerProcess(Process process, InetSocketAddress address) {
        this.process = process;
        this.address = address;
    }

    static Process launch(String... flags) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("java.home") + "/bin/java",
                "@jvm.options",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                StorageServer.class.getName(),
                "--host=127.0.0.1"));
        command.addAll(List.of(flags));
        return new ProcessBuilder(command)
                .redirectError(new File("target/server-process.err"))
                .start();
    }

    static ServerProcess start(String... flags) throws IOException {
        Process process = launch(flags);
        BufferedReader out = process.inputReader();
        String ready = out.readLine();
        if (ready == null || !ready.startsWith("ready public=127.0.0.1:")) {
            process.destroyForcibly();
            throw new IOException("not ready but: " + ready);
        }
        String port = ready.replaceAll(".*public=127\\.0\\.0\\.1:([0-9]+).*", "$1");
        return new ServerProcess(
                process, new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port)));
    }

    InetSocketAddress address() {
        return address;
    }

    /** SIGKILL: nothing of the process's own runs any more. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    /** SIGTERM; returns the exit code. */
    int terminate() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            throw new IllegalStateException("still running");
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        kill();
    }
}
