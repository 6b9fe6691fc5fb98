package dev.kneepoint.cli;

import dev.kneepoint.wrk2.LatencySummary;
import dev.kneepoint.wrk2.LoadReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The runs of a saved output for people: one row each, a dash where the output does not tell. */
final class RunTable {

    private static final List<String> HEADER =
            List.of("run", "line", "rate/s", "achieved/s", "p50", "p99", "p99.9", "max", "errors");
    private static final String UNCORRECTED = "*";

    private RunTable() {}

    static String render(List<LoadReport> reports) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEADER);
        for (LoadReport report : reports) {
            rows.add(row(rows.size(), report));
        }
        StringBuilder table = new StringBuilder();
        for (List<String> row : rows) {
            for (int column = 0; column < row.size(); column++) {
                int index = column;
                int width =
                        rows.stream().mapToInt(r -> r.get(index).length()).max().orElse(0);
                table.append(column == 0 ? "" : "  ")
                        .append(" ".repeat(width - row.get(column).length()));
                table.append(row.get(column));
            }
            table.append(System.lineSeparator());
        }
        if (table.indexOf(UNCORRECTED) >= 0) {
            table.append(UNCORRECTED + " uncorrected: this output does not tell latency from the intended send time")
                    .append(System.lineSeparator());
        }
        return table.toString();
    }

    private static List<String> row(int number, LoadReport report) {
        boolean corrected = report.latency() != null;
        LatencySummary latency = corrected ? report.latency() : report.serviceTime();
        String mark = corrected || latency == null ? "" : UNCORRECTED;
        return List.of(
                String.valueOf(number),
                report.line() == null ? "-" : String.valueOf(report.line()),
                report.rate() == null ? "-" : decimal(report.rate()),
                report.requestsPerSecond() == null ? "-" : decimal(report.requestsPerSecond()),
                percentile(latency, 50) + mark,
                percentile(latency, 99) + mark,
                percentile(latency, 99.9) + mark,
                (latency == null ? "-" : millis(latency.max())) + mark,
                String.valueOf(report.errors().total()));
    }

    private static String percentile(LatencySummary latency, double percentile) {
        if (latency == null) {
            return "-";
        }
        var micros = latency.percentileMicros(percentile);
        return micros.isPresent() ? millis(micros.getAsDouble()) : "-";
    }

    private static String millis(Double micros) {
        return micros == null ? "-" : String.format(Locale.ROOT, "%.2fms", micros / 1000);
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, value == Math.rint(value) ? "%.0f" : "%.2f", value);
    }
}
