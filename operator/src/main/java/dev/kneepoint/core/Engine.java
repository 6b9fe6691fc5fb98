package dev.kneepoint.core;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What holds the values. */
public enum Engine {
    @JsonProperty("rocksdb")
    ROCKSDB,
    @JsonProperty("memory")
    MEMORY;

    /** The name in manifests and settings. */
    public String label() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
