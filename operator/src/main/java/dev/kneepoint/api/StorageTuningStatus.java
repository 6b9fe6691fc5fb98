package dev.kneepoint.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;

/** Where the tuning stands, and what came of it. */
public record StorageTuningStatus(
        @JsonPropertyDescription("The generation of the spec that this status is about.")
        Long observedGeneration,

        @JsonPropertyDescription("Accepted, Progressing, Ready and Degraded, each with a reason and a message.")
        List<Condition> conditions,

        @JsonPropertyDescription("The conditions in one word.")
        Phase phase,

        @JsonPropertyDescription("How far it is.") Progress progress,

        @JsonPropertyDescription("The configuration to run, with its evidence.")
        Recommendation recommended,

        @Size(max = 1000) @JsonPropertyDescription("What was measured of each configuration, in order; the rest is in the report.")
        List<TrialStatus> trials,

        @JsonPropertyDescription("Where the report is read.")
        String report) {

    public StorageTuningStatus {
        conditions = Frozen.list(conditions);
        trials = Frozen.list(trials);
    }

    /** Pending, then Running, then Completed or Failed; Suspended in between as long as the spec says so. */
    public enum Phase {
        @JsonProperty("Pending")
        PENDING,
        @JsonProperty("Running")
        RUNNING,
        @JsonProperty("Suspended")
        SUSPENDED,
        @JsonProperty("Completed")
        COMPLETED,
        @JsonProperty("Failed")
        FAILED
    }
}
