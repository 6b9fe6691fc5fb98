package dev.kneepoint.manifest;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** What a misspelt name was probably meant to be. */
final class NearestName {

    private NearestName() {}

    /** The closest of the known names, if it is close: at most a third of its letters differ, upper case aside. */
    static Optional<String> of(String name, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt(candidate -> distance(name, candidate)))
                .filter(candidate -> distance(name, candidate) <= Math.max(1, (candidate.length() + 1) / 3));
    }

    /** Levenshtein's distance, row by row. */
    private static int distance(String left, String right) {
        String from = left.toLowerCase(Locale.ROOT);
        String to = right.toLowerCase(Locale.ROOT);
        int[] row = new int[to.length() + 1];
        for (int column = 0; column < row.length; column++) {
            row[column] = column;
        }
        for (int line = 1; line <= from.length(); line++) {
            int diagonal = row[0];
            row[0] = line;
            for (int column = 1; column < row.length; column++) {
                int above = row[column];
                int replaced = diagonal + (from.charAt(line - 1) == to.charAt(column - 1) ? 0 : 1);
                row[column] = Math.min(replaced, Math.min(above, row[column - 1]) + 1);
                diagonal = above;
            }
        }
        return row[to.length()];
    }
}
