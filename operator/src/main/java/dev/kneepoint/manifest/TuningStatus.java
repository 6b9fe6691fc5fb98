package dev.kneepoint.manifest;

import dev.kneepoint.api.LatencySummary;
import dev.kneepoint.api.PoolConfiguration;
import dev.kneepoint.api.Progress;
import dev.kneepoint.api.Recommendation;
import dev.kneepoint.api.Saturation;
import dev.kneepoint.api.StorageTuningStatus;
import dev.kneepoint.api.StorageTuningStatus.Phase;
import dev.kneepoint.api.TrialStatus;
import dev.kneepoint.core.Conclusion;
import dev.kneepoint.core.Decision;
import dev.kneepoint.core.History;
import dev.kneepoint.core.Measurement;
import dev.kneepoint.core.Plan;
import dev.kneepoint.core.SaturationPoint;
import dev.kneepoint.core.TrialOutcome;
import dev.kneepoint.core.Tuner;
import dev.kneepoint.core.TuningSpec;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The status of a tuning, told from its history alone: the same history gives the same status. */
public final class TuningStatus {

    private final TuningSpec spec;
    private final History history;
    private final Conclusion conclusion;
    private final boolean finished;

    private TuningStatus(TuningSpec spec, History history) {
        this.spec = spec;
        this.history = history;
        this.finished = Tuner.decide(spec, history) instanceof Decision.Finish;
        this.conclusion = Tuner.soFar(spec, history);
    }

    /** @param generation of the resource that the history is about; null where there is none */
    public static StorageTuningStatus of(TuningSpec spec, History history, Long generation) {
        TuningStatus status = new TuningStatus(spec, history);
        return new StorageTuningStatus(
                generation,
                status.conditions(),
                status.phase(),
                status.progress(),
                status.recommendation().orElse(null),
                status.conclusion.outcomes().stream().map(TuningStatus::trial).toList(),
                null);
    }

    /** Only when the tuning is over: what leads half-way is not to be run in production. */
    private Optional<Recommendation> recommendation() {
        return finished ? conclusion.recommendation().map(TuningStatus::recommended) : Optional.empty();
    }

    private Phase phase() {
        if (!finished) {
            return history.observations().isEmpty() ? Phase.PENDING : Phase.RUNNING;
        }
        return conclusion.recommendation().isPresent() ? Phase.COMPLETED : Phase.FAILED;
    }

    private Progress progress() {
        List<TrialOutcome> outcomes = conclusion.outcomes();
        Plan plan = Plan.of(spec);
        int planned = plan.configurations().size();
        long over = outcomes.stream().filter(TuningStatus::over).count();
        Optional<TrialOutcome> current = outcomes.stream()
                .filter(outcome -> outcome.kind() == TrialOutcome.Kind.RUNNING)
                .findFirst();
        Duration remaining = plan.remaining(spec, history);
        return new Progress(
                current.map(outcome -> outcome.trial() + 1).orElse(null),
                planned,
                over + "/" + planned,
                current.map(TrialOutcome::probes).orElse(null),
                started().orElse(null),
                finished
                        ? lastObserved().orElse(null)
                        : lastObserved().map(at -> toSecond(at.plus(remaining))).orElse(null));
    }

    private static boolean over(TrialOutcome outcome) {
        return switch (outcome.kind()) {
            case PENDING, RUNNING -> false;
            case FOUND, NOTHING_SUSTAINED, FAILED, UNFINISHED -> true;
        };
    }

    private Optional<Instant> started() {
        return history.observations().stream().findFirst().map(first -> first.at()
                .minus(first.took()));
    }

    private Optional<Instant> lastObserved() {
        return history.observations().isEmpty()
                ? Optional.empty()
                : Optional.of(toSecond(history.observations().getLast().at()));
    }

