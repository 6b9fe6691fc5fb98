package dev.kneepoint.core;

import dev.kneepoint.core.Objective.LatencyGoal;
import java.time.Duration;
import java.util.Locale;

/**
 * Tells whether a probe was sustained: completed at least {@value #MIN_COMPLETED_RATIO} of the intended rate, errors
 * within their share, and every latency goal held. The generator is judged first: what it could not send says nothing
 * about the server.
 */
public final class Judge {

    /** Share of the intended rate that must be completed. */
    public static final double MIN_COMPLETED_RATIO = 0.99;

    /** Above this share of its threads' time the generator has no reserve: a miss may be its own. */
    static final double MAX_GENERATOR_CPU_SHARE = 0.95;

    /** A generator later than this share of the tightest bound spoils the latency it reports. */
    static final double MAX_SEND_LAG_SHARE = 0.5;

    private Judge() {}

    public static Verdict judge(Objective objective, Measurement measured) {
        Verdict missed = firstMiss(objective, measured);
        if (missed == null) {
            return new Verdict(Verdict.Kind.PASS, "sustained: " + latencySummary(objective, measured));
        }
        // A pass is a pass however hard the generator worked; only a miss may be its fault.
        if (measured.generatorCpuShare() > MAX_GENERATOR_CPU_SHARE) {
            return new Verdict(
                    Verdict.Kind.INVALID,
                    format(
                            "generator-limited: it used %.0f %% of its CPU (%s)",
                            100 * measured.generatorCpuShare(), missed.reason()));
        }
        if (measured.sendLagP99Micros() > MAX_SEND_LAG_SHARE * tightestBoundMicros(objective)) {
            return new Verdict(
                    Verdict.Kind.INVALID,
                    format(
                            "generator late: it sent 1 %% of its requests more than %.1f ms behind schedule (%s)",
                            measured.sendLagP99Micros() / 1e3, missed.reason()));
        }
        return missed;
    }

    private static Verdict firstMiss(Objective objective, Measurement measured) {
        if (measured.completed() < MIN_COMPLETED_RATIO * measured.scheduled() || measured.completed() == 0) {
            return fail(
                    "completed %.0f/s of %.0f/s intended, less than %.0f %%",
                    measured.completedRate(), measured.rate(), 100 * MIN_COMPLETED_RATIO);
        }
        if (measured.errorRatio() > objective.maxErrorRatio()) {
            return fail(
                    "%.3f %% errors, over %s %%",
                    100 * measured.errorRatio(), trimmed(100 * objective.maxErrorRatio()));
        }
        for (int i = 0; i < objective.latency().size(); i++) {
            LatencyGoal goal = objective.latency().get(i);
            if (measured.slowRatio(i) > goal.lossRatio()) {
                return fail(
                        "%.2f %% slower than %s, over the %s %% that p%s allows",
                        100 * measured.slowRatio(i),
                        millis(goal.max()),
                        trimmed(100 * goal.lossRatio()),
                        trimmed(goal.percentile()));
            }
        }
        return null;
    }

    private static String latencySummary(Objective objective, Measurement measured) {
        LatencyGoal goal = objective.latency().getFirst();
        return format("%.2f %% slower than %s", 100 * measured.slowRatio(0), millis(goal.max()));
    }

    private static double tightestBoundMicros(Objective objective) {
        return objective.latency().stream()
                .mapToDouble(goal -> goal.max().toNanos() / 1e3)
                .min()
                .orElseThrow();
    }

    private static Verdict fail(String pattern, Object... arguments) {
        return new Verdict(Verdict.Kind.FAIL, format(pattern, arguments));
    }

    private static String format(String pattern, Object... arguments) {
        return String.format(Locale.ROOT, pattern, arguments);
    }

    private static String millis(Duration duration) {
        return trimmed(duration.toNanos() / 1e6) + " ms";
    }

    private static String trimmed(double value) {
        String text = format("%.6f", value);
        return text.replaceAll("0+$", "").replaceAll("\\.$", "");
    }
}
