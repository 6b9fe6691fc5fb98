package dev.kneepoint.core.saturation;

import dev.kneepoint.core.Measurement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Warms a server up in bursts with pauses until it is stationary, and learns on the way roughly how much it can take: the
 * first bursts grow until one is too much, the others stay at a rate well below that. A cold JVM otherwise makes the
 * first probes look worst, and a JIT compiler starves under unbroken load.
 */
public final class WarmUp {

    /** Length of a burst. */
    public static final Duration BURST = Duration.ofSeconds(1);

    /** Time without load after a burst. */
    public static final Duration PAUSE = Duration.ofMillis(200);

    /** Fewest bursts, however quiet they look. */
    public static final int MIN_BURSTS = 5;

    /** Most bursts: a server that is never stationary is measured as it is. */
    public static final int MAX_BURSTS = 20;

    private static final double FIRST_RATE = 1000;
    private static final double GROWTH = 3;

    /** A burst that answered less than this share of its rate was too much for the server. */
    private static final double KEPT_UP = 0.95;

    /** Share of the highest rate answered so far at which the server is held: loaded, but with room to compile. */
    private static final double HOLD = 0.7;

    /** Two bursts whose medians differ by no more than this factor, and 99th percentiles by twice as much, are alike. */
    private static final double ALIKE = 1.25;

    private WarmUp() {}

    /**
     * The rate of the next burst, in requests per second; empty when the server is warm.
     *
     * @param bursts measured since the server's start, oldest first
     * @param expected what other configurations of the tuning sustained, if any did
     */
    public static Optional<Double> nextRate(List<Measurement> bursts, Optional<Double> expected) {
        if (bursts.isEmpty()) {
            return Optional.of(expected.map(rate -> rate / 2).orElse(FIRST_RATE));
        }
        Measurement last = bursts.getLast();
        boolean grewEnough = bursts.stream().anyMatch(burst -> !keptUp(burst));
        if (!grewEnough) {
            return bursts.size() < MAX_BURSTS ? Optional.of(last.rate() * growth(expected)) : Optional.empty();
        }
        if (bursts.size() >= MAX_BURSTS || (bursts.size() >= MIN_BURSTS && stationary(bursts))) {
            return Optional.empty();
        }
        boolean holding = bursts.size() >= 2 && keptUp(last) && !keptUp(before(bursts)) || sameRateTwice(bursts);
        return Optional.of(holding && keptUp(last) ? last.rate() : Math.max(1, HOLD * estimate(bursts)));
    }

    /** Right answers per second of the best burst: an estimate of what the server can take, in requests per second. */
    public static double estimate(List<Measurement> bursts) {
        return bursts.stream().mapToDouble(Measurement::goodRate).max().orElse(FIRST_RATE);
    }

    private static double growth(Optional<Double> expected) {
        return expected.isPresent() ? 2 : GROWTH;
    }

    private static boolean keptUp(Measurement burst) {
        return burst.goodRate() >= KEPT_UP * burst.rate();
    }

    private static Measurement before(List<Measurement> bursts) {
        return bursts.get(bursts.size() - 2);
    }

    private static boolean sameRateTwice(List<Measurement> bursts) {
        return bursts.size() >= 2 && before(bursts).rate() == bursts.getLast().rate();
    }

    private static boolean stationary(List<Measurement> bursts) {
        if (!sameRateTwice(bursts)) {
            return false;
        }
        Measurement last = bursts.getLast();
        Measurement before = before(bursts);
        return keptUp(last)
                && keptUp(before)
                && within(last.latency().p50Micros(), before.latency().p50Micros(), ALIKE)
                && within(last.latency().p99Micros(), before.latency().p99Micros(), 2 * ALIKE);
    }

    private static boolean within(double a, double b, double factor) {
        return Math.max(a, b) <= factor * Math.min(a, b);
    }
}
