package dev.kneepoint.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Starts that fail and stops that succeed, of the real process. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LifecycleTest {
    @TempDir
    private Path directory;

    @Test
    void aSignalEndsItWithZeroAndKeepsTheData() throws Exception {
        try (ServerProcess server =
                        ServerProcess.start("--port=0", "--admin-port=0", "--data-dir=" + directory.resolve("d"));
                RawClient client = new RawClient(server.address())) {
            assertThat(client.ask(RawClient.put("k", "v")).status()).isEqualTo(201);
            assertThat(server.terminate()).isZero();
            assertThat(client.isEnded()).isTrue();
        }
    }

    @Test
    void badSettingsEndTheStartWith64() throws Exception {
        assertThat(exitCode("--pool-size=none")).isEqualTo(64);
        assertThat(errors()).contains("--pool-size: found 'none'");
    }

    @Test
    void aPortInUseIsNamed() throws Exception {
        try (ServerSocket taken = new ServerSocket(0)) {
            assertThat(exitCode("--engine=memory", "--admin-port=0", "--port=" + taken.getLocalPort()))
                    .isEqualTo(1);
            assertThat(errors()).contains("--port: 127.0.0.1:" + taken.getLocalPort());
        }
    }

    @Test
    void aDataDirectoryInUseIsNamed() throws Exception {
        String flag = "--data-dir=" + directory.resolve("d");
        try (ServerProcess server = ServerProcess.start("--port=0", "--admin-port=0", flag)) {
            assertThat(server.address().getPort()).isPositive();
            assertThat(exitCode("--port=0", "--admin-port=0", flag)).isEqualTo(1);
            assertThat(errors()).contains("is in use by another server");
        }
    }

    private static int exitCode(String... flags) throws IOException, InterruptedException {
        Process process = ServerProcess.launch(flags);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    private static String errors() throws IOException {
        return Files.readString(Path.of("target/server-process.err"));
    }
}
