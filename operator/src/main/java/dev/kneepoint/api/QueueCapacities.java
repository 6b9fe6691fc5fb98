package dev.kneepoint.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;

/** Queue capacities to compare, in requests. */
@ValidationRule(value = IntegerAxis.EXACTLY_ONE_RULE, message = Rules.ALLOWED + IntegerAxis.EXACTLY_ONE)
@ValidationRule(value = IntegerAxis.ORDER_RULE, message = Rules.ALLOWED + IntegerAxis.ORDER)
@ValidationRule(value = IntegerAxis.STEP_RULE, message = Rules.ALLOWED + IntegerAxis.STEP)
public record QueueCapacities(
        @Size(min = 1, max = 1000) @JsonPropertyDescription("The values themselves.")
        List<@Min(1) @Max(Integer.MAX_VALUE) Integer> values,

        @Min(1) @Max(Integer.MAX_VALUE) @JsonPropertyDescription("Smallest value of a range.")
        Integer min,

        @Min(1) @Max(Integer.MAX_VALUE) @JsonPropertyDescription("Largest value of a range, at least min.")
        Integer max,

        @JsonPropertyDescription(
                "How a range is spaced: linear goes from min in steps, powerOfTwo takes the powers of two in it. Absent: linear.")
        Scale scale,

        @Min(1) @Max(Integer.MAX_VALUE) @JsonPropertyDescription("Distance between the values of a linear range. Absent: 1.")
        Integer step)
        implements IntegerAxis {

    /** Largest queue, in requests. */
    public static final int LARGEST = Integer.MAX_VALUE;

    /** Largest queue of the types that allocate it whole at the start; the same number as in the conditions. */
    public static final int LARGEST_ALLOCATED = 16_777_216;

    public static final String ALLOCATED = "1 to 16777216 for array and lockFree, which allocate the whole queue";

    public QueueCapacities {
        values = Frozen.list(values);
    }
}
