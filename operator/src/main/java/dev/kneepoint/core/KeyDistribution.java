package dev.kneepoint.core;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How ids are drawn. */
public enum KeyDistribution {
    @JsonProperty("uniform")
    UNIFORM,
    @JsonProperty("zipfian")
    ZIPFIAN;

    /** The name in manifests and settings. */
    public String label() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
