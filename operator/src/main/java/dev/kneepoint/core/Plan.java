package dev.kneepoint.core;

import dev.kneepoint.core.saturation.WarmUp;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/**
 * What a tuning is going to do, before it has done anything.
 *
 * @param configurations in the order of their trials
 * @param typicalTrial how long one trial takes when nothing surprises
 * @param typical how long the tuning takes then, at most the budget
 * @param longest the budget
 */
public record Plan(List<Configuration> configurations, Duration typicalTrial, Duration typical, Duration longest) {

    /** Starting a server and prefilling it, and stopping it again. */
    private static final Duration START_AND_STOP = Duration.ofSeconds(3);

    /** Connecting, and starting and ending the generator. */
    private static final Duration PROBE_OVERHEAD = Duration.ofMillis(200);

    private static final int TYPICAL_BURSTS = 14;
    private static final int TYPICAL_EXPLORING = 6;
    private static final int TYPICAL_DECISIVE = 4;

    public static Plan of(TuningSpec spec) {
        TuningSpec.Load load = spec.load();
        Duration trial = START_AND_STOP
                .plus(WarmUp.BURST.plus(WarmUp.PAUSE).multipliedBy(TYPICAL_BURSTS))
                .plus(load.initialDuration().plus(PROBE_OVERHEAD).multipliedBy(TYPICAL_EXPLORING))
                .plus(load.finalDuration().plus(PROBE_OVERHEAD).multipliedBy(TYPICAL_DECISIVE));
        List<Configuration> configurations = spec.search().configurations();
        OptionalInt limit = spec.search().budget().maxTrials();
        int trials = Math.min(configurations.size(), limit.orElse(Integer.MAX_VALUE));
        Duration longest = spec.search().budget().maxDuration();
        Duration all = trial.multipliedBy(trials);
        return new Plan(configurations.subList(0, trials), trial, all.compareTo(longest) < 0 ? all : longest, longest);
    }

    /** How long the rest takes, judged by the trials that are over, or as planned before any is. */
    public Duration remaining(TuningSpec spec, History history) {
        List<Trial> trials = Trial.of(spec, history);
        List<Trial> over = trials.stream()
                .filter(trial -> trial.server() == Trial.Server.STOPPED)
                .toList();
        Duration each = over.isEmpty()
                ? typicalTrial
                : over.stream()
                        .map(Trial::spent)
                        .reduce(Duration.ZERO, Duration::plus)
                        .dividedBy(over.size());
        Duration current = trials.stream()
                .filter(trial -> trial.server() == Trial.Server.RUNNING)
                .map(Trial::spent)
                .reduce(Duration.ZERO, Duration::plus);
        Duration left = each.multipliedBy(configurations.size() - over.size()).minus(current);
        Duration budget = longest.minus(history.timeSpent());
        Duration shorter = left.compareTo(budget) < 0 ? left : budget;
        return shorter.isNegative() ? Duration.ZERO : shorter;
    }
}
