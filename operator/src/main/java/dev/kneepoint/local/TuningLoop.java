package dev.kneepoint.local;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kneepoint.core.Conclusion;
import dev.kneepoint.core.Decision;
import dev.kneepoint.core.History;
import dev.kneepoint.core.Observation;
import dev.kneepoint.core.Trial;
import dev.kneepoint.core.Tuner;
import dev.kneepoint.core.TuningSpec;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BiConsumer;

/** Asks the core for the next step, carries it out, tells the core what was observed, until the core says it is over. */
public final class TuningLoop {

    private final TuningSpec spec;
    private final Target target;
    private final Generator generator;
    private final BiConsumer<Observation, JsonNode> record;
    private final TuningListener listener;
    private final Clock clock;
    private History history;

    /**
     * @param history what was observed before an interruption
     * @param record keeps an observation, and the generator's report where there is one, before the next step
     */
    public TuningLoop(
            TuningSpec spec,
            History history,
            Target target,
            Generator generator,
            BiConsumer<Observation, JsonNode> record,
            TuningListener listener,
            Clock clock) {
        this.spec = spec;
        this.history = history;
        this.target = target;
        this.generator = generator;
        this.record = record;
        this.listener = listener;
        this.clock = clock;
    }

    public Conclusion run() {
        lostByInterruption();
        while (true) {
            Decision decision = Tuner.decide(spec, history);
            listener.decided(decision, history);
            switch (decision) {
                case Decision.StartServer start -> start(start);
                case Decision.WarmUp burst -> warmUp(burst);
                case Decision.Probe probe -> probe(probe);
                case Decision.StopServer stop -> stop(stop);
                case Decision.Finish(Conclusion conclusion) -> {
                    return conclusion;
                }
            }
        }
    }

    public History history() {
        return history;
    }

    /** A server that the history knows as running ended with the process that started it. */
    private void lostByInterruption() {
        Trial.of(spec, history).stream()
                .filter(trial -> trial.server() == Trial.Server.RUNNING)
                .forEach(trial -> observe(
                        new Observation.ServerLost(trial.index(), clock.instant(), true, "the tuning was interrupted"),
                        null));
    }

    private void start(Decision.StartServer start) {
        Instant begun = clock.instant();
        Observation observation;
        try {
            target.start(start.trial(), start.configuration());
            observation = new Observation.ServerStarted(start.trial(), clock.instant(), since(begun));
        } catch (Target.TargetFailedException e) {
            observation = new Observation.ServerFailed(start.trial(), clock.instant(), since(begun), e.getMessage());
        }
        observe(observation, null);
    }

    private void warmUp(Decision.WarmUp burst) {
        Instant begun = clock.instant();
        Generator.Outcome outcome = generator.run(target.url(), burst.rate(), burst.duration());
        pause(burst.pause());
        if (outcome instanceof Generator.Outcome.Measured measured && target.alive()) {
            observe(
                    new Observation.WarmedUp(burst.trial(), clock.instant(), since(begun), measured.measurement()),
                    null);
        } else {
            loadFailed(burst.trial(), begun, outcome);
        }
    }

    private void probe(Decision.Probe probe) {
        Instant begun = clock.instant();
        Generator.Outcome outcome = generator.run(target.url(), probe.rate(), probe.duration());
        if (outcome instanceof Generator.Outcome.Measured measured && target.alive()) {
            observe(
                    new Observation.Probed(
                            probe.trial(), clock.instant(), since(begun), probe.decisive(), measured.measurement()),
                    measured.report());
        } else {
            loadFailed(probe.trial(), begun, outcome);
        }
    }

    private void loadFailed(int trial, Instant begun, Generator.Outcome outcome) {
        if (!target.alive()) {
            observe(
                    new Observation.ServerLost(trial, clock.instant(), false, "died under load: " + target.lastWords()),
                    null);
            return;
        }
        String reason = outcome instanceof Generator.Outcome.Failed failed ? failed.reason() : "unknown";
        observe(new Observation.LoadFailed(trial, clock.instant(), since(begun), reason), null);
    }

    private void stop(Decision.StopServer stop) {
        Instant begun = clock.instant();
        target.stop();
        observe(new Observation.ServerStopped(stop.trial(), clock.instant(), since(begun)), null);
    }

    private void observe(Observation observation, JsonNode report) {
        record.accept(observation, report);
        history = history.with(observation);
        listener.observed(observation, history);
    }

    private Duration since(Instant begun) {
        Duration took = Duration.between(begun, clock.instant());
        // The wall clock may be set back under us.
        return took.isNegative() ? Duration.ZERO : took;
    }

    private static void pause(Duration pause) {
        try {
            Thread.sleep(pause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted in a pause", e);
        }
    }
}
