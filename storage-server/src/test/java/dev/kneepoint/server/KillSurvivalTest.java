package dev.kneepoint.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Writes that were acknowledged are there after the process has been killed under load, round after round. */
class KillSurvivalTest {
    private static final int CLIENTS = 4;
    private static final int KEYS_PER_CLIENT = 50;

    /** By key: the version that was last acknowledged. */
    private final Map<String, Integer> acknowledged = new ConcurrentHashMap<>();

    @ParameterizedTest(name = "{1} kills with writeAheadLog={0}")
    @CsvSource({"async, 20, 200", "sync, 3, 20"})
    @Timeout(value = 180, unit = TimeUnit.SECONDS)
    void acknowledgedWritesSurvive(String log, int kills, int acksPerRound, @TempDir Path data) throws Exception {
        int checked = 0;
        for (int kill = 1; kill <= kills + 1; kill++) {
            try (ServerProcess server = ServerProcess.start(
                    "--port=0", "--admin-port=0", "--write-ahead-log=" + log, "--data-dir=" + data)) {
                checked += verify(server);
                if (kill <= kills) {
                    assertThat(writeUntilKilled(server, kill, acksPerRound)).isGreaterThanOrEqualTo(acksPerRound);
                }
            }
        }
        assertThat(checked).isGreaterThanOrEqualTo(kills);
        System.err.printf("%d kills, log %s: %d acknowledged values checked, none lost%n", kills, log, checked);
    }

    private int verify(ServerProcess server) throws IOException {
        try (RawClient client = new RawClient(server.address())) {
            for (Map.Entry<String, Integer> entry : acknowledged.entrySet()) {
                RawClient.Answer answer = client.ask(RawClient.get(entry.getKey()));
                assertThat(answer.status()).as(entry.getKey()).isEqualTo(200);
                // A later version may have been written without its answer having been seen.
                assertThat(Integer.parseInt(answer.text())).isGreaterThanOrEqualTo(entry.getValue());
            }
        }
        return acknowledged.size();
    }

    private int writeUntilKilled(ServerProcess server, int round, int acksPerRound) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(CLIENTS)) {
            List<Future<Integer>> acks = new ArrayList<>();
            AtomicInteger seen = new AtomicInteger();
            for (int client = 0; client < CLIENTS; client++) {
                String prefix = "c" + client + "-";
                acks.add(threads.submit(() -> write(server, prefix, round, seen)));
            }
            Await.until("enough writes are acknowledged", () -> seen.get() >= acksPerRound);
            server.kill();
            int total = 0;
            for (Future<Integer> ack : acks) {
                total += ack.get();
            }
            return total;
        }
    }

    private int write(ServerProcess server, String prefix, int round, AtomicInteger seen) {
        int acks = 0;
        try (RawClient client = new RawClient(server.address())) {
            for (int i = 0; ; i++) {
                String key = prefix + i % KEYS_PER_CLIENT;
                int version = round * 10_000_000 + i;
                if (client.ask(RawClient.put(key, Integer.toString(version))).status() != 201) {
                    throw new IllegalStateException("a write was refused");
                }
                acknowledged.put(key, version);
                acks++;
                seen.incrementAndGet();
            }
        } catch (IOException e) {
            return acks; // The kill.
        }
    }
}
