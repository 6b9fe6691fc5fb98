package dev.kneepoint.core.saturation;

import dev.kneepoint.core.Measurement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Warms a server up in bursts with pauses until it is stationary, and learns on the way what it can take. The first
 * bursts grow until one is too much: a push. Then come cycles: some bursts well below what the push answered, in which the
 * server has time to compile, and another push. The server is warm when a push answers no more than the one before it and
 * its latency under the lower load no longer falls. A cold JVM otherwise makes the first configuration look worst, and a
 * JIT compiler starves under unbroken load.
 */
public final class WarmUp {

    /** Length of a burst. */
    public static final Duration BURST = Duration.ofSeconds(1);

    /** Time without load after a burst. */
    public static final Duration PAUSE = Duration.ofMillis(150);

    /** Most bursts: a server that is never stationary is measured as it is. */
    public static final int MAX_BURSTS = 14;

    /** Requests per second of the first burst: little enough for bytecode that is still interpreted. */
    private static final double FIRST_RATE = 1000;

    private static final double GROWTH = 3;

    /** A burst that answered less than this share of its rate was too much for the server. */
    private static final double KEPT_UP = 0.95;

    /** Share of what the last push answered at which the server is held: loaded, but with room to compile. */
    private static final double HOLD = 0.7;

    private static final int HOLDS = 2;

    /** Fewest pushes: one may get little by chance. */
    private static final int MIN_PUSHES = 3;

    /** A push asks for this much more than the last one got. */
    private static final double PUSH = 1.5;

    /** A push that got this much more than the one before it shows a server that still warms up. */
    private static final double STILL_GROWING = 1.1;

    /** So does a 99th percentile that fell to less than this share. */
    private static final double STILL_FALLING = 0.5;

    private WarmUp() {}

    /**
     * The rate of the next burst, in requests per second; empty when the server is warm.
     *
     * @param bursts measured since the server's start, oldest first
     */
    public static Optional<Double> nextRate(List<Measurement> bursts) {
        if (bursts.isEmpty()) {
            return Optional.of(FIRST_RATE);
        }
        if (bursts.size() >= MAX_BURSTS) {
            return Optional.empty();
        }
        Measurement last = bursts.getLast();
        List<Integer> pushes = tooMuch(bursts);
        if (pushes.isEmpty()) {
            return Optional.of(last.rate() * GROWTH);
        }
        double answered = answered(bursts.get(pushes.getLast()));
        int since = bursts.size() - 1 - pushes.getLast();
        if (since == 0) {
            return warm(bursts, pushes) ? Optional.empty() : Optional.of(HOLD * answered);
        }
        if (since < HOLDS) {
            return Optional.of(HOLD * answered);
        }
        // A push that was answered in full was none: the next asks for more.
        return Optional.of(PUSH * (since == HOLDS ? answered : last.rate()));
    }

    /** Right answers per second of the last push: what the server can take, roughly, in requests per second. */
    public static double estimate(List<Measurement> bursts) {
        List<Integer> pushes = tooMuch(bursts);
        return pushes.isEmpty()
                ? bursts.stream().mapToDouble(Measurement::goodRate).max().orElse(FIRST_RATE)
                : answered(bursts.get(pushes.getLast()));
    }

    /** Indexes of the pushes: every burst that was too much, but for those meant to be held at. */
    private static List<Integer> tooMuch(List<Measurement> bursts) {
        List<Integer> pushes = new ArrayList<>();
        for (int i = 0; i < bursts.size(); i++) {
            boolean hold = !pushes.isEmpty() && i - pushes.getLast() <= HOLDS;
            if (!hold && bursts.get(i).goodRate() < KEPT_UP * bursts.get(i).rate()) {
                pushes.add(i);
            }
        }
        return pushes;
    }

    private static boolean warm(List<Measurement> bursts, List<Integer> pushes) {
        if (pushes.size() < MIN_PUSHES) {
            return false;
        }
        int before = pushes.get(pushes.size() - 2);
        boolean growing = answered(bursts.get(pushes.getLast())) > STILL_GROWING * answered(bursts.get(before));
        long firstHold = bursts.get(before + 1).latency().p99Micros();
        long lastHold = bursts.get(before + HOLDS).latency().p99Micros();
        return !growing && lastHold >= STILL_FALLING * firstHold;
    }

    /** At least 1, so that a server that answers nothing is still asked. */
    private static double answered(Measurement burst) {
        return Math.max(1, burst.goodRate());
    }
}
