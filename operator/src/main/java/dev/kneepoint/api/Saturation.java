package dev.kneepoint.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** The highest rate that a configuration sustains, in requests per second. */
public record Saturation(
        @JsonPropertyDescription("The saturation point, in requests per second.")
        Long rps,

        @JsonPropertyDescription("Lower end of its 95 % interval, in requests per second.")
        Long low,

        @JsonPropertyDescription("Upper end of its 95 % interval, in requests per second; absent: no rate failed.")
        Long high) {}
