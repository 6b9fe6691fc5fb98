package dev.kneepoint.wrk2;

/**
 * Why a part of the input is no load report.
 *
 * @param source name of the file or pod
 * @param line from 1
 * @param column from 1; 0 if the whole line is meant
 * @param message what was expected, and what was found
 */
public record ParseProblem(String source, int line, int column, String message) {

    /** {@code source:line: message} or {@code source:line:column: message}, as editors and compilers have it. */
    @Override
    public String toString() {
        return source + ":" + line + ":" + (column > 0 ? column + ":" : "") + " " + message;
    }

    /** A piece of input as it may stand in a message: plain, in quotes, of bounded length. */
    static String quoted(String found) {
        String text = plain(found.strip());
        return '"' + (text.length() > 60 ? text.substring(0, 60) + "..." : text) + '"';
    }

    /** One line without control characters, so that foreign input cannot drive the reader's terminal. */
    static String plain(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }
}
