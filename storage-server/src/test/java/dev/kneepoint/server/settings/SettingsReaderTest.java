package dev.kneepoint.server.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kneepoint.server.executor.QueueType;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsReaderTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private SettingsReader reader(Map<String, String> environment) {
        return new SettingsReader(environment, new PrintWriter(out), new PrintWriter(err));
    }

    @Test
    void flagsWinOverVariablesAndVariablesOverDefaults() {
        Map<String, String> environment = Map.of("KNEEPOINT_POOL_SIZE", "7", "KNEEPOINT_QUEUE_CAPACITY", "99");
        ServerSettings settings = reader(environment)
                .read("--engine", "memory", "--pool-size", "3")
                .orElseThrow();
        assertThat(settings.execution().poolSize()).isEqualTo(3);
        assertThat(settings.execution().maxPoolSize()).isEqualTo(3);
        assertThat(settings.execution().queueCapacity()).isEqualTo(99);
        assertThat(settings.execution().queueType()).isEqualTo(QueueType.linked);
        assertThat(settings.port()).isEqualTo(8080);
    }

    @Test
    void sizesAndDurationsTakeUnits() {
        ServerSettings settings = reader(Map.of())
                .read("--data-dir=d", "--block-cache=3Mi", "--max-body-size=2Ki", "--deadline=1500ms", "--seed=-4")
                .orElseThrow();
        assertThat(settings.storage().blockCacheBytes()).isEqualTo(3 << 20);
        assertThat(settings.execution().maxBodyBytes()).isEqualTo(2048);
        assertThat(settings.execution().deadline()).isEqualTo(Duration.ofMillis(1500));
        assertThat(settings.prefill().seed()).isEqualTo(-4);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    port            | 65536      | found 65536, allowed is 0 to 65535
                    port            | http       | found 'http', allowed is a whole number
                    pool-size       | 0          | found 0, allowed is 1 to 10000
                    max-pool-size   | 1          | found 1, allowed is 4 to 10000
                    queue-type      | fifo       | found 'fifo', allowed is one of [none, array, linked, synchronous, lifo, lockFree, virtual]
                    queue-capacity  | 0          | found 0, allowed is 1 to 2147483647
                    deadline        | 5          | found '5', allowed is a whole number with ms, s or m
                    deadline        | 0s         | found 0ms, allowed is 1ms to 60m
                    block-cache     | 64MB       | found '64MB', allowed is a number of bytes, or one with Ki, Mi or Gi
                    write-ahead-log | none       | found 'none', allowed is one of [async, sync]
                    max-value-size  | 10         | found 10, allowed is 256 to 67108864
                    seed            | x          | found 'x', allowed is a whole number of 64 bits
                    """)
    void aBadValueIsNamedWithWhatWasFoundAndWhatIsAllowed(String name, String value, String sentence) {
        SettingsReader byFlag = reader(Map.of());
        assertThat(byFlag.read("--data-dir=d", "--" + name + "=" + value)).isEmpty();
        assertThat(byFlag.exitCode()).hasValue(64);
        assertThat(err.toString()).contains("--" + name + ": " + sentence);

        String variable = "KNEEPOINT_" + name.toUpperCase(java.util.Locale.ROOT).replace('-', '_');
        SettingsReader byVariable = reader(Map.of(variable, value));
        assertThat(byVariable.read("--data-dir=d")).isEmpty();
        assertThat(byVariable.exitCode()).hasValue(64);
        assertThat(err.toString()).contains(variable + ": " + sentence);
    }

    @Test
    void rocksdbNeedsADirectory() {
        SettingsReader reader = reader(Map.of());
        assertThat(reader.read()).isEmpty();
        assertThat(reader.exitCode()).hasValue(64);
        assertThat(err.toString()).contains("--data-dir");
    }

    @Test
    void anArrayOfUnboundedCapacityIsRefused() {
        assertThat(reader(Map.of()).read("--data-dir=d", "--queue-type=array", "--queue-capacity=2147483647"))
                .isEmpty();
        assertThat(err.toString()).contains("--queue-capacity").contains("1 to 16777216");
    }

    @Test
    void helpTeaches() {
        SettingsReader reader = reader(Map.of());
        assertThat(reader.read("--help")).isEmpty();
        assertThat(reader.exitCode()).hasValue(0);
        assertThat(out.toString() + err).contains("KNEEPOINT_POOL_SIZE").contains("--queue-type");
    }
}
