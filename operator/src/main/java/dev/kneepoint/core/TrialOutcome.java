package dev.kneepoint.core;

import dev.kneepoint.core.Observation.Probed;
import dev.kneepoint.core.saturation.RateSearch;
import dev.kneepoint.core.saturation.RateSearch.Next;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/**
 * What a trial came to, or stands at.
 *
 * @param trial its number, from 0
 * @param configuration what was measured
 * @param kind how it ended
 * @param saturation where one was found; the bounds so far, where the trial is unfinished
 * @param atSaturation the decisive, or else longest, probe that passed at {@code saturation.low}
 * @param probes how many probes it took
 * @param reason for a person
 */
public record TrialOutcome(
        int trial,
        Configuration configuration,
        Kind kind,
        Optional<SaturationPoint> saturation,
        Optional<Measurement> atSaturation,
        int probes,
        String reason) {

    /** The closed set of ends. */
    public enum Kind {
        PENDING,
        RUNNING,
        /** The saturation point was found to the precision asked for. */
        FOUND,
        /** Not even the lowest rate was sustained. */
        NOTHING_SUSTAINED,
        /** The server or the generator failed too often, or nothing measured was valid. */
        FAILED,
        /** The budget ended first. */
        UNFINISHED
    }

    static TrialOutcome of(TuningSpec spec, Trial trial) {
        if (!trial.begun()) {
            return without(trial, Kind.PENDING, "");
        }
        if (trial.serverFailures() >= Tuner.MAX_SERVER_FAILURES) {
            return without(trial, Kind.FAILED, trial.lastProblem());
        }
        if (trial.loadFailures() >= TrialSearch.MAX_LOAD_FAILURES) {
            return without(trial, Kind.FAILED, trial.lastProblem());
        }
        Next next = TrialSearch.rateSearch(spec, trial);
        return switch (next) {
            case Next.Found found -> with(trial, Kind.FOUND, Optional.of(found.point()), found.note());
            case Next.NothingSustained(double rate) ->
                without(
                        trial,
                        Kind.NOTHING_SUSTAINED,
                        String.format(Locale.ROOT, "not even %.0f requests per second were sustained", rate));
            case Next.GaveUp(String reason) -> without(trial, Kind.FAILED, reason);
            case Next.Measure _ -> {
                boolean stopped = trial.server() == Trial.Server.STOPPED;
                yield with(
                        trial,
                        stopped ? Kind.UNFINISHED : Kind.RUNNING,
                        RateSearch.bracket(
                                TrialSearch.samples(spec, trial), spec.search().precision()),
                        stopped ? "the budget ended before it was found" : "");
            }
        };
    }

    private static TrialOutcome without(Trial trial, Kind kind, String reason) {
        return with(trial, kind, Optional.empty(), reason);
    }

    private static TrialOutcome with(Trial trial, Kind kind, Optional<SaturationPoint> point, String reason) {
        Optional<Measurement> atSaturation = point.flatMap(found -> trial.probes().stream()
                .filter(probe -> probe.measured().rate() == found.low())
                .max(Comparator.comparing((Probed probe) -> probe.decisive()).thenComparing(Observation::at))
                .map(Probed::measured));
        return new TrialOutcome(
                trial.index(),
                trial.configuration(),
                kind,
                point,
                atSaturation,
                trial.probes().size(),
                reason);
    }
}
