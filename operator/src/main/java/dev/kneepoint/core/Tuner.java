package dev.kneepoint.core;

import dev.kneepoint.core.search.Grid;
import java.util.List;
import java.util.Optional;

/**
 * The whole brain: given a tuning and everything observed so far, the single next step. The same arguments give the same
 * answer, so a tuning that was interrupted goes on from its history as if nothing had happened.
 */
public final class Tuner {

    /** A configuration whose server fails to start, or is lost under load, so many times is given up. */
    public static final int MAX_SERVER_FAILURES = 3;

    private Tuner() {}

    public static Decision decide(TuningSpec spec, History history) {
        List<Trial> trials = Trial.of(spec, history);
        boolean outOfTime = outOfTime(spec, history);
        Optional<Trial> running = trials.stream()
                .filter(trial -> trial.server() == Trial.Server.RUNNING)
                .findFirst();
        if (running.isPresent()) {
            return outOfTime ? new Decision.StopServer(running.get().index()) : TrialSearch.next(spec, running.get());
        }
        Optional<Trial> next = outOfTime ? Optional.empty() : Grid.next(open(spec, trials));
        return next.<Decision>map(trial -> new Decision.StartServer(trial.index(), trial.configuration()))
                .orElseGet(() -> new Decision.Finish(conclude(spec, trials, outOfTime)));
    }

    /** What could be said if the tuning ended now. */
    public static Conclusion soFar(TuningSpec spec, History history) {
        return conclude(spec, Trial.of(spec, history), outOfTime(spec, history));
    }

    private static Conclusion conclude(TuningSpec spec, List<Trial> trials, boolean outOfTime) {
        boolean cutShort = outOfTime || trials.stream().anyMatch(trial -> !over(trial));
        return Conclusion.of(spec, trials, cutShort ? Conclusion.End.BUDGET_EXHAUSTED : Conclusion.End.COMPLETED);
    }

    /** Trials that may still be started: not over, and within the budget's number of them. */
    private static List<Trial> open(TuningSpec spec, List<Trial> trials) {
        long begun = trials.stream().filter(Trial::begun).count();
        boolean mayBegin = begun < spec.search().budget().maxTrials().orElse(Integer.MAX_VALUE);
        return trials.stream()
                .filter(trial -> !over(trial) && (trial.begun() || mayBegin))
                .toList();
    }

    private static boolean over(Trial trial) {
        return trial.server() == Trial.Server.STOPPED || trial.serverFailures() >= MAX_SERVER_FAILURES;
    }

    private static boolean outOfTime(TuningSpec spec, History history) {
        return history.timeSpent().compareTo(spec.search().budget().maxDuration()) >= 0;
    }
}
