package dev.kneepoint.core;

import java.time.Duration;
import java.util.List;

/**
 * What one run of the generator saw, reduced to what verdicts need. Requests are counted from a constant-rate schedule:
 * {@code scheduled >= sent >= completed}.
 *
 * @param rate intended requests per second
 * @param window measured time
 * @param scheduled requests whose intended send time lay in the window
 * @param sent those of them that were sent
 * @param completed those that were answered, with any status
 * @param failed answered with an unexpected status, refused, reset or timed out
 * @param unanswered sent and never answered
 * @param slower for each latency goal of the objective, in its order: answers with a corrected latency above its bound
 * @param latency of the answers, corrected
 * @param generatorCpuShare CPU time of the generator over window times its threads, 0 to 1
 * @param sendLagP99Micros how late the generator itself sent, 99th percentile
 */
public record Measurement(
        double rate,
        Duration window,
        long scheduled,
        long sent,
        long completed,
        long failed,
        long unanswered,
        List<Long> slower,
        Latency latency,
        double generatorCpuShare,
        long sendLagP99Micros) {

    /** Corrected latency in microseconds; -1 where nothing was answered. */
    public record Latency(long p50Micros, long p90Micros, long p99Micros, long p999Micros, long maxMicros) {}

    public Measurement {
        slower = List.copyOf(slower);
    }

    /** Answers per second, whatever they said. */
    public double completedRate() {
        return perSecond(completed);
    }

    /** Right answers per second. */
    public double goodRate() {
        return perSecond(Math.max(0, completed - failed));
    }

    /** Share of the requests sent that failed or were never answered, 0 to 1. */
    public double errorRatio() {
        return sent == 0 ? 0 : Math.min(1, (failed + unanswered) / (double) sent);
    }

    /** Share of the requests sent that missed the given latency goal, 0 to 1: an answer that never came is slow too. */
    public double slowRatio(int goal) {
        return sent == 0 ? 0 : (slower.get(goal) + unanswered) / (double) sent;
    }

    private double perSecond(long requests) {
        return requests / (window.toNanos() / 1e9);
    }
}
