package dev.kneepoint.wrk2;

import java.util.List;
import java.util.stream.Collectors;

/** The input is torn, foreign or of a newer version; the message has one line per problem, each saying where. */
public final class UnreadableLoadReportException extends Exception {

    private static final long serialVersionUID = 1L;

    UnreadableLoadReportException(List<ParseProblem> problems) {
        super(problems.stream().map(ParseProblem::toString).collect(Collectors.joining("\n")));
    }
}
