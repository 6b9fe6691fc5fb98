package dev.kneepoint.manifest;

import dev.kneepoint.api.IntegerAxis;
import dev.kneepoint.api.IntegerAxis.Scale;
import dev.kneepoint.api.PoolConfiguration;
import dev.kneepoint.api.QueueCapacities;
import dev.kneepoint.api.SpaceSpec;
import dev.kneepoint.core.Configuration;
import dev.kneepoint.core.QueueType;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;

/** Spells out a search space, and finds what contradicts itself in it. */
final class SearchSpace {

    private static final String PATH = "spec.search.space";
    private static final String BASELINE = "spec.search.baseline";

    private final Problems problems;

    SearchSpace(Problems problems) {
        this.problems = problems;
    }

    /** The baseline, where one is given and nothing is wrong with it. */
    Optional<Configuration> baseline(PoolConfiguration baseline) {
        if (baseline == null || !problems.intact(BASELINE)) {
            return Optional.empty();
        }
        QueueType type = baseline.queueType();
        Integer core = baseline.poolSize();
        Integer capacity = baseline.queueCapacity();
        Integer most = baseline.maxPoolSize() == null ? core : baseline.maxPoolSize();
        if (type.hasPool() && core == null) {
            problems.add(BASELINE, "no poolSize with " + type.label(), PoolConfiguration.POOL_SIZE_NEEDED);
        }
        if (type.hasCapacity() && capacity == null) {
            problems.add(BASELINE, "no queueCapacity with " + type.label(), PoolConfiguration.CAPACITY_NEEDED);
        }
        if (core != null && most < core) {
            problems.add(BASELINE + ".maxPoolSize", most + " with poolSize " + core, PoolConfiguration.ORDER);
        }
        if (capacity != null && tooLarge(type, capacity)) {
            problems.add(BASELINE + ".queueCapacity", capacity + " with " + type.label(), QueueCapacities.ALLOCATED);
        }
        return problems.intact(BASELINE)
                ? Optional.of(new Configuration(orZero(core), orZero(most), type, orZero(capacity)))
                : Optional.empty();
    }

    /** Every combination, in the order of the manifest; empty where anything is wrong with the space. */
    Set<Configuration> configurations(SpaceSpec space) {
        if (!problems.intact(PATH)) {
            return Set.of();
        }
        List<QueueType> types = space.queueType().stream().distinct().toList();
        needed(
                types.stream().filter(QueueType::hasPool).toList(),
                space.poolSize(),
                SpaceSpec.POOL_SIZE_NEEDED,
                "poolSize");
        needed(
                types.stream().filter(QueueType::hasCapacity).toList(),
                space.queueCapacity(),
                SpaceSpec.CAPACITY_NEEDED,
                "queueCapacity");
        List<Integer> cores = values(space.poolSize(), PATH + ".poolSize");
        List<Integer> capacities = values(space.queueCapacity(), PATH + ".queueCapacity");
        List<Integer> most = values(space.maxPoolSize(), PATH + ".maxPoolSize");
        if (!problems.intact(PATH)) {
            return Set.of();
        }
        List<int[]> pools = pools(cores, most);
        if (pools.isEmpty() && types.stream().anyMatch(QueueType::hasPool)) {
            problems.add(
                    PATH + ".maxPoolSize",
                    "no value above " + most.stream().max(Integer::compare).orElse(0),
                    "at least one value not below a poolSize, the smallest of which is "
                            + cores.stream().min(Integer::compare).orElse(0));
        }
        limitAllocated(types, capacities);
        limitCount(types, pools.size(), capacities.size());
        return problems.intact(PATH) ? combine(types, pools, capacities) : Set.of();
    }

    private void needed(List<QueueType> types, IntegerAxis axis, String allowed, String name) {
        if (!types.isEmpty() && axis == null) {
            problems.add(PATH, "no " + name + " with " + types.getFirst().label(), allowed);
        }
    }

    private void limitAllocated(List<QueueType> types, List<Integer> capacities) {
        for (QueueType type : types) {
            for (int capacity : capacities) {
                if (tooLarge(type, capacity)) {
                    problems.add(
                            PATH + ".queueCapacity", capacity + " with " + type.label(), QueueCapacities.ALLOCATED);
                    return;
                }
            }
        }
    }

