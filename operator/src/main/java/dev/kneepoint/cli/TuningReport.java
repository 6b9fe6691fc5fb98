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
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What a person reads at the end of a tuning: the table of trials, the recommendation, and how to try it. */
final class TuningReport {

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
        text.append("  as settings: ")
                .append(recommended.trial().configuration().environment().entrySet().stream()
                        .map(setting -> setting.getKey() + "=" + setting.getValue())
                        .collect(Collectors.joining(" ")))
                .append("\n  measured with the server on processor ")
                .append(processors.server())
                .append(" and the generator on ")
                .append(processors.load())
                .append('\n');
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
