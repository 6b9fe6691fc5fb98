package dev.kneepoint.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.kneepoint.core.KeyDistribution;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.ConfigMapKeySelector;

/** What the load generator asks for; rendered to a Lua script and its arguments. */
@ValidationRule(
        value = "!has(self.maxValueSize) || !has(self.valueSize) || self.maxValueSize >= self.valueSize",
        message = Rules.ALLOWED + WorkloadSpec.VALUE_SIZES,
        fieldPath = ".maxValueSize")
@ValidationRule(
        value = "!has(self.prefill) || !self.prefill || !has(self.keys) || !has(self.valueSize)"
                + " || self.keys * (has(self.maxValueSize) ? self.maxValueSize : self.valueSize) <= 1099511627776",
        message = Rules.ALLOWED + WorkloadSpec.PREFILL_SIZE)
public record WorkloadSpec(
        @Default("{\"get\": 90, \"put\": 10, \"delete\": 0}")
        @JsonPropertyDescription("Share of each kind of request, in percent.")
        Mix mix,

        @Default("100000")
        @Min(1) @Max(10_000_000_000L) @JsonPropertyDescription("How many ids are asked for: the decimal numbers 0 to keys - 1.")
        Long keys,

        @Default("uniform") @JsonPropertyDescription("How ids are drawn.")
        KeyDistribution keyDistribution,

        @Default("256")
        @Min(1) @Max(16_777_216) @JsonPropertyDescription("Size of a value, in bytes; the smallest, where maxValueSize is set.")
        Integer valueSize,

        @Min(1) @Max(16_777_216) @JsonPropertyDescription(
                "Largest size of a value, in bytes, at least valueSize: sizes are uniform between the two. Absent: all have valueSize.")
        Integer maxValueSize,

        @Default("true")
        @JsonPropertyDescription("Whether every id has a value before the first request; at most 1 TiB altogether.")
        Boolean prefill,

        @Default("1")
        @Min(0) @Max(Integer.MAX_VALUE) @JsonPropertyDescription("Seed of the ids, values and mix, and of every random choice of the search.")
        Long seed,

        @JsonPropertyDescription("A Lua script of your own, written for wrk2, in place of the rendered one.")
        ScriptSource script) {

    public static final String VALUE_SIZES = "at least valueSize";
    public static final String PREFILL_SIZE =
            "at most 1 TiB (1099511627776 bytes) of prefilled values, keys times the largest value size";

    /** Largest prefill, in bytes; the same number as in the condition above. */
    public static final long MAX_PREFILL_BYTES = 1_099_511_627_776L;

    /** Share of each kind of request, in percent. */
    @ValidationRule(value = "self.get + self.put + self.delete == 100", message = Rules.ALLOWED + Mix.SUM)
    public record Mix(
            @Default("0") @Min(0) @Max(100) @JsonPropertyDescription("Share of GETs, in percent.")
            Integer get,

            @Default("0") @Min(0) @Max(100) @JsonPropertyDescription("Share of PUTs, in percent.")
            Integer put,

            @Default("0") @Min(0) @Max(100) @JsonPropertyDescription("Share of DELETEs, in percent.")
            Integer delete) {
        public static final String SUM = "get, put and delete that sum to 100 (percent)";
    }

    /** Where a script is read from. */
    public record ScriptSource(
            @Required @JsonPropertyDescription("The key of a ConfigMap in the tuning's namespace.")
            ConfigMapKeySelector configMapKeyRef) {}
}
