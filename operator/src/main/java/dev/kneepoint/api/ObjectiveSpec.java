package dev.kneepoint.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;

/** What a probe must hold to count as sustained. */
public record ObjectiveSpec(
        @Required
        @Size(min = 1, max = 8) @JsonPropertyDescription("Bounds on the latency counted from the intended send time; all must hold.")
        List<LatencyGoalSpec> latency,

        @Default("\"0.1%\"")
        @Size(max = Rules.TEXT_LENGTH) @ValidationRule(value = Rules.ERROR_RATE, message = Rules.ERROR_RATE_ALLOWED)
        @JsonPropertyDescription(
                "Largest share of requests that may fail: answered with neither 2xx nor 3xx (404 aside where the workload may miss), refused, reset or timed out.")
        String maxErrorRate) {

    public ObjectiveSpec {
        latency = Frozen.list(latency);
    }

    /** A bound on one percentile of the latency. */
    public record LatencyGoalSpec(
            @Required
            @Size(max = Rules.TEXT_LENGTH) @ValidationRule(value = Rules.PERCENTILE, message = Rules.PERCENTILE_ALLOWED)
            @JsonPropertyDescription("Which percentile of the latency.")
            String percentile,

            @Required
            @Size(max = Rules.TEXT_LENGTH) @ValidationRule(
                    value = Rules.DURATION + Rules.NOT_BELOW + "100us" + Rules.NOT_ABOVE + "10m" + Rules.END,
                    message = Rules.ALLOWED + "a duration from 100us to 10m" + Rules.DURATION_EXAMPLES)
            @JsonPropertyDescription("What it must not exceed, as a duration.")
            String max) {}
}
