package dev.kneepoint.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kneepoint.core.Measurement;
import dev.kneepoint.core.Objective;
import dev.kneepoint.wrk2.LoadReport;
import dev.kneepoint.wrk2.LoadReportReader;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LoadMeasurementTest {

    private static final Objective TWO_GOALS = new Objective(
            List.of(
                    new Objective.LatencyGoal(99, Duration.ofMillis(20)),
                    new Objective.LatencyGoal(50, Duration.ofMillis(2))),
            0.001);

    /** 900 answers in 1 ms, 90 in 10 ms, 10 in 100 ms; 5 of them 404, 3 of them 503. */
    private static LoadReport report() throws Exception {
        Histogram histogram = new Histogram(3_600_000_000L, 3);
        histogram.recordValueWithCount(1_000, 900);
        histogram.recordValueWithCount(10_000, 90);
        histogram.recordValueWithCount(100_000, 10);
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        String encoded = Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
        String latency = String.format(Locale.ROOT, """
                {"unit":"us","min":1000,"mean":2800,"stdev":1,"max":100000,
                 "percentiles":{"50":1000,"75":1000,"90":1000,"99":10000,"99.9":100000,"99.99":100000,"99.999":100000,"100":100000},
                 "histogram":"%s"}""", encoded);
        String json = """
                {"version":1,"generator":"kneepoint-wrk2 0.1.0","url":"http://127.0.0.1:1/","script":null,"threads":1,
                 "connections":4,"rate":1010.0,"duration_seconds":1.0,"calibrated":false,
                 "requests":{"scheduled":1010,"sent":1004,"completed":1000,"unanswered":4},"bytes_read":1,
                 "statuses":{"200":992,"404":5,"503":3},
                 "errors":{"connect":0,"read":1,"write":0,"timeout":2,"status":8,"refused":0,"reset":0},
                 "latency":@,"service_time":@,"series":[],
                 "generator_usage":{"cpu_seconds":0.3,"cpu_share":0.3,"send_lag_us":{"p50":1,"p99":12.6,"max":99}},
                 "aborted":null,"interrupted":false}""".replace("@", latency);
        return LoadReportReader.read("test", json).getFirst();
    }

    @Test
    void countsWhatTheVerdictNeeds() throws Exception {
        Measurement measured = LoadMeasurement.of(report(), TWO_GOALS, false);

        assertThat(measured.rate()).isEqualTo(1010);
        assertThat(measured.window()).isEqualTo(Duration.ofSeconds(1));
        assertThat(measured.scheduled()).isEqualTo(1010);
        assertThat(measured.completed()).isEqualTo(1000);
        assertThat(measured.unanswered()).isEqualTo(4);
        assertThat(measured.failed()).as("8 statuses, 1 read, 2 timeouts").isEqualTo(11);
        assertThat(measured.slower()).as("slower than 20 ms, than 2 ms").containsExactly(10L, 100L);
        assertThat(measured.latency().p50Micros()).isBetween(999L, 1001L);
        assertThat(measured.latency().maxMicros()).isBetween(99_900L, 100_100L);
        assertThat(measured.sendLagP99Micros()).isEqualTo(13);
    }

    @Test
    void aNotFoundThatTheWorkloadExpectsIsNoError() throws Exception {
        assertThat(LoadMeasurement.of(report(), TWO_GOALS, true).failed()).isEqualTo(6);
    }
}
