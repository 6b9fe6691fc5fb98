package dev.kneepoint.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.List;
import java.util.Map;

/** How the load generator asks, and where it runs. */
@ValidationRule(
        value = "!has(self.connections) || !has(self.threads) || self.connections >= self.threads",
        message = Rules.ALLOWED + LoadSpec.CONNECTIONS,
        fieldPath = ".connections")
public record LoadSpec(
        @Default("64") @Min(1) @Max(65_536) @JsonPropertyDescription("Open connections, at least as many as threads.")
        Integer connections,

        @Default("1") @Min(1) @Max(256) @JsonPropertyDescription("Threads of the load generator.")
        Integer threads,

        @Default("{}") @JsonPropertyDescription("How long a probe measures, in RFC 9971's terms.")
        Probe probe,

        @JsonPropertyDescription("Container image; absent: the one released with the operator. Only used on a cluster.")
        String image,

        @JsonPropertyDescription("CPU and memory of the container. Only used on a cluster.")
        ResourceRequirements resources,

        @JsonPropertyDescription("Labels of the nodes that it may run on. Only used on a cluster.")
        Map<String, String> nodeSelector,

        @JsonPropertyDescription("Taints that it tolerates. Only used on a cluster.")
        List<Toleration> tolerations,

        @JsonPropertyDescription("Which nodes and neighbours it prefers. Only used on a cluster.")
        Affinity affinity) {

    public static final String CONNECTIONS = "at least threads";

    public LoadSpec {
        nodeSelector = Frozen.map(nodeSelector);
        tolerations = Frozen.list(tolerations);
    }

    /** Measured windows: without connecting and without warm-up. */
    @ValidationRule(
            value = "!has(self.initialDuration) || !has(self.finalDuration)"
                    + " || duration(self.initialDuration) <= duration(self.finalDuration)",
            message = Rules.ALLOWED + Probe.ORDER,
            fieldPath = ".finalDuration")
    public record Probe(
            @Default("5s")
            @Size(max = Rules.TEXT_LENGTH) @ValidationRule(
                    value = Rules.DURATION + Rules.NOT_BELOW + "100ms" + Rules.NOT_ABOVE + "1h" + Rules.END,
                    message = Rules.ALLOWED + "a duration from 100ms to 1h" + Rules.DURATION_EXAMPLES)
            @JsonPropertyDescription("Measured window of a probe that explores, as a duration.")
            String initialDuration,

            @Default("20s")
            @Size(max = Rules.TEXT_LENGTH) @ValidationRule(
                    value = Rules.DURATION + Rules.NOT_BELOW + "100ms" + Rules.NOT_ABOVE + "1h" + Rules.END,
                    message = Rules.ALLOWED + "a duration from 100ms to 1h" + Rules.DURATION_EXAMPLES)
            @JsonPropertyDescription(
                    "Measured window of a probe that decides, as a duration, at least initialDuration.")
            String finalDuration) {
        public static final String ORDER = "at least initialDuration";
    }
}
