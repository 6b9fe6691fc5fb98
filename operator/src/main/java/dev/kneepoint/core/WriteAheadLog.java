package dev.kneepoint.core;

import com.fasterxml.jackson.annotation.JsonProperty;

/** When an acknowledged write is safe: from a killed process ({@code async}), from a power loss too ({@code sync}). */
public enum WriteAheadLog {
    @JsonProperty("async")
    ASYNC,
    @JsonProperty("sync")
    SYNC;

    /** The name in manifests and settings. */
    public String label() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
