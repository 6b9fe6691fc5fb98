package dev.kneepoint.core.saturation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kneepoint.core.Measurement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

class WarmUpTest {

    private final List<Measurement> bursts = new ArrayList<>();

    private void run(IntToDoubleFunction capacityOfBurst, IntToLongFunction p99OfBurst) {
        for (Optional<Double> rate; (rate = WarmUp.nextRate(bursts)).isPresent(); ) {
            long scheduled = Math.round(rate.get());
            long completed = Math.min(scheduled, Math.round(capacityOfBurst.applyAsDouble(bursts.size())));
            long p99 = p99OfBurst.applyAsLong(bursts.size());
            bursts.add(new Measurement(
                    rate.get(),
                    Duration.ofSeconds(1),
                    scheduled,
                    completed,
                    completed,
                    0,
                    0,
                    List.of(0L),
                    new Measurement.Latency(p99, p99, p99, p99, p99),
                    0.1,
                    0));
        }
    }

    @Test
    void aServerThatIsWarmFromTheStartIsPushedThreeTimesAndKnown() {
        run(_ -> 20_000, _ -> 1_000);

        assertThat(bursts).hasSize(10);
        assertThat(WarmUp.estimate(bursts)).isEqualTo(20_000);
    }

    @Test
    void aServerThatGetsFasterIsLoadedUntilItNoLongerDoes() {
        run(burst -> Math.min(30_000, 6_000 + 3_000 * burst), _ -> 1_000);

        assertThat(WarmUp.estimate(bursts)).isEqualTo(30_000);
        assertThat(bursts).hasSizeGreaterThan(10);
    }

    @Test
    void aServerWhoseLatencyStillFallsIsNotWarm() {
        run(_ -> 20_000, burst -> Math.round(1e9 * Math.pow(0.4, burst)));
        int falling = bursts.size();
        bursts.clear();
        run(_ -> 20_000, _ -> 1_000);

        assertThat(falling).isGreaterThan(bursts.size());
    }

    @Test
    void betweenPushesTheServerHasRoomToCompile() {
        run(_ -> 20_000, _ -> 1_000);

        assertThat(bursts.stream().map(Measurement::rate).filter(rate -> rate == 0.7 * 20_000))
                .hasSize(4);
    }

    @Test
    void aServerThatNeverSettlesIsMeasuredAsItIs() {
        run(burst -> 1_000 * Math.pow(1.5, burst), _ -> 1_000);

        assertThat(bursts).hasSize(WarmUp.MAX_BURSTS);
    }

    @Test
    void aServerThatAnswersNothingEndsTheWarmUp() {
        run(_ -> 0, _ -> -1);

        assertThat(bursts).hasSizeLessThanOrEqualTo(WarmUp.MAX_BURSTS);
        assertThat(WarmUp.estimate(bursts)).isEqualTo(1);
    }
}
