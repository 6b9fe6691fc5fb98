package dev.kneepoint.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Nullable;
import io.fabric8.generator.annotation.Required;

/** What to tune, and how. A field that is absent is null until the defaults are applied. */
public record StorageTuningSpec(
        @Required @JsonPropertyDescription("What a configuration must hold to count as sustaining a rate.")
        ObjectiveSpec objective,

        @Default("{}") @JsonPropertyDescription("What the load generator asks the server for.")
        WorkloadSpec workload,

        @Default("{}") @JsonPropertyDescription("How the load generator asks, and where it runs.")
        LoadSpec load,

        @Default("{}") @JsonPropertyDescription("The storage server that is tuned.")
        ServerSpec server,

        @Required @JsonPropertyDescription("Which configurations are compared, how precisely, within which budget.")
        SearchSpec search,

        @JsonPropertyDescription("Profiles of the recommended configuration under load; absent: none are taken.")
        ProfileSpec profile,

        @Default("false") @JsonPropertyDescription("Whether the tuning waits: nothing new is started while it does.")
        Boolean suspend,

        @Nullable @Min(0) @Max(Integer.MAX_VALUE) @JsonPropertyDescription(
                "Seconds after its end at which the tuning itself is deleted; absent: never. What it made is deleted when it ends.")
        Integer ttlSecondsAfterFinished) {}
