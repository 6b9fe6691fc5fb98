package dev.kneepoint.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A disk without space: writes are refused, what is there stays readable, and space mends it without a restart. */
@Timeout(value = 90, unit = TimeUnit.SECONDS)
class FullDiskTest {
    private static final int BALLAST_BYTES = 8 << 20;

    @TempDir
    private Path directory;

    private Path disk;

    @AfterEach
    void unmount() throws Exception {
        if (disk != null) {
            run("umount", disk.toString());
        }
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).inheritIO().start().waitFor() == 0;
    }

    @Test
    void writesAreRefusedUntilThereIsSpace() throws Exception {
        Path mount = Files.createDirectory(directory.resolve("disk"));
        assumeTrue(System.getProperty("user.name").equals("root"), "only root can make a small disk");
        assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", mount.toString()), "no tmpfs can be mounted");
        disk = mount;
        Path ballast = Files.write(disk.resolve("ballast"), new byte[BALLAST_BYTES]);
        String value = "x".repeat(100_000);
        try (ServerProcess server = ServerProcess.start(
                        "--port=0", "--admin-port=0", "--write-buffer=1Mi", "--data-dir=" + disk.resolve("data"));
                RawClient client = new RawClient(server.address())) {
            int written = 0;
            int status = 201;
            while (status == 201 && written < 1_000) {
                status = client.ask(RawClient.put("k" + written, value)).status();
                written += status == 201 ? 1 : 0;
            }
            assertThat(status).isBetween(500, 599);
            assertThat(written).isPositive();
            for (int i = 0; i < written; i++) {
                assertThat(client.ask(RawClient.get("k" + i)).text()).isEqualTo(value);
            }
            Files.delete(ballast);
            Await.until(
                    "writes are taken again",
                    () -> client.ask(RawClient.put("after", value)).status() == 201);
            assertThat(client.ask(RawClient.get("k0")).text()).isEqualTo(value);
        }
    }
}