    private void limitCount(List<QueueType> types, long pools, long capacities) {
        long count = types.stream()
                .mapToLong(type -> (type.hasPool() ? pools : 1) * (type.hasCapacity() ? capacities : 1))
                .sum();
        if (count > SpaceSpec.MAX_CONFIGURATIONS) {
            problems.add(
                    PATH,
                    count + " configurations",
                    "at most " + SpaceSpec.MAX_CONFIGURATIONS + " configurations; leave out values");
        }
    }

    /** Both array and lock-free queues are one array each, as large as their capacity. */
    private static boolean tooLarge(QueueType type, int capacity) {
        return (type == QueueType.ARRAY || type == QueueType.LOCK_FREE) && capacity > QueueCapacities.LARGEST_ALLOCATED;
    }

    /** Core and most threads; without values for the latter the two are the same. */
    private static List<int[]> pools(List<Integer> cores, List<Integer> most) {
        if (most.isEmpty()) {
            return cores.stream().map(core -> new int[] {core, core}).toList();
        }
        return cores.stream()
                .flatMap(core -> most.stream().filter(max -> max >= core).map(max -> new int[] {core, max}))
                .toList();
    }

    private static Set<Configuration> combine(List<QueueType> types, List<int[]> pools, List<Integer> capacities) {
        Set<Configuration> all = new LinkedHashSet<>();
        for (QueueType type : types) {
            for (int[] pool : type.hasPool() ? pools : List.of(new int[] {0, 0})) {
                for (int capacity : type.hasCapacity() ? capacities : List.of(0)) {
                    all.add(new Configuration(pool[0], pool[1], type, capacity));
                }
            }
        }
        return all;
    }

    /** Without repetition; empty where the axis is absent or contradicts itself. */
    private List<Integer> values(IntegerAxis axis, String path) {
        if (axis == null) {
            return List.of();
        }
        boolean ranged = axis.min() != null || axis.max() != null;
        boolean shaped = axis.scale() != null || axis.step() != null;
        if (axis.values() != null ? ranged || shaped : axis.min() == null || axis.max() == null) {
            problems.add(path, given(axis), IntegerAxis.EXACTLY_ONE);
            return List.of();
        }
        return axis.values() != null ? axis.values().stream().distinct().toList() : range(axis, path);
    }

    private List<Integer> range(IntegerAxis axis, String path) {
        long min = axis.min();
        long max = axis.max();
        Scale scale = Objects.requireNonNullElse(axis.scale(), IntegerAxis.DEFAULT_SCALE);
        long step = Objects.requireNonNullElse(axis.step(), IntegerAxis.DEFAULT_STEP);
        if (min > max) {
            problems.add(path, "min " + min + " with max " + max, IntegerAxis.ORDER);
            return List.of();
        }
        if (axis.step() != null && scale != Scale.LINEAR) {
            problems.add(path, "step " + step + " with scale powerOfTwo", IntegerAxis.STEP);
            return List.of();
        }
        long count = (max - min) / step + 1;
        if (scale == Scale.LINEAR && count > SpaceSpec.MAX_CONFIGURATIONS) {
            problems.add(
                    path,
                    "a range of " + count + " values",
                    "at most " + SpaceSpec.MAX_CONFIGURATIONS + " values; use a larger step, or scale powerOfTwo");
            return List.of();
        }
        List<Integer> values = (scale == Scale.LINEAR
                        ? LongStream.iterate(min, value -> value <= max, value -> value + step)
                        : LongStream.iterate(1, value -> value <= max, value -> 2 * value)
                                .filter(value -> value >= min))
                .mapToObj(Math::toIntExact)
                .toList();
        if (values.isEmpty()) {
            problems.add(path, "no power of two from " + min + " to " + max, "a range with a power of two in it");
        }
        return values;
    }

    private static String given(IntegerAxis axis) {
        Set<String> given = new LinkedHashSet<>();
        if (axis.values() != null) {
            given.add("values");
        }
        if (axis.min() != null) {
            given.add("min");
        }
        if (axis.max() != null) {
            given.add("max");
        }
        if (axis.scale() != null) {
            given.add("scale");
        }
        if (axis.step() != null) {
            given.add("step");
        }
        return given.isEmpty() ? "neither values nor min and max" : String.join(" and ", given);
    }

    private static int orZero(Integer value) {
        return value == null ? 0 : value;
    }
}
