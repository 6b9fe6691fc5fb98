package dev.kneepoint.api;

/** What to tune. */
public record StorageTuningSpec(Boolean suspend) {}
