package dev.kneepoint.api;

/** What came of it. */
public record StorageTuningStatus(Long observedGeneration) {}
