package dev.kneepoint.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.kneepoint.core.QueueType;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import java.util.Map;

/** The configuration to run, with its evidence. */
public record Recommendation(
        @JsonPropertyDescription("Core threads; absent where the queue type has no pool.")
        Integer poolSize,

        @JsonPropertyDescription("Most threads; absent where the queue type has no pool.")
        Integer maxPoolSize,

        @JsonPropertyDescription("How requests are handed from the selector thread to the one that handles them.")
        QueueType queueType,

        @JsonPropertyDescription("Requests that may wait; absent where the queue type has no capacity.")
        Integer queueCapacity,

        @JsonPropertyDescription("The highest rate that it sustains.")
        Saturation saturation,

        @JsonPropertyDescription("Latency at the saturation point.")
        LatencySummary latency,

        @JsonPropertyDescription("Share of failed requests at the saturation point, such as 0.02%.")
        String errorRate,

        @JsonPropertyDescription("How much more it sustains than the baseline; absent without one.")
        Improvement improvementOverBaseline,

        @Size(max = 1000) @JsonPropertyDescription(
                "Other configurations that cannot be told apart from the best: their intervals overlap.")
        List<PoolConfiguration> equivalents,

        @JsonPropertyDescription("The server's settings for it, as environment variables.")
        Map<String, String> environment) {

    public Recommendation {
        equivalents = Frozen.list(equivalents);
        environment = Frozen.map(environment);
    }

    /** A difference of two saturation points. */
    public record Improvement(
            @JsonPropertyDescription("The difference, in percent of the baseline's saturation rate.")
            Double percent,

            @JsonPropertyDescription("The least that both intervals allow, in percent.")
            Double low,

            @JsonPropertyDescription(
                    "The most that both intervals allow, in percent; absent: no upper bound was found.")
            Double high) {}
}
