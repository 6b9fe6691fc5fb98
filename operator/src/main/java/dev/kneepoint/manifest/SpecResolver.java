package dev.kneepoint.manifest;

import dev.kneepoint.api.LoadSpec;
import dev.kneepoint.api.ServerSpec;
import dev.kneepoint.api.StorageTuning;
import dev.kneepoint.api.StorageTuningSpec;
import dev.kneepoint.api.WorkloadSpec;
import dev.kneepoint.core.Configuration;
import dev.kneepoint.core.Objective;
import dev.kneepoint.core.Objective.LatencyGoal;
import dev.kneepoint.core.Strategy;
import dev.kneepoint.core.TuningSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Turns the api's types, defaults applied, into the core's words. Checks what spans fields, and what this version or
 * this place cannot do; leaves alone what is already known to be wrong.
 */
public final class SpecResolver {

    /** To grow with the strategies that are built. */
    private static final Set<Strategy> STRATEGIES = Set.of(Strategy.GRID);

    private static final int MOST_REPETITIONS = 1;

    private final Problems problems;
    private final Place place;
    private final List<String> notes = new ArrayList<>();

    SpecResolver(Problems problems, Place place) {
        this.problems = problems;
        this.place = place;
    }

    /**
     * Resolves a resource that a cluster hands out. It is checked like a file is: it may have been applied under an
     * older schema, or under none.
     */
    public static ManifestResult resolve(StorageTuning resource) {
        return ManifestReader.interpret(ResultYaml.write(resource), Place.CLUSTER);
    }

    /** Empty if there are problems. */
    Optional<TuningSpec> resolve(StorageTuningSpec spec) {
        Set<Configuration> configurations = new LinkedHashSet<>();
        Optional<Configuration> baseline = Optional.empty();
        if (spec != null) {
            checkWorkload(spec.workload());
            checkLoad(spec.load());
            checkPlace(spec);
            if (spec.search() != null) {
                checkVersion(spec);
                SearchSpace space = new SearchSpace(problems);
                baseline = space.baseline(spec.search().baseline());
                baseline.ifPresent(configurations::add);
                configurations.addAll(space.configurations(spec.search().space()));
            }
        }
        return problems.none() ? Optional.of(translate(spec, baseline, configurations)) : Optional.empty();
    }

    /** What has no effect here. */
    List<String> notes() {
        return notes;
    }

    private void checkWorkload(WorkloadSpec workload) {
        if (problems.intact("spec.workload.mix")) {
            WorkloadSpec.Mix mix = workload.mix();
            int sum = mix.get() + mix.put() + mix.delete();
            if (sum != 100) {
                problems.add(
                        "spec.workload.mix",
                        mix.get() + " + " + mix.put() + " + " + mix.delete() + " = " + sum,
                        WorkloadSpec.Mix.SUM);
            }
        }
        if (!problems.intact("spec.workload.valueSize", "spec.workload.maxValueSize")) {
            return;
        }
        int largest = largestValue(workload);
        if (largest < workload.valueSize()) {
            problems.add(
                    "spec.workload.maxValueSize",
                    largest + " with valueSize " + workload.valueSize(),
                    WorkloadSpec.VALUE_SIZES);
        } else if (problems.intact("spec.workload.keys", "spec.workload.prefill")
                && workload.prefill()
                && workload.keys() * largest > WorkloadSpec.MAX_PREFILL_BYTES) {
            problems.add(
                    "spec.workload",
                    workload.keys() + " keys of up to " + largest + " bytes",
                    WorkloadSpec.PREFILL_SIZE);
        }
    }

    private void checkLoad(LoadSpec load) {
        if (problems.intact("spec.load.connections", "spec.load.threads") && load.connections() < load.threads()) {
            problems.add(
                    "spec.load.connections",
                    load.connections() + " with " + load.threads() + " threads",
                    LoadSpec.CONNECTIONS);
        }
        if (problems.intact("spec.load.probe")) {
            String initial = load.probe().initialDuration();
            String decisive = load.probe().finalDuration();
            if (DurationText.parse(decisive).compareTo(DurationText.parse(initial)) < 0) {
                problems.add(
                        "spec.load.probe.finalDuration",
                        '"' + decisive + "\" with initialDuration \"" + initial + '"',
                        LoadSpec.Probe.ORDER);
            }
        }
    }

