package dev.kneepoint.core;

import dev.kneepoint.core.Observation.LoadFailed;
import dev.kneepoint.core.Observation.Probed;
import dev.kneepoint.core.Observation.ServerFailed;
import dev.kneepoint.core.Observation.ServerLost;
import dev.kneepoint.core.Observation.ServerStarted;
import dev.kneepoint.core.Observation.ServerStopped;
import dev.kneepoint.core.Observation.WarmedUp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * One configuration's part of the history, folded.
 *
 * @param index which configuration of the tuning, from 0
 * @param configuration what is measured
 * @param server where its server stands
 * @param warmUps bursts that the running server has had since its start
 * @param probes every probe, of all its servers
 * @param loadFailures runs that gave no measurement since the last one that did
 * @param serverFailures starts that failed and servers that were lost under load
 * @param lastProblem why the last of these failed; empty if none did
 * @param spent time it took so far
 */
public record Trial(
        int index,
        Configuration configuration,
        Server server,
        List<Measurement> warmUps,
        List<Probed> probes,
        int loadFailures,
        int serverFailures,
        String lastProblem,
        Duration spent) {

    /** Where a trial's server stands. */
    public enum Server {
        /** Never started, or gone before its trial was over: to be started. */
        ABSENT,
        RUNNING,
        /** Stopped as decided: the trial is over. */
        STOPPED
    }

    /** All trials of a tuning, in the order of its configurations. */
    public static List<Trial> of(TuningSpec spec, History history) {
        List<Fold> folds = new ArrayList<>();
        for (Configuration configuration : spec.search().configurations()) {
            folds.add(new Fold(folds.size(), configuration));
        }
        for (Observation observation : history.observations()) {
            folds.get(observation.trial()).add(observation);
        }
        return folds.stream().map(Fold::trial).toList();
    }

    public boolean begun() {
        return server != Server.ABSENT || serverFailures > 0 || !spent.isZero();
    }

    /** Builds one trial, an observation at a time. */
    private static final class Fold {
        private final int index;
        private final Configuration configuration;
        private Server server = Server.ABSENT;
        private final List<Measurement> warmUps = new ArrayList<>();
        private final List<Probed> probes = new ArrayList<>();
        private int loadFailures;
        private int serverFailures;
        private String lastProblem = "";
        private Duration spent = Duration.ZERO;

        Fold(int index, Configuration configuration) {
            this.index = index;
            this.configuration = configuration;
        }

        void add(Observation observation) {
            spent = spent.plus(observation.took());
            switch (observation) {
                case ServerStarted _ -> {
                    server = Server.RUNNING;
                    warmUps.clear();
                    loadFailures = 0;
                }
                case ServerFailed failed -> fail(failed.reason());
                case ServerLost lost -> {
                    // A tuning that was interrupted lost its server through no fault of the configuration.
                    if (lost.interrupted()) {
                        server = Server.ABSENT;
                    } else {
                        fail(lost.reason());
                    }
                }
                case ServerStopped _ -> server = Server.STOPPED;
                case WarmedUp burst -> {
                    warmUps.add(burst.measured());
                    loadFailures = 0;
                }
                case Probed probe -> {
                    probes.add(probe);
                    loadFailures = 0;
                }
                case LoadFailed failed -> {
                    loadFailures++;
                    lastProblem = failed.reason();
                }
            }
        }

        private void fail(String reason) {
            server = Server.ABSENT;
            serverFailures++;
            lastProblem = reason;
        }

        Trial trial() {
            return new Trial(
                    index,
                    configuration,
                    server,
                    List.copyOf(warmUps),
                    List.copyOf(probes),
                    loadFailures,
                    serverFailures,
                    lastProblem,
                    spent);
        }
    }
}
