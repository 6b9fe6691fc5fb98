package dev.kneepoint.local;

import dev.kneepoint.core.Configuration;

/** What is put under load: a storage server that is started for each trial, or an endpoint that runs already. */
public interface Target {

    /** Starts it with this configuration and returns when it accepts requests. */
    void start(int trial, Configuration configuration) throws TargetFailedException;

    /** Where requests go; only after a start. */
    String url();

    /** Whether it still runs, as far as can be told. */
    boolean alive();

    /** What it last said, to explain its death. */
    String lastWords();

    /** Stops it and removes its data. */
    void stop();

    /** It did not come up; the message says why. */
    final class TargetFailedException extends Exception {
        private static final long serialVersionUID = 1L;

        public TargetFailedException(String message) {
            super(message);
        }
    }
}
