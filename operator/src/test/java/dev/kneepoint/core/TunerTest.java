package dev.kneepoint.core;

import static dev.kneepoint.core.Specs.linked;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kneepoint.core.Conclusion.Recommendation;
import dev.kneepoint.core.Observation.LoadFailed;
import dev.kneepoint.core.Observation.Probed;
import dev.kneepoint.core.Observation.ServerFailed;
import dev.kneepoint.core.Observation.ServerLost;
import dev.kneepoint.core.Observation.ServerStarted;
import dev.kneepoint.core.Observation.ServerStopped;
import dev.kneepoint.core.Observation.WarmedUp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

class TunerTest {

    private static final Duration STEP = Duration.ofSeconds(2);
    private static final Map<Configuration, Double> CAPACITIES =
            Map.of(linked(1), 10_000.0, linked(2), 18_000.0, linked(4), 17_900.0, linked(8), 9_000.0);

    private final TuningSpec spec = Specs.grid(Duration.ofHours(1), linked(4), linked(1), linked(2), linked(8));

    private final List<Decision> decisions = new ArrayList<>();
    private History history = History.EMPTY;

    /** Carries decisions out on ideal servers until the tuning is over. */
    private Conclusion run(TuningSpec tuning, BiFunction<Decision, Observation, Observation> fate) {
        while (true) {
            Decision decision = Tuner.decide(tuning, history);
            decisions.add(decision);
            if (decision instanceof Decision.Finish(Conclusion conclusion)) {
                return conclusion;
            }
            Observation observation = fate.apply(decision, carryOut(tuning, decision));
            history = history.with(observation);
        }
    }

    private Conclusion run(TuningSpec tuning) {
        return run(tuning, (_, observation) -> observation);
    }

    private Observation carryOut(TuningSpec tuning, Decision decision) {
        Instant at = Instant.EPOCH.plus(STEP.multipliedBy(history.observations().size()));
        return switch (decision) {
            case Decision.StartServer start -> new ServerStarted(start.trial(), at, STEP);
            case Decision.WarmUp burst ->
                new WarmedUp(burst.trial(), at, STEP, measure(tuning, burst.trial(), burst.rate(), burst.duration()));
            case Decision.Probe probe ->
                new Probed(
                        probe.trial(),
                        at,
                        STEP,
                        probe.decisive(),
                        measure(tuning, probe.trial(), probe.rate(), probe.duration()));
            case Decision.StopServer stop -> new ServerStopped(stop.trial(), at, STEP);
            case Decision.Finish _ -> throw new AssertionError("a finished tuning goes on");
        };
    }

    private static Measurement measure(TuningSpec tuning, int trial, double rate, Duration window) {
        double capacity = CAPACITIES.get(tuning.search().configurations().get(trial));
        return new IdealServer(capacity).measure(rate, window);
    }

    @Test
    void recommendsTheCheapestOfThoseThatCannotBeToldApart() {
        Conclusion conclusion = run(spec);

        Recommendation recommended = conclusion.recommendation().orElseThrow();
        assertThat(conclusion.end()).isEqualTo(Conclusion.End.COMPLETED);
        assertThat(recommended.trial().configuration()).isEqualTo(linked(2));
        assertThat(recommended.equivalents())
                .extracting(TrialOutcome::configuration)
                .containsExactly(linked(4));
        assertThat(recommended.saturation().rps()).isBetween(0.95 * 18_000, 18_000.0);
        assertThat(recommended.improvement().orElseThrow().low()).isLessThanOrEqualTo(0);
        assertThat(recommended.improvement().orElseThrow().high()).isGreaterThanOrEqualTo(0);
    }

    @Test
    void findsEverySaturationPointToThePrecisionAskedFor() {
        for (TrialOutcome outcome : run(spec).outcomes()) {
            SaturationPoint point = outcome.saturation().orElseThrow();
            assertThat(CAPACITIES.get(outcome.configuration())).isBetween(point.low(), point.high());
            assertThat(point.high() / point.low()).isLessThanOrEqualTo(1.05);
            assertThat(outcome.atSaturation().orElseThrow().rate()).isEqualTo(point.low());
        }
    }

    @Test
    void oneServerRunsAtATimeAndIsWarmBeforeItIsProbed() {
        run(spec);

        int running = -1;
        boolean warm = false;
        for (Decision decision : decisions) {
            switch (decision) {
                case Decision.StartServer start -> {
                    assertThat(running).isEqualTo(-1);
                    running = start.trial();
                    warm = false;
                }
                case Decision.WarmUp burst -> {
                    assertThat(burst.trial()).isEqualTo(running);
                    warm = true;
                }
                case Decision.Probe probe -> {
                    assertThat(probe.trial()).isEqualTo(running);
                    assertThat(warm).isTrue();
                }
                case Decision.StopServer stop -> {
                    assertThat(stop.trial()).isEqualTo(running);
                    running = -1;
                }
                case Decision.Finish _ -> assertThat(running).isEqualTo(-1);
            }
        }
        assertThat(decisions.getLast()).isInstanceOf(Decision.Finish.class);
    }