    private void checkVersion(StorageTuningSpec spec) {
        if (problems.intact("spec.search.strategy")
                && !STRATEGIES.contains(spec.search().strategy())) {
            problems.add(
                    "spec.search.strategy",
                    '"' + spec.search().strategy().label() + '"',
                    String.join(", ", STRATEGIES.stream().map(Strategy::label).toList()) + ", in this version");
        }
        if (problems.intact("spec.search.repetitions") && spec.search().repetitions() > MOST_REPETITIONS) {
            problems.add(
                    "spec.search.repetitions",
                    String.valueOf(spec.search().repetitions()),
                    MOST_REPETITIONS + ", in this version");
        }
    }

    private void checkPlace(StorageTuningSpec spec) {
        if (problems.intact("spec.profile") && spec.profile() != null) {
            problems.add("spec.profile", "an object", "no profile, in this version");
        }
        if (place == Place.CLUSTER) {
            return;
        }
        if (problems.intact("spec.workload.script") && spec.workload().script() != null) {
            problems.add("spec.workload.script", "a ConfigMap's key", "no script outside a cluster");
        }
        if (problems.intact("spec.suspend") && spec.suspend()) {
            problems.add("spec.suspend", "true", "false outside a cluster: nothing could resume it");
        }
        if (spec.ttlSecondsAfterFinished() != null) {
            note("spec.ttlSecondsAfterFinished");
        }
        LoadSpec load = spec.load();
        if (load != null) {
            notePlacement(
                    "spec.load",
                    load.image(),
                    load.resources(),
                    load.nodeSelector(),
                    load.tolerations(),
                    load.affinity());
        }
        ServerSpec server = spec.server();
        if (server != null) {
            notePlacement(
                    "spec.server",
                    server.image(),
                    server.resources(),
                    server.nodeSelector(),
                    server.tolerations(),
                    server.affinity());
        }
    }

    private void notePlacement(
            String path, Object image, Object resources, Object nodeSelector, Object tolerations, Object affinity) {
        Map<String, Optional<Object>> fields = new LinkedHashMap<>();
        fields.put("image", Optional.ofNullable(image));
        fields.put("resources", Optional.ofNullable(resources));
        fields.put("nodeSelector", Optional.ofNullable(nodeSelector));
        fields.put("tolerations", Optional.ofNullable(tolerations));
        fields.put("affinity", Optional.ofNullable(affinity));
        fields.forEach((name, value) -> value.ifPresent(_ -> note(path + "." + name)));
    }

    private void note(String path) {
        notes.add(path + ": has an effect on a cluster only");
    }

    private static TuningSpec translate(
            StorageTuningSpec spec, Optional<Configuration> baseline, Set<Configuration> configurations) {
        WorkloadSpec workload = spec.workload();
        LoadSpec load = spec.load();
        ServerSpec.Storage storage = spec.server().storage();
        List<LatencyGoal> goals = spec.objective().latency().stream()
                .map(goal -> new LatencyGoal(Double.parseDouble(goal.percentile()), DurationText.parse(goal.max())))
                .toList();
        Integer maxTrials = spec.search().budget().maxTrials();
        return new TuningSpec(
                new Objective(goals, PercentText.parseRatio(spec.objective().maxErrorRate())),
                new TuningSpec.Workload(
                        workload.mix().get(),
                        workload.mix().put(),
                        workload.mix().delete(),
                        workload.keys(),
                        workload.keyDistribution(),
                        workload.valueSize(),
                        largestValue(workload),
                        workload.prefill(),
                        workload.seed()),
                new TuningSpec.Load(
                        load.connections(),
                        load.threads(),
                        DurationText.parse(load.probe().initialDuration()),
                        DurationText.parse(load.probe().finalDuration())),
                new TuningSpec.Storage(
                        storage.engine(),
                        storage.writeAheadLog(),
                        SizeText.parse(storage.blockCache()),
                        SizeText.parse(storage.writeBuffer())),
                new TuningSpec.Search(
                        spec.search().strategy(),
                        List.copyOf(configurations),
                        baseline,
                        PercentText.parseRatio(spec.search().precision()),
                        spec.search().repetitions(),
                        workload.seed(),
                        new TuningSpec.Budget(
                                DurationText.parse(spec.search().budget().maxDuration()),
                                maxTrials == null ? OptionalInt.empty() : OptionalInt.of(maxTrials))));
    }

    private static int largestValue(WorkloadSpec workload) {
        return Objects.requireNonNullElse(workload.maxValueSize(), workload.valueSize());
    }
}
