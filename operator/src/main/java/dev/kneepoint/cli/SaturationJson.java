package dev.kneepoint.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kneepoint.core.History;
import dev.kneepoint.core.Judge;
import dev.kneepoint.core.Measurement;
import dev.kneepoint.core.Observation;
import dev.kneepoint.core.SaturationPoint;
import dev.kneepoint.core.TrialOutcome;
import dev.kneepoint.core.TuningSpec;
import dev.kneepoint.core.Verdict;
import java.util.Locale;

/** What {@code saturate --json} prints: {@code {"saturation": {"rps", "low", "high"}, "probes": [...]}}. */
final class SaturationJson {

    private SaturationJson() {}

    static String of(TuningSpec spec, TrialOutcome outcome, History history) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.set("saturation", outcome.saturation().map(SaturationJson::point).orElse(null));
        if (!outcome.reason().isEmpty()) {
            root.put("note", outcome.reason());
        }
        ArrayNode probes = root.putArray("probes");
        for (Observation observation : history.observations()) {
            if (observation instanceof Observation.Probed probed) {
                probes.add(probe(spec, probed));
            }
        }
        return root.toPrettyString();
    }

    private static ObjectNode point(SaturationPoint point) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("rps", point.rps());
        node.put("low", point.low());
        // JSON has no infinity: an open bound is null.
        node.put("high", Double.isInfinite(point.high()) ? null : Double.valueOf(point.high()));
        return node;
    }

    /** Durations in seconds, latencies in microseconds, -1 where nothing was answered. */
    private static ObjectNode probe(TuningSpec spec, Observation.Probed probed) {
        Measurement measured = probed.measured();
        Verdict verdict = Judge.judge(spec.objective(), measured);
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("rate", measured.rate());
        node.put("durationSeconds", measured.window().toNanos() / 1e9);
        node.put("decisive", probed.decisive());
        node.put("verdict", verdict.kind().name().toLowerCase(Locale.ROOT));
        node.put("reason", verdict.reason());
        node.put("completedPerSecond", measured.completedRate());
        node.put("errorRatio", measured.errorRatio());
        ObjectNode latency = node.putObject("latencyMicros");
        latency.put("p50", measured.latency().p50Micros());
        latency.put("p90", measured.latency().p90Micros());
        latency.put("p99", measured.latency().p99Micros());
        latency.put("p99.9", measured.latency().p999Micros());
        latency.put("max", measured.latency().maxMicros());
        return node;
    }
}
