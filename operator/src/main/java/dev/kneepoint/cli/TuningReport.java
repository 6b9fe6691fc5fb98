package dev.kneepoint.cli;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import dev.kneepoint.core.Conclusion;
import dev.kneepoint.core.Conclusion.Improvement;
import dev.kneepoint.core.Conclusion.Recommendation;
import dev.kneepoint.core.Measurement;
import dev.kneepoint.core.SaturationPoint;
import dev.kneepoint.core.TrialOutcome;
import dev.kneepoint.core.TuningSpec;
import dev.kneepoint.local.Processors;
import dev.kneepoint.local.WorkloadScript;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What a person reads at the end of a tuning: the table of trials, the recommendation, and how to try it. */
final class TuningReport {

    /** Share of the saturation rate that is offered for a look: at the point itself chance decides. */
    private static final double HOLDS_SURELY = 0.9;

    private TuningReport() {}

    static String of(TuningSpec spec, Conclusion conclusion, Processors.Split processors, Path result) {
        StringBuilder text = new StringBuilder();
        text.append(table(conclusion)).append("\n\n");
        if (conclusion.end() == Conclusion.End.BUDGET_EXHAUSTED) {
            text.append("The budget ended before every configuration was measured: this is the best so far.\n");
        }
        conclusion
                .recommendation()
                .ifPresentOrElse(
                        recommended -> describe(text, spec, recommended, processors),
                        () -> text.append("No configuration was found to sustain any rate inside the objective.\n"));
        return text.append("Written to ").append(result).append('\n').toString();
    }

    private static void describe(
            StringBuilder text, TuningSpec spec, Recommendation recommended, Processors.Split processors) {
        SaturationPoint point = recommended.saturation();
        text.append("Recommended: ")
                .append(recommended.trial().configuration())
                .append("\n  sustains ")
                .append(Figures.rate(point.low()))
                .append(" requests/s (confirmed); ")
                .append(
                        Double.isInfinite(point.high())
                                ? "no higher rate could be measured\n"
                                : Figures.rate(point.high()) + "/s was confirmed not sustained\n");
        recommended.improvement().ifPresent(improvement -> text.append("  against the baseline ")
                .append(spec.search().baseline().orElseThrow())
                .append(": ")
                .append(percent(improvement))
                .append('\n'));
        if (!recommended.equivalents().isEmpty()) {
            text.append("  cannot be told apart from it (it is the cheapest of them): ")
                    .append(recommended.equivalents().stream()
                            .map(outcome -> outcome.configuration().toString())
                            .collect(Collectors.joining(", ")))
                    .append('\n');
        }
        String settings = recommended.trial().configuration().environment().entrySet().stream()
                .map(setting -> setting.getKey() + "=" + setting.getValue())
                .collect(Collectors.joining(" "));
        text.append("  as settings: ").append(settings).append('\n');
        tryIt(text, spec, settings, point.low(), processors);
    }

    /** On the processors that it was measured on: on others the saturation point is another. */
    private static void tryIt(
            StringBuilder text, TuningSpec spec, String settings, double rate, Processors.Split processors) {
        TuningSpec.Workload workload = spec.workload();
        TuningSpec.Storage storage = spec.storage();
        text.append(
                        "\nTo see for yourself, on the processors that it was measured on (give a cold server a quarter of the rate for"
                                + " 15 s first):\n  env ")
                .append(settings)
                .append(" taskset -c ")
                .append(processors.server())
                .append(" ./kneepoint serve --host 127.0.0.1 --engine ")
                .append(storage.engine().label())
                .append(" --write-ahead-log ")
                .append(storage.writeAheadLog().label())
                .append(" --block-cache ")
                .append(storage.blockCacheBytes())
                .append(" --write-buffer ")
                .append(storage.writeBufferBytes())
                .append(" --data-dir $(mktemp -d) --prefill ")
                .append(workload.prefill() ? workload.keys() : 0)
                .append(" --value-size ")
                .append(workload.valueBytes())
                .append(" --max-value-size ")
                .append(workload.maxValueBytes())
                .append("\n  taskset -c ")
                .append(processors.load())
                .append(" ./kneepoint wrk2 -t")
                .append(spec.load().threads())
                .append(" -c")
                .append(spec.load().connections())
                .append(" -d30s -R")
                .append(Math.round(HOLDS_SURELY * rate))
                .append(" -L -s loadtest-jobs/scripts/")
                .append(WorkloadScript.scriptFor(workload))
                .append(" http://127.0.0.1:8080 -- ")
                .append(String.join(" ", WorkloadScript.arguments(workload)))
                .append("\n\n");
    }

    private static String percent(Improvement improvement) {
        return String.format(
                Locale.ROOT,
                "%+.1f %% (%+.1f to %+.1f %%)",
                improvement.percent(),
                improvement.low(),
                improvement.high());
    }

    private static String table(Conclusion conclusion) {
        return AsciiTable.builder()
                .border(AsciiTable.NO_BORDERS)
                .data(
                        conclusion.outcomes(),
                        List.of(
                                right("trial", outcome -> String.valueOf(outcome.trial() + 1)),
                                left("configuration", outcome -> outcome.configuration()
                                        .toString()),
                                right("sustained/s", outcome -> rate(outcome, SaturationPoint::low)),
                                right("not sustained/s", outcome -> rate(outcome, SaturationPoint::high)),
                                right("p50", outcome -> latency(outcome, Measurement.Latency::p50Micros)),
                                right("p99", outcome -> latency(outcome, Measurement.Latency::p99Micros)),
                                right("probes", outcome -> String.valueOf(outcome.probes())),
                                left("", outcome -> remark(conclusion, outcome))))
                .asString();
    }

    private static ColumnData<TrialOutcome> right(String header, Function<TrialOutcome, String> value) {
        return column(header, HorizontalAlign.RIGHT, value);
    }

    private static ColumnData<TrialOutcome> left(String header, Function<TrialOutcome, String> value) {
        return column(header, HorizontalAlign.LEFT, value);
    }

    private static ColumnData<TrialOutcome> column(
            String header, HorizontalAlign align, Function<TrialOutcome, String> value) {
        return new Column().header(header).headerAlign(align).dataAlign(align).with(value);
    }

    private static String rate(TrialOutcome outcome, Function<SaturationPoint, Double> bound) {
        return outcome.saturation().map(bound).map(Figures::rate).orElse("-");
    }

    private static String latency(TrialOutcome outcome, Function<Measurement.Latency, Long> percentile) {
        return outcome.atSaturation()
                .map(Measurement::latency)
                .map(percentile)
                .map(Figures::latency)
                .orElse("-");
    }

    private static String remark(Conclusion conclusion, TrialOutcome outcome) {
        boolean recommended = conclusion
                .recommendation()
                .filter(best -> best.trial().trial() == outcome.trial())
                .isPresent();
        if (recommended) {
            return "<- recommended";
        }
        return outcome.kind() == TrialOutcome.Kind.FOUND && outcome.reason().isEmpty()
                ? ""
                : outcome.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ')
                        + (outcome.reason().isEmpty() ? "" : ": " + outcome.reason());
    }
}
