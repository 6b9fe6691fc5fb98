package dev.kneepoint.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** One dimension of the search space: exactly one of a list of values, and a range. */
public sealed interface IntegerAxis permits ThreadCounts, QueueCapacities {

    /** The conditions that both kinds share. */
    String EXACTLY_ONE_RULE =
            "has(self.values) ? !has(self.min) && !has(self.max) && !has(self.scale) && !has(self.step)"
                    + " : has(self.min) && has(self.max)";

    String EXACTLY_ONE = "exactly one of values, and min with max (and scale, step)";
    String ORDER_RULE = "!has(self.min) || !has(self.max) || self.min <= self.max";
    String ORDER = "max at least min";
    String STEP_RULE = "!has(self.step) || !has(self.scale) || self.scale == 'linear'";
    String STEP = "step only with scale linear";

    /** The step of a linear range that names none. */
    int DEFAULT_STEP = 1;

    /** The scale of a range that names none; not a default of the schema, which would set it beside values too. */
    Scale DEFAULT_SCALE = Scale.LINEAR;

    List<Integer> values();

    Integer min();

    Integer max();

    Scale scale();

    Integer step();

    /** How a range is spaced. */
    enum Scale {
        @JsonProperty("linear")
        LINEAR,
        @JsonProperty("powerOfTwo")
        POWER_OF_TWO
    }
}
