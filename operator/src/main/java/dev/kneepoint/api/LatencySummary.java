package dev.kneepoint.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** Latency at the saturation point, from the intended send time, as durations such as 4.2ms. */
public record LatencySummary(
        @JsonPropertyDescription("Median latency, as a duration.")
        String p50,

        @JsonPropertyDescription("99th percentile of the latency, as a duration.")
        String p99,

        @JsonPropertyDescription("99.9th percentile of the latency, as a duration.")
        String p999) {}
