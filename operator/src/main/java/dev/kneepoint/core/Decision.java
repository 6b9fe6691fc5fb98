package dev.kneepoint.core;

import java.time.Duration;

/** The single next step of a tuning. A shell carries it out and adds what it observed to the history. */
public sealed interface Decision {

    /** Start the trial's server, prefilled where the workload says so, and wait until it is ready. */
    record StartServer(int trial, Configuration configuration) implements Decision {}

    /**
     * Load the server at a constant rate, so that its code is compiled and its caches are filled.
     *
     * @param rate requests per second
     * @param duration of the burst
     * @param pause without load after it: a JIT compiler starves under unbroken load
     */
    record WarmUp(int trial, double rate, Duration duration, Duration pause) implements Decision {}

    /**
     * Load the server at a constant rate and measure.
     *
     * @param rate requests per second
     * @param duration measured window
     * @param decisive whether it confirms a bound (final trial duration) rather than looks for one
     */
    record Probe(int trial, double rate, Duration duration, boolean decisive) implements Decision {}

    /** Stop the trial's server and remove its data. */
    record StopServer(int trial) implements Decision {}

    /** The tuning is over. */
    record Finish(Conclusion conclusion) implements Decision {}
}
