package dev.kneepoint.local;

import dev.kneepoint.core.Measurement;
import dev.kneepoint.core.Objective;
import dev.kneepoint.core.Objective.LatencyGoal;
import dev.kneepoint.wrk2.LatencySummary;
import dev.kneepoint.wrk2.LoadReport;
import java.time.Duration;
import java.util.List;

/** Reduces a generator's report to what verdicts need. */
final class LoadMeasurement {

    private LoadMeasurement() {}

    static Measurement of(LoadReport report, Objective objective, boolean expectsNotFound) {
        long notFound = expectsNotFound ? report.statuses().getOrDefault("404", 0L) : 0;
        LatencySummary latency = report.latency();
        List<Long> slower = objective.latency().stream()
                .map(LatencyGoal::max)
                .map(bound -> latency.countSlowerThan(bound).orElse(0))
                .toList();
        return new Measurement(
                report.rate(),
                Duration.ofNanos(Math.round(report.durationSeconds() * 1e9)),
                report.requests().scheduled(),
                report.requests().sent(),
                report.requests().completed(),
                report.errors().total() - notFound,
                report.requests().unanswered(),
                slower,
                new Measurement.Latency(
                        micros(latency, 50),
                        micros(latency, 90),
                        micros(latency, 99),
                        micros(latency, 99.9),
                        micros(latency, 100)),
                report.generatorUsage().cpuShare(),
                Math.round(report.generatorUsage().sendLagUs().p99()));
    }

    private static long micros(LatencySummary latency, double percentile) {
        return Math.round(latency.percentileMicros(percentile).orElse(-1));
    }
}
