package dev.kneepoint.core;

import java.time.Duration;
import java.time.Instant;

/** One thing that happened to a tuning. Trials are numbered from 0, as their configurations are. */
public sealed interface Observation {

    /** Which trial it happened to. */
    int trial();

    /** When it was over. */
    Instant at();

    /** How long it took: what counts against the budget. */
    Duration took();

    /** The trial's server accepts requests, prefilled. */
    record ServerStarted(int trial, Instant at, Duration took) implements Observation {}

    /** The trial's server did not come up. */
    record ServerFailed(int trial, Instant at, Duration took, String reason) implements Observation {}

    /**
     * The trial's server went away though no decision stopped it.
     *
     * @param interrupted whether the tuning itself was interrupted: that is not held against the configuration
     */
    record ServerLost(int trial, Instant at, boolean interrupted, String reason) implements Observation {
        @Override
        public Duration took() {
            return Duration.ZERO;
        }
    }

    /** The trial's server was stopped as decided. */
    record ServerStopped(int trial, Instant at, Duration took) implements Observation {}

    /** A burst of load that only warms up. */
    record WarmedUp(int trial, Instant at, Duration took, Measurement measured) implements Observation {}

    /** A probe, measured. */
    record Probed(int trial, Instant at, Duration took, boolean decisive, Measurement measured)
            implements Observation {}

    /** A warm-up burst or a probe that gave no measurement, the server being alive. */
    record LoadFailed(int trial, Instant at, Duration took, String reason) implements Observation {}
}
