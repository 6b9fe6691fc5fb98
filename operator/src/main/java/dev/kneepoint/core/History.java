package dev.kneepoint.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Everything that happened to a tuning, in order: the only state there is.
 *
 * @param observations oldest first
 */
public record History(List<Observation> observations) {

    /** A tuning that has not begun. */
    public static final History EMPTY = new History(List.of());

    public History {
        observations = List.copyOf(observations);
    }

    /** This history and one more observation. */
    public History with(Observation next) {
        List<Observation> longer = new ArrayList<>(observations.size() + 1);
        longer.addAll(observations);
        longer.add(next);
        return new History(longer);
    }

    /**
     * Time the tuning worked: pauses between its steps, while it was suspended or interrupted, do not count against the
     * budget.
     */
    public Duration timeSpent() {
        return observations.stream().map(Observation::took).reduce(Duration.ZERO, Duration::plus);
    }
}
