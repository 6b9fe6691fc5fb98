package dev.kneepoint.manifest;

/** Where a tuning is to run: some fields need a cluster. */
enum Place {
    ONE_MACHINE,
    CLUSTER
}
