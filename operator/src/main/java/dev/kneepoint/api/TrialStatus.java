package dev.kneepoint.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** What was measured of one configuration. */
public record TrialStatus(
        @JsonPropertyDescription("What was measured.") PoolConfiguration configuration,

        @JsonPropertyDescription("Its saturation point; the bounds so far, where the trial is unfinished.")
        Saturation saturation,

        @JsonPropertyDescription("How the trial ended, or where it stands.")
        Outcome outcome,

        @JsonPropertyDescription("Why, for a person.") String reason,

        @JsonPropertyDescription("Latency at the saturation point.")
        LatencySummary latency,

        @JsonPropertyDescription("Share of failed requests at the saturation point, such as 0.02%.")
        String errorRate,

        @JsonPropertyDescription("How many probes it took.") Integer probes) {

    /** How a trial ended; the names are those of the core. */
    public enum Outcome {
        @JsonProperty("pending")
        PENDING,
        @JsonProperty("running")
        RUNNING,
        /** The saturation point was found to the precision asked for. */
        @JsonProperty("found")
        FOUND,
        /** Not even the lowest rate was sustained. */
        @JsonProperty("nothingSustained")
        NOTHING_SUSTAINED,
        /** The server or the generator failed too often, or nothing measured was valid. */
        @JsonProperty("failed")
        FAILED,
        /** The budget ended first. */
        @JsonProperty("unfinished")
        UNFINISHED
    }
}
