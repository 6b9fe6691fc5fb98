package dev.kneepoint.core;

import dev.kneepoint.core.Objective.LatencyGoal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Tunings for tests: p99 within 20 ms, at most 0.1 % errors, precision 5 %. */
final class Specs {

    static final Objective P99_WITHIN_20_MS = new Objective(List.of(new LatencyGoal(99, Duration.ofMillis(20))), 0.001);

    private Specs() {}

    static TuningSpec grid(Duration maxDuration, Configuration... configurations) {
        return new TuningSpec(
                P99_WITHIN_20_MS,
                new TuningSpec.Workload(90, 10, 0, 1000, KeyDistribution.UNIFORM, 256, 256, true, 1),
                new TuningSpec.Load(64, 1, Duration.ofSeconds(1), Duration.ofSeconds(3)),
                new TuningSpec.Storage(Engine.ROCKSDB, WriteAheadLog.ASYNC, 64 << 20, 64 << 20),
                new TuningSpec.Search(
                        Strategy.GRID,
                        List.of(configurations),
                        Optional.of(configurations[0]),
                        0.05,
                        1,
                        1,
                        new TuningSpec.Budget(maxDuration, OptionalInt.empty())));
    }

    static Configuration linked(int poolSize) {
        return new Configuration(poolSize, poolSize, QueueType.LINKED, 256);
    }
}
