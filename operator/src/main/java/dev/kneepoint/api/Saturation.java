package dev.kneepoint.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** The highest rate that a configuration sustains, in requests per second. */
public record Saturation(
        @JsonPropertyDescription("The saturation point, in requests per second.")
        Long rps,

        @JsonPropertyDescription("A rate that a decisive probe confirmed to be sustained, in requests per second.")
        Long low,

        @JsonPropertyDescription(
                "A rate that decisive probes confirmed not to be sustained, in requests per second; absent: none was found.")
        Long high) {}
