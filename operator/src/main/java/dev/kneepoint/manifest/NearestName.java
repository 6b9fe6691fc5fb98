package dev.kneepoint.manifest;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** What a misspelt name was probably meant to be. */
final class NearestName {

    /** No field's name is as long; the distance takes a table of both lengths. */
    private static final int LONGEST = 64;

    private NearestName() {}

    /** The closest of the known names, if it is close: at most a third of its letters differ, upper case aside. */
    static Optional<String> of(String name, Collection<String> known) {
        if (name.length() > LONGEST) {
            return Optional.empty();
        }
        return known.stream()
                .min(Comparator.comparingInt(candidate -> distance(name, candidate)))
                .filter(candidate -> distance(name, candidate) <= Math.max(1, (candidate.length() + 1) / 3));
    }

    /** Edits that lead from one to the other, a swap of neighbours being one: the optimal string alignment distance. */
    private static int distance(String left, String right) {
        String from = left.toLowerCase(Locale.ROOT);
        String to = right.toLowerCase(Locale.ROOT);
        int[][] edits = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                if (i == 0 || j == 0) {
                    edits[i][j] = i + j;
                    continue;
                }
                boolean same = from.charAt(i - 1) == to.charAt(j - 1);
                edits[i][j] =
                        Math.min(edits[i - 1][j - 1] + (same ? 0 : 1), Math.min(edits[i - 1][j], edits[i][j - 1]) + 1);
                boolean swapped = i > 1
                        && j > 1
                        && from.charAt(i - 1) == to.charAt(j - 2)
                        && from.charAt(i - 2) == to.charAt(j - 1);
                if (swapped) {
                    edits[i][j] = Math.min(edits[i][j], edits[i - 2][j - 2] + 1);
                }
            }
        }
        return edits[from.length()][to.length()];
    }
}
