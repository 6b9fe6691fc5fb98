package dev.kneepoint.core;

import java.time.Duration;
import java.util.List;

/**
 * What a probe must hold to count as sustained.
 *
 * @param latency every goal must hold; at least one
 * @param maxErrorRatio largest share of requests that may fail, 0 to 1
 */
public record Objective(List<LatencyGoal> latency, double maxErrorRatio) {

    /**
     * A bound on one percentile of the corrected latency.
     *
     * @param percentile 0 exclusive to 100 exclusive, such as 99.9
     * @param max the bound, positive
     */
    public record LatencyGoal(double percentile, Duration max) {

        /** The share of requests that may be slower than {@link #max}, 0 to 1: RFC 9971's goal loss ratio. */
        public double lossRatio() {
            return 1 - percentile / 100;
        }
    }

    public Objective {
        latency = List.copyOf(latency);
        if (latency.isEmpty()) {
            throw new IllegalArgumentException("an objective needs a latency goal");
        }
    }
}
