package dev.kneepoint.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.kneepoint.core.Configuration;
import dev.kneepoint.core.QueueType;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.ValidationRule;

/** One configuration of the server. What its queue type has no use for is absent, or ignored. */
@ValidationRule(
        value = "has(self.poolSize) || self.queueType in ['none', 'virtual']",
        message = Rules.ALLOWED + PoolConfiguration.POOL_SIZE_NEEDED)
@ValidationRule(
        value = "has(self.queueCapacity) || self.queueType in ['none', 'synchronous']",
        message = Rules.ALLOWED + PoolConfiguration.CAPACITY_NEEDED)
@ValidationRule(
        value = "!has(self.poolSize) || !has(self.maxPoolSize) || self.maxPoolSize >= self.poolSize",
        message = Rules.ALLOWED + PoolConfiguration.ORDER,
        fieldPath = ".maxPoolSize")
@ValidationRule(
        value =
                "!has(self.queueCapacity) || !(self.queueType in ['array', 'lockFree']) || self.queueCapacity <= 16777216",
        message = Rules.ALLOWED + QueueCapacities.ALLOCATED,
        fieldPath = ".queueCapacity")
public record PoolConfiguration(
        @Min(1) @Max(ThreadCounts.LARGEST) @JsonPropertyDescription("Core threads. Needed unless the queue type is none or virtual.")
        Integer poolSize,

        @Min(1) @Max(ThreadCounts.LARGEST) @JsonPropertyDescription("Most threads, at least poolSize. Absent: the same as poolSize.")
        Integer maxPoolSize,

        @Required
        @JsonPropertyDescription("How requests are handed from the selector thread to the one that handles them.")
        QueueType queueType,

        @Min(1) @Max(QueueCapacities.LARGEST) @JsonPropertyDescription(
                "Requests that may wait; in flight, for virtual. Needed unless the queue type is none or synchronous.")
        Integer queueCapacity) {

    public static final String POOL_SIZE_NEEDED = "poolSize, unless queueType is none or virtual";
    public static final String CAPACITY_NEEDED = "queueCapacity, unless queueType is none or synchronous";
    public static final String ORDER = "at least poolSize";

    /** As the core names it. */
    public static PoolConfiguration of(Configuration configuration) {
        return new PoolConfiguration(
                used(configuration.poolSize()),
                used(configuration.maxPoolSize()),
                configuration.queueType(),
                used(configuration.queueCapacity()));
    }

    /** Zero stands for what the queue type has no use for. */
    private static Integer used(int value) {
        return value == 0 ? null : value;
    }
}