    @Test
    void replayedFromItsHistoryItDecidesTheSame() {
        run(spec);

        for (int i = 0; i < decisions.size(); i++) {
            History soFar = new History(history.observations().subList(0, i));
            assertThat(Tuner.decide(spec, soFar)).isEqualTo(decisions.get(i));
        }
    }

    @Test
    void interruptedAfterEveryProbeItMeasuresTheSameAsUninterrupted() {
        Conclusion uninterrupted = run(spec);
        List<Decision> probes = probes();
        decisions.clear();
        history = History.EMPTY;

        Conclusion interrupted = run(spec, (_, observation) -> {
            if (observation instanceof Probed probed) {
                history = history.with(probed);
                return new ServerLost(probed.trial(), probed.at(), true, "interrupted");
            }
            return observation;
        });

        assertThat(probes()).isEqualTo(probes);
        assertThat(interrupted.recommendation().orElseThrow().saturation())
                .isEqualTo(uninterrupted.recommendation().orElseThrow().saturation());
    }

    private List<Decision> probes() {
        return decisions.stream().filter(Decision.Probe.class::isInstance).toList();
    }

    @Test
    void aServerThatNeverStartsIsGivenUpAndTheOthersAreMeasured() {
        Conclusion conclusion = run(
                spec,
                (decision, observation) -> decision instanceof Decision.StartServer start && start.trial() == 0
                        ? new ServerFailed(start.trial(), observation.at(), STEP, "port taken")
                        : observation);

        TrialOutcome broken = conclusion.outcomes().getFirst();
        assertThat(broken.kind()).isEqualTo(TrialOutcome.Kind.FAILED);
        assertThat(broken.reason()).isEqualTo("port taken");
        assertThat(conclusion.recommendation().orElseThrow().trial().configuration())
                .isEqualTo(linked(2));
        assertThat(conclusion.recommendation().orElseThrow().improvement()).isEmpty();
    }

    @Test
    void aServerThatIsLostUnderLoadIsStartedAgainAndWarmedUpAgain() {
        boolean[] lost = {false};
        Conclusion conclusion = run(spec, (_, observation) -> {
            if (observation instanceof Probed probed && !lost[0]) {
                lost[0] = true;
                return new ServerLost(probed.trial(), probed.at(), false, "killed");
            }
            return observation;
        });

        assertThat(conclusion.outcomes()).extracting(TrialOutcome::kind).containsOnly(TrialOutcome.Kind.FOUND);
        assertThat(decisions.stream().filter(Decision.StartServer.class::isInstance))
                .hasSize(5);
    }

    @Test
    void aGeneratorThatKeepsFailingEndsTheTrialWithItsReason() {
        Conclusion conclusion = run(
                spec,
                (_, observation) -> observation instanceof Probed probed && probed.trial() == 1
                        ? new LoadFailed(probed.trial(), probed.at(), STEP, "generator crashed")
                        : observation);

        TrialOutcome failed = conclusion.outcomes().get(1);
        assertThat(failed.kind()).isEqualTo(TrialOutcome.Kind.FAILED);
        assertThat(failed.reason()).isEqualTo("generator crashed");
    }

    @Test
    void theBudgetEndsItWithTheBestAnswerSoFar() {
        TuningSpec hurried = Specs.grid(Duration.ofSeconds(90), linked(4), linked(1), linked(2), linked(8));

        Conclusion conclusion = run(hurried);

        assertThat(conclusion.end()).isEqualTo(Conclusion.End.BUDGET_EXHAUSTED);
        assertThat(conclusion.recommendation()).isPresent();
        assertThat(conclusion.outcomes().getLast().kind()).isEqualTo(TrialOutcome.Kind.PENDING);
        // Within one probe, and the stop of the server.
        assertThat(history.timeSpent())
                .isLessThanOrEqualTo(Duration.ofSeconds(90).plus(STEP.multipliedBy(2)));
    }

    @Test
    void saysSoWhenNoConfigurationSustainsAnything() {
        Conclusion conclusion = run(spec, (_, observation) -> switch (observation) {
            case Probed probed ->
                new Probed(
                        probed.trial(),
                        probed.at(),
                        STEP,
                        probed.decisive(),
                        new IdealServer(0.5)
                                .measure(
                                        probed.measured().rate(),
                                        probed.measured().window()));
            default -> observation;
        });

        assertThat(conclusion.recommendation()).isEmpty();
        assertThat(conclusion.outcomes())
                .extracting(TrialOutcome::kind)
                .containsOnly(TrialOutcome.Kind.NOTHING_SUSTAINED);
    }
}
