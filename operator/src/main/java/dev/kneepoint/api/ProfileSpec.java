package dev.kneepoint.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;

/** Profiles of the recommended configuration under load. */
public record ProfileSpec(
        @Required @Size(min = 1, max = 4) @JsonPropertyDescription("What is sampled, one profile each.")
        List<Event> events,

        @Default("15s")
        @Size(max = Rules.TEXT_LENGTH) @ValidationRule(
                value = Rules.DURATION + Rules.NOT_BELOW + "1s" + Rules.NOT_ABOVE + "10m" + Rules.END,
                message = Rules.ALLOWED + "a duration from 1s to 10m, such as 15s, 2m")
        @JsonPropertyDescription("How long each is sampled, as a duration.")
        String duration) {

    public ProfileSpec {
        events = Frozen.list(events);
    }

    /** What async-profiler samples. */
    public enum Event {
        @JsonProperty("cpu")
        CPU,
        @JsonProperty("alloc")
        ALLOC,
        @JsonProperty("lock")
        LOCK,
        @JsonProperty("wall")
        WALL
    }
}
