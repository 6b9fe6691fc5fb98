package dev.kneepoint.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;

/** Numbers of threads to compare. */
@ValidationRule(value = IntegerAxis.EXACTLY_ONE_RULE, message = Rules.ALLOWED + IntegerAxis.EXACTLY_ONE)
@ValidationRule(value = IntegerAxis.ORDER_RULE, message = Rules.ALLOWED + IntegerAxis.ORDER)
@ValidationRule(value = IntegerAxis.STEP_RULE, message = Rules.ALLOWED + IntegerAxis.STEP)
public record ThreadCounts(
        @Size(min = 1, max = 1000) @JsonPropertyDescription("The values themselves.")
        List<@Min(1) @Max(4096) Integer> values,

        @Min(1) @Max(4096) @JsonPropertyDescription("Smallest value of a range.")
        Integer min,

        @Min(1) @Max(4096) @JsonPropertyDescription("Largest value of a range, at least min.")
        Integer max,

        @JsonPropertyDescription(
                "How a range is spaced: linear goes from min in steps, powerOfTwo takes the powers of two in it. Absent: linear.")
        Scale scale,

        @Min(1) @Max(4096) @JsonPropertyDescription("Distance between the values of a linear range. Absent: 1.")
        Integer step)
        implements IntegerAxis {

    /** Most threads of a pool. */
    public static final int LARGEST = 4096;

    public ThreadCounts {
        values = Frozen.list(values);
    }
}
