package dev.kneepoint.cli;

import java.time.Duration;
import java.util.Locale;

/** Durations, rates and latencies as people read them. */
final class Figures {

    private Figures() {}

    /** To the second: {@code 45s}, {@code 2m10s}, {@code 1h05m}. */
    static String coarse(Duration duration) {
        long seconds = Math.round(duration.toMillis() / 1e3);
        if (seconds < 60) {
            return seconds + "s";
        }
        if (seconds < 3600) {
            return String.format(Locale.ROOT, "%dm%02ds", seconds / 60, seconds % 60);
        }
        return String.format(Locale.ROOT, "%dh%02dm", seconds / 3600, seconds % 3600 / 60);
    }

    /** Latency, three digits: {@code 870us}, {@code 3.24ms}, {@code 1.20s}. */
    static String latency(long micros) {
        if (micros < 0) {
            return "-";
        }
        if (micros < 1_000) {
            return micros + "us";
        }
        if (micros < 1_000_000) {
            return String.format(Locale.ROOT, "%.2fms", micros / 1e3);
        }
        return String.format(Locale.ROOT, "%.2fs", micros / 1e6);
    }

    /** Requests per second, with a separator of thousands; an open bound is a sign of infinity. */
    static String rate(double rps) {
        return Double.isInfinite(rps) ? "∞" : String.format(Locale.ROOT, "%,.0f", rps);
    }
}
