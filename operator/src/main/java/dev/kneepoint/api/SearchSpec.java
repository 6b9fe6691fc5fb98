package dev.kneepoint.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.kneepoint.core.Strategy;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** Which configurations are compared, how precisely, within which budget. */
public record SearchSpec(
        @Default(SearchSpec.DEFAULT_STRATEGY)
        @JsonPropertyDescription("Which configuration is measured next; this version knows grid: all alike, in turn.")
        Strategy strategy,

        @Required @JsonPropertyDescription("What is varied: every combination is a configuration.")
        SpaceSpec space,

        @JsonPropertyDescription(
                "What runs today, measured first: the improvement is reported against it. It need not lie inside the space.")
        PoolConfiguration baseline,

        @Default("\"5%\"")
        @Size(max = Rules.TEXT_LENGTH) @ValidationRule(value = Rules.PRECISION, message = Rules.PRECISION_ALLOWED)
        @JsonPropertyDescription("Relative width of the interval in which a saturation point is found.")
        String precision,

        @Default(SearchSpec.DEFAULT_REPETITIONS)
        @Min(1) @Max(20) @JsonPropertyDescription("How often each finalist is confirmed; this version knows 1.")
        Integer repetitions,

        @Default("{}") @JsonPropertyDescription("When to stop with the best answer so far.")
        Budget budget) {

    /** To become {@code racing} when it is built. */
    static final String DEFAULT_STRATEGY = "grid";

    /** To become 3 when finalists are confirmed. */
    static final String DEFAULT_REPETITIONS = "1";

    /** When to stop with the best answer so far. */
    public record Budget(
            @Default("30m")
            @Size(max = Rules.TEXT_LENGTH) @ValidationRule(
                    value = Rules.DURATION + Rules.NOT_BELOW + "1s" + Rules.NOT_ABOVE + "720h" + Rules.END,
                    message = Rules.ALLOWED + "a duration from 1s to 720h, such as 90s, 30m, 1h")
            @JsonPropertyDescription("Longest time spent, servers' starts included, as a duration.")
            String maxDuration,

            @Min(1) @Max(10_000) @JsonPropertyDescription("Most configurations measured; absent: no limit.")
            Integer maxTrials) {}
}
