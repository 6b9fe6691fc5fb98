package dev.kneepoint.core;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Which configuration is measured next. */
public enum Strategy {
    @JsonProperty("racing")
    RACING,
    @JsonProperty("grid")
    GRID,
    @JsonProperty("coordinate")
    COORDINATE;

    /** The name in manifests and settings. */
    public String label() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
