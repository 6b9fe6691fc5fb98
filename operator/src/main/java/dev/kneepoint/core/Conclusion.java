package dev.kneepoint.core;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What a tuning says when it is over, or would say if it ended now.
 *
 * @param end why it ended
 * @param recommendation empty if no configuration sustained anything
 * @param outcomes of all trials, in the order of the configurations
 */
public record Conclusion(End end, Optional<Recommendation> recommendation, List<TrialOutcome> outcomes) {

    /** The closed set of ends. */
    public enum End {
        /** Every trial that the strategy asked for was run. */
        COMPLETED,
        /** The budget ended first: the best answer so far. */
        BUDGET_EXHAUSTED
    }

    /**
     * The configuration to run.
     *
     * @param trial what was measured of it
     * @param improvement over the baseline, if there is one and it was measured
     * @param equivalents the others whose intervals overlap the best one's: not to be told apart from it
     */
    public record Recommendation(
            TrialOutcome trial, Optional<Improvement> improvement, List<TrialOutcome> equivalents) {
        public SaturationPoint saturation() {
            return trial.saturation().orElseThrow();
        }
    }

    /** Over the baseline, in percent, with the range that both intervals allow. */
    public record Improvement(double percent, double low, double high) {}

    public Conclusion {
        outcomes = List.copyOf(outcomes);
    }

    static Conclusion of(TuningSpec spec, List<Trial> trials, End end) {
        List<TrialOutcome> outcomes =
                trials.stream().map(trial -> TrialOutcome.of(spec, trial)).toList();
        return new Conclusion(end, recommend(spec, outcomes), outcomes);
    }

    private static Optional<Recommendation> recommend(TuningSpec spec, List<TrialOutcome> outcomes) {
        List<TrialOutcome> found = candidates(outcomes);
        Optional<TrialOutcome> best = found.stream().max(Comparator.comparingDouble(Conclusion::rps));
        return best.map(top -> {
            List<TrialOutcome> alike = found.stream()
                    .filter(other -> other.saturation()
                            .orElseThrow()
                            .overlaps(top.saturation().orElseThrow()))
                    .sorted(Comparator.comparing(TrialOutcome::configuration, Configuration.CHEAPEST_FIRST))
                    .toList();
            TrialOutcome cheapest = alike.getFirst();
            return new Recommendation(cheapest, improvement(spec, outcomes, cheapest), alike.subList(1, alike.size()));
        });
    }

    /** Finished trials; where the budget left none, those that at least have a lower bound. */
    private static List<TrialOutcome> candidates(List<TrialOutcome> outcomes) {
        List<TrialOutcome> found = outcomes.stream()
                .filter(outcome -> outcome.kind() == TrialOutcome.Kind.FOUND)
                .toList();
        return found.isEmpty()
                ? outcomes.stream()
                        .filter(outcome -> outcome.saturation().isPresent())
                        .toList()
                : found;
    }

    private static Optional<Improvement> improvement(
            TuningSpec spec, List<TrialOutcome> outcomes, TrialOutcome recommended) {
        return spec.search()
                .baseline()
                .flatMap(baseline -> outcomes.stream()
                        .filter(outcome -> outcome.configuration().equals(baseline))
                        .findFirst())
                .flatMap(TrialOutcome::saturation)
                .map(base -> {
                    SaturationPoint now = recommended.saturation().orElseThrow();
                    return new Improvement(
                            percent(now.rps(), base.rps()),
                            percent(now.low(), base.high()),
                            percent(now.high(), base.low()));
                });
    }

    private static double rps(TrialOutcome outcome) {
        return outcome.saturation().orElseThrow().rps();
    }

    private static double percent(double now, double before) {
        return 100 * (now / before - 1);
    }
}