    /** As Kubernetes writes times. */
    private static Instant toSecond(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS);
    }

    private List<Condition> conditions() {
        long failed = conclusion.outcomes().stream()
                .filter(outcome -> outcome.kind() == TrialOutcome.Kind.FAILED)
                .count();
        boolean cutShort = conclusion.end() == Conclusion.End.BUDGET_EXHAUSTED;
        Condition ready;
        if (!finished) {
            ready = condition("Ready", false, "Measuring", "Configurations are being measured.");
        } else if (conclusion.recommendation().isPresent()) {
            ready = condition(
                    "Ready",
                    true,
                    "Recommended",
                    conclusion.recommendation().get().trial().configuration() + " sustains "
                            + perSecond(conclusion
                                    .recommendation()
                                    .get()
                                    .saturation()
                                    .rps()) + " requests per second.");
        } else {
            ready = condition(
                    "Ready",
                    false,
                    "NothingSustained",
                    "No configuration was found to sustain any rate inside the objective: see the trials' reasons.");
        }
        return List.of(
                condition("Accepted", true, "Valid", "The specification is valid."),
                finished
                        ? condition(
                                "Progressing",
                                false,
                                cutShort ? "BudgetExhausted" : "Completed",
                                cutShort
                                        ? "The budget ended before every configuration was measured: this is the best so far."
                                        : "Every configuration was measured.")
                        : condition("Progressing", true, "Measuring", "Configurations are being measured."),
                ready,
                failed == 0
                        ? condition("Degraded", false, "AsExpected", "No trial failed.")
                        : condition(
                                "Degraded", true, "TrialsFailed", failed + " trials failed: see the trials' reasons."));
    }

    private Condition condition(String type, boolean holds, String reason, String message) {
        return new ConditionBuilder()
                .withType(type)
                .withStatus(holds ? "True" : "False")
                .withReason(reason)
                .withMessage(message)
                .withLastTransitionTime(transition(type).map(Instant::toString).orElse(null))
                .build();
    }

    /** Conditions flip at the start or at the end of a tuning and at no other time. */
    private Optional<Instant> transition(String type) {
        return finished && !type.equals("Accepted") ? lastObserved() : started();
    }

    private static TrialStatus trial(TrialOutcome outcome) {
        return new TrialStatus(
                PoolConfiguration.of(outcome.configuration()),
                outcome.saturation().map(TuningStatus::saturation).orElse(null),
                TrialStatus.Outcome.valueOf(outcome.kind().name()),
                outcome.reason().isEmpty() ? null : outcome.reason(),
                outcome.atSaturation().map(TuningStatus::latency).orElse(null),
                outcome.atSaturation().map(TuningStatus::errorRate).orElse(null),
                outcome.probes());
    }

    private static Recommendation recommended(Conclusion.Recommendation recommended) {
        PoolConfiguration configuration =
                PoolConfiguration.of(recommended.trial().configuration());
        return new Recommendation(
                configuration.poolSize(),
                configuration.maxPoolSize(),
                configuration.queueType(),
                configuration.queueCapacity(),
                saturation(recommended.saturation()),
                recommended.trial().atSaturation().map(TuningStatus::latency).orElse(null),
                recommended.trial().atSaturation().map(TuningStatus::errorRate).orElse(null),
                recommended.improvement().map(TuningStatus::improvement).orElse(null),
                recommended.equivalents().stream()
                        .map(TrialOutcome::configuration)
                        .map(PoolConfiguration::of)
                        .toList(),
                recommended.trial().configuration().environment());
    }

    private static Recommendation.Improvement improvement(Conclusion.Improvement improvement) {
        return new Recommendation.Improvement(
                rounded(improvement.percent()), rounded(improvement.low()), rounded(improvement.high()));
    }

    private static Double rounded(double percent) {
        return Double.isFinite(percent) ? Double.valueOf(Math.round(10 * percent) / 10.0) : null;
    }

    private static Saturation saturation(SaturationPoint point) {
        return new Saturation(
                Math.round(point.rps()),
                Math.round(point.low()),
                Double.isInfinite(point.high()) ? null : Long.valueOf(Math.round(point.high())));
    }

    private static LatencySummary latency(Measurement measured) {
        Measurement.Latency latency = measured.latency();
        return new LatencySummary(
                duration(latency.p50Micros()), duration(latency.p99Micros()), duration(latency.p999Micros()));
    }

    /** Three digits: {@code 870us}, {@code 4.21ms}, {@code 1.3s}. */
    private static String duration(long micros) {
        if (micros < 1_000) {
            return micros + "us";
        }
        return micros < 1_000_000 ? digits(micros / 1e3) + "ms" : digits(micros / 1e6) + "s";
    }

    private static String errorRate(Measurement measured) {
        return digits(100 * measured.errorRatio()) + "%";
    }

    private static String digits(double value) {
        return new BigDecimal(value)
                .round(new MathContext(3))
                .stripTrailingZeros()
                .toPlainString();
    }

    private static String perSecond(double rate) {
        return String.format(Locale.ROOT, "%,d", Math.round(rate));
    }
}
