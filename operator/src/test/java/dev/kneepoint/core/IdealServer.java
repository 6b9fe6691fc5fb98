package dev.kneepoint.core;

import java.time.Duration;
import java.util.List;

/** A server that answers in 1 ms up to its capacity and in 100 ms beyond it. */
record IdealServer(double capacity) {

    Measurement measure(double rate, Duration window) {
        boolean sustained = rate <= capacity;
        long scheduled = Math.round(rate * window.toNanos() / 1e9);
        long completed = sustained ? scheduled : Math.round(capacity * window.toNanos() / 1e9);
        long micros = sustained ? 1_000 : 100_000;
        return new Measurement(
                rate,
                window,
                scheduled,
                completed,
                completed,
                0,
                0,
                List.of(sustained ? 0 : completed),
                new Measurement.Latency(micros, micros, micros, micros, micros),
                0.3,
                100);
    }
}
