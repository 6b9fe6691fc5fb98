package dev.kneepoint.local;

import dev.kneepoint.core.TuningSpec;
import java.util.ArrayList;
import java.util.List;

/** Renders a tuning's workload to one of the Lua scripts and its arguments. */
public final class WorkloadScript {

    private WorkloadScript() {}

    public static Generator.Workload of(Installation installation, TuningSpec spec) {
        return new Generator.Workload(
                installation.script(scriptFor(spec.workload())),
                arguments(spec.workload()),
                List.of(),
                spec.load().connections(),
                spec.load().threads(),
                spec.workload().expectsNotFound());
    }

    /** The script's file name. */
    public static String scriptFor(TuningSpec.Workload workload) {
        if (workload.getPercent() == 100) {
            return "get.lua";
        }
        return workload.putPercent() == 100 ? "put.lua" : "mixed.lua";
    }

    /** The script's arguments. */
    public static List<String> arguments(TuningSpec.Workload workload) {
        List<String> arguments = new ArrayList<>(List.of(
                "--keys", String.valueOf(workload.keys()),
                "--distribution", workload.keyDistribution().label(),
                "--seed", String.valueOf(workload.seed())));
        if (workload.putPercent() > 0) {
            arguments.addAll(List.of(
                    "--value-size", String.valueOf(workload.valueBytes()),
                    "--max-value-size", String.valueOf(workload.maxValueBytes())));
        }
        if (scriptFor(workload).equals("mixed.lua")) {
            arguments.addAll(List.of(
                    "--get", String.valueOf(workload.getPercent()),
                    "--put", String.valueOf(workload.putPercent()),
                    "--delete", String.valueOf(workload.deletePercent())));
        }
        return arguments;
    }
}
