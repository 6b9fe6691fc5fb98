package dev.kneepoint.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads option values that have a unit. */
final class Arguments {

    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|h)");
    private static final Pattern PERCENT = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,6})?)%");

    private Arguments() {}

    static Duration duration(String option, String text) {
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches() || Long.parseLong(matcher.group(1)) == 0) {
            throw new BadInputException(
                    option + ": found \"" + text + "\"; allowed: a duration such as 500ms, 5s, 2m, not 0");
        }
        long amount = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            default -> Duration.ofHours(amount);
        };
    }

    /** As a ratio, 0 to 1; the bounds are percentages. */
    static double percent(String option, String text, double least, double most) {
        Matcher matcher = PERCENT.matcher(text);
        double percent = matcher.matches() ? Double.parseDouble(matcher.group(1)) : Double.NaN;
        if (!(percent >= least && percent <= most)) {
            throw new BadInputException(option + ": found \"" + text + "\"; allowed: a percentage from "
                    + trimmed(least) + "% to " + trimmed(most) + "%, such as 5%");
        }
        return percent / 100;
    }

    private static String trimmed(double value) {
        return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
    }
}
