package dev.kneepoint.wrk2;

import java.util.List;

/**
 * Reads the runs in a generator's output, whichever kind it is: JSON if it starts with a brace, unless a line in it
 * begins a run of text, for a script may have printed something in braces before. One kind per output: beside runs of
 * text JSON counts as prose, so that a generator that wrote both into one file is not read twice.
 */
public final class LoadReportReader {

    private LoadReportReader() {}

    /**
     * Everything that was found.
     *
     * @param reports complete runs, in order
     * @param problems torn runs, in order; one if there is no run at all
     */
    public record Reading(List<LoadReport> reports, List<ParseProblem> problems) {

        public Reading {
            reports = List.copyOf(reports);
            problems = List.copyOf(problems);
        }
    }

    /**
     * Reads the runs of a complete output.
     *
     * @param source name of the file or pod, for messages
     * @return at least one report
     * @throws UnreadableLoadReportException if a run is torn, of a newer version, or there is none
     */
    public static List<LoadReport> read(String source, String output) throws UnreadableLoadReportException {
        Reading reading = readLeniently(source, output);
        if (!reading.problems().isEmpty()) {
            throw new UnreadableLoadReportException(reading.problems());
        }
        return reading.reports();
    }

    /** Reads the runs that are complete, and says what is wrong with the rest: at least one of either is found. */
    public static Reading readLeniently(String source, String output) {
        String text = output.startsWith("\uFEFF") ? output.substring(1) : output;
        String content = text.stripLeading();
        if (content.isEmpty()) {
            return new Reading(List.of(), List.of(new ParseProblem(source, 1, 0, "empty: expected a run's output")));
        }
        boolean json = content.startsWith("{") && text.lines().map(TextLine::of).noneMatch(TextRun::begins);
        return json ? JsonOutput.read(source, text) : TextOutput.read(source, text);
    }
}
