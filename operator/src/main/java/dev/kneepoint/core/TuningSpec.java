package dev.kneepoint.core;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A tuning as the search sees it: every default applied, every unit resolved, the search space spelled out.
 *
 * @param objective what a sustained probe must hold
 * @param workload what the generator asks for
 * @param load how the generator asks
 * @param storage what the server stores in
 * @param search what is compared, how precisely, within which budget
 */
public record TuningSpec(Objective objective, Workload workload, Load load, Storage storage, Search search) {

    /**
     * @param getPercent share of GETs, 0 to 100; the three sum to 100
     * @param putPercent share of PUTs
     * @param deletePercent share of DELETEs
     * @param keys how many ids are asked for, 0 to keys - 1
     * @param keyDistribution how they are drawn
     * @param valueBytes size of a value; the smallest, where {@code maxValueBytes} is larger
     * @param maxValueBytes largest size of a value, at least {@code valueBytes}; uniform between the two
     * @param prefill whether every id has a value before the first request
     * @param seed of ids, values and mix
     */
    public record Workload(
            int getPercent,
            int putPercent,
            int deletePercent,
            long keys,
            KeyDistribution keyDistribution,
            int valueBytes,
            int maxValueBytes,
            boolean prefill,
            long seed) {

        /** Whether a GET may rightly find nothing: then a 404 is an answer, not an error. */
        public boolean expectsNotFound() {
            return !prefill || deletePercent > 0;
        }
    }

    /**
     * @param connections open connections, at least {@code threads}
     * @param threads generator threads
     * @param initialDuration measured window of a probe that explores
     * @param finalDuration measured window of a probe that decides, at least {@code initialDuration}
     */
    public record Load(int connections, int threads, Duration initialDuration, Duration finalDuration) {}

    /**
     * @param engine what holds the values
     * @param writeAheadLog when an acknowledged write is safe
     * @param blockCacheBytes RocksDB's cache of uncompressed blocks
     * @param writeBufferBytes RocksDB's memtable
     */
    public record Storage(Engine engine, WriteAheadLog writeAheadLog, long blockCacheBytes, long writeBufferBytes) {}

    /**
     * @param strategy in which order and how often configurations are measured
     * @param configurations what is compared, without repetition, the baseline among them if there is one
     * @param baseline what runs today: the improvement is reported against it
     * @param precision relative width at which a saturation point is found, such as 0.05
     * @param repetitions how often each finalist is confirmed
     * @param seed of every random choice the search makes
     * @param budget when to stop with the best answer so far
     */
    public record Search(
            Strategy strategy,
            List<Configuration> configurations,
            Optional<Configuration> baseline,
            double precision,
            int repetitions,
            long seed,
            Budget budget) {
        public Search {
            configurations = List.copyOf(configurations);
        }
    }

    /**
     * @param maxDuration time spent measuring, servers' starts included
     * @param maxTrials most configurations measured; empty: no limit
     */
    public record Budget(Duration maxDuration, OptionalInt maxTrials) {}
}
