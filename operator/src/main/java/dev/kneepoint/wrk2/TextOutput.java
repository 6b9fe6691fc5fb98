package dev.kneepoint.wrk2;

import dev.kneepoint.wrk2.LoadReportReader.Reading;
import java.util.ArrayList;
import java.util.List;

/**
 * The text of wrk2 and wrk, one run or many with prose between them. A run begins at {@code Running ... test @ URL}, at
 * {@code Thread calibration:} or at {@code Thread Stats}, whichever of them was saved first, and ends at
 * {@code Transfer/sec:}. A line that only a run has, outside of one, is the rest of a torn run. A command line is a run's
 * own if nothing but blank lines and the marks of a code block stand between them.
 */
final class TextOutput {

    private final String source;
    private final List<LoadReport> reports = new ArrayList<>();
    private final List<ParseProblem> problems = new ArrayList<>();
    private TextRun run;
    private CommandLine command;
    /** The line below a torn run or in a beheaded one: its further lines are no news. */
    private boolean inTornRun;

    private int firstPercentileRow;

    private TextOutput(String source) {
        this.source = source;
    }

    static Reading read(String source, String text) {
        TextOutput output = new TextOutput(source);
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            output.accept(i + 1, TextLine.of(line), line);
        }
        output.finish(lines.size());
        return new Reading(output.reports, output.problems);
    }

    private void accept(int number, TextLine line, String raw) {
        if (run != null) {
            if (run.take(line)) {
                if (run.isComplete()) {
                    reports.add(run.report());
                    run = null;
                }
                return;
            }
            torn(number, "found " + ParseProblem.quoted(raw));
        }
        if (TextRun.begins(line)) {
            run = new TextRun(number, command);
            run.take(line);
            command = null;
            inTornRun = false;
        } else {
            outside(number, line, raw);
        }
    }

    private void outside(int number, TextLine line, String raw) {
        switch (line) {
            case TextLine.Command(CommandLine options) -> command = options;
            case TextLine.Blank(), TextLine.Fence() -> {}
            default -> command = null;
        }
        if (line instanceof TextLine.PercentileRow && firstPercentileRow == 0) {
            firstPercentileRow = number;
        }
        if (belongsToRun(line) && !inTornRun) {
            problems.add(new ParseProblem(
                    source,
                    number,
                    0,
                    "torn run: its beginning is missing; expected \"Running\", \"Thread calibration:\" or"
                            + " \"Thread Stats\" before " + ParseProblem.quoted(raw)));
            inTornRun = true;
        }
        if (line instanceof TextLine.TransferPerSecond) {
            inTornRun = false;
        }
    }

    private void finish(int lines) {
        if (run != null) {
            torn(lines, "found the end of the input");
        }
        if (reports.isEmpty() && problems.isEmpty()) {
            problems.add(
                    firstPercentileRow > 0
                            ? new ParseProblem(
                                    source,
                                    firstPercentileRow,
                                    0,
                                    "percentiles without the run they belong to, and no run anywhere: expected"
                                            + " \"Thread Stats\" above them and \"Requests/sec:\" below")
                            : new ParseProblem(
                                    source,
                                    1,
                                    0,
                                    "no output of wrk2 or wrk: expected a line \"Running ... test @ URL\","
                                            + " \"Thread calibration:\" or \"Thread Stats\", or JSON beginning with \"{\""));
        }
    }

    private void torn(int number, String found) {
        problems.add(new ParseProblem(
                source,
                number,
                0,
                "torn run: it begins in line " + run.line() + "; expected " + run.expected() + ", " + found));
        run = null;
        inTornRun = true;
    }

    /** Lines that nobody writes in prose; a bare row of percentiles is quoted too often to be called a torn run. */
    private static boolean belongsToRun(TextLine line) {
        return switch (line) {
            case TextLine.LatencyStats _, TextLine.RateStats _, TextLine.DistributionHeader _ -> true;
            case TextLine.SpectrumHeader _, TextLine.MeanTrailer _, TextLine.MaxTrailer _ -> true;
            case TextLine.BucketsTrailer _, TextLine.Totals _, TextLine.SocketErrors _ -> true;
            case TextLine.StatusErrors _, TextLine.RequestsPerSecond _, TextLine.TransferPerSecond _ -> true;
            default -> false;
        };
    }
}
