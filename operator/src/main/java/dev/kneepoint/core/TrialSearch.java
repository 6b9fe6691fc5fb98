package dev.kneepoint.core;

import dev.kneepoint.core.Observation.Probed;
import dev.kneepoint.core.saturation.RateSearch;
import dev.kneepoint.core.saturation.RateSearch.Next;
import dev.kneepoint.core.saturation.RateSearch.Sample;
import dev.kneepoint.core.saturation.WarmUp;
import java.util.List;
import java.util.Optional;

/** The next step of the trial whose server is running: warm up, probe, or stop. */
final class TrialSearch {

    /** A generator that fails so many times in a row gives no more answers about this configuration. */
    static final int MAX_LOAD_FAILURES = 3;

    private TrialSearch() {}

    /** @param trial its server is running */
    static Decision next(TuningSpec spec, Trial trial) {
        if (trial.loadFailures() >= MAX_LOAD_FAILURES) {
            return new Decision.StopServer(trial.index());
        }
        Optional<Double> burst = WarmUp.nextRate(trial.warmUps());
        if (burst.isPresent()) {
            return new Decision.WarmUp(trial.index(), burst.get(), WarmUp.BURST, WarmUp.PAUSE);
        }
        return switch (rateSearch(spec, trial)) {
            case Next.Measure(double rate, boolean decisive) ->
                new Decision.Probe(
                        trial.index(),
                        rate,
                        decisive ? spec.load().finalDuration() : spec.load().initialDuration(),
                        decisive);
            case Next.Found _, Next.NothingSustained _, Next.GaveUp _ -> new Decision.StopServer(trial.index());
        };
    }

    static Next rateSearch(TuningSpec spec, Trial trial) {
        return RateSearch.next(
                samples(spec, trial),
                WarmUp.estimate(trial.warmUps()),
                spec.search().precision());
    }

    static List<Sample> samples(TuningSpec spec, Trial trial) {
        return trial.probes().stream()
                .map(probe -> new Sample(
                        probe.measured().rate(),
                        probe.decisive(),
                        verdict(spec, probe).kind()))
                .toList();
    }

    private static Verdict verdict(TuningSpec spec, Probed probe) {
        return Judge.judge(spec.objective(), probe.measured());
    }
}
