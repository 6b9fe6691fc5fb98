package dev.kneepoint.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.time.Instant;

/** How far a tuning is. */
public record Progress(
        @JsonPropertyDescription("The current trial, counted from 1.")
        Integer trial,

        @JsonPropertyDescription("Trials planned.") Integer trials,

        @JsonPropertyDescription("Trials done of those planned, such as 3/12.")
        String summary,

        @JsonPropertyDescription("The current probe of the trial, counted from 1.")
        Integer probe,

        @JsonPropertyDescription("When the first trial began.")
        Instant startedAt,

        @JsonPropertyDescription("When the last trial is expected to end.")
        Instant estimatedCompletion) {}
