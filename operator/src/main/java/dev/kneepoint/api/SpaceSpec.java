package dev.kneepoint.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.kneepoint.core.QueueType;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;

/** What is varied: every combination of the values is a configuration, at most {@value #MAX_CONFIGURATIONS}. */
@ValidationRule(
        value = "has(self.poolSize) || self.queueType.all(q, q in ['none', 'virtual'])",
        message = Rules.ALLOWED + SpaceSpec.POOL_SIZE_NEEDED)
@ValidationRule(
        value = "has(self.queueCapacity) || self.queueType.all(q, q in ['none', 'synchronous'])",
        message = Rules.ALLOWED + SpaceSpec.CAPACITY_NEEDED)
@ValidationRule(
        value = "!has(self.queueCapacity) || self.queueType.all(q, !(q in ['array', 'lockFree']))"
                + " || ((!has(self.queueCapacity.max) || self.queueCapacity.max <= 16777216)"
                + " && (!has(self.queueCapacity.values) || self.queueCapacity.values.all(v, v <= 16777216)))",
        message = Rules.ALLOWED + QueueCapacities.ALLOCATED)
public record SpaceSpec(
        @JsonPropertyDescription("Core threads. Needed unless every queue type is none or virtual.")
        ThreadCounts poolSize,

        @JsonPropertyDescription(
                "Most threads; combinations below the pool size are left out. Absent: the same as poolSize.")
        ThreadCounts maxPoolSize,

        @Required
        @Size(min = 1, max = 7) @JsonPropertyDescription("How requests are handed from the selector thread to the one that handles them.")
        List<QueueType> queueType,

        @JsonPropertyDescription(
                "Requests that may wait; in flight, for virtual. Needed unless every queue type is none or synchronous.")
        QueueCapacities queueCapacity) {

    public static final long MAX_CONFIGURATIONS = 10_000;
    public static final String POOL_SIZE_NEEDED =
            "poolSize with at least one value, unless queueType is only none or virtual";
    public static final String CAPACITY_NEEDED =
            "queueCapacity with at least one value, unless queueType is only none or synchronous";

    public SpaceSpec {
        queueType = Frozen.list(queueType);
    }
}
