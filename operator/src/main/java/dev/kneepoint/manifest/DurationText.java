package dev.kneepoint.manifest;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as manifests write them: {@code 500us}, {@code 20ms}, {@code 1.5s}, {@code 1h30m}; Go's, without a sign. */
public final class DurationText {

    private static final Pattern PART = Pattern.compile("([0-9]+(?:[.][0-9]+)?)(us|ms|s|m|h)");

    private DurationText() {}

    /**
     * @param text one or more numbers, each with a unit
     * @throws IllegalArgumentException if it is anything else
     * @throws ArithmeticException beyond some 292 years
     */
    public static Duration parse(String text) {
        Matcher part = PART.matcher(text);
        BigDecimal nanos = BigDecimal.ZERO;
        int end = 0;
        while (end < text.length() && part.find(end) && part.start() == end) {
            nanos = nanos.add(new BigDecimal(part.group(1)).multiply(BigDecimal.valueOf(nanosPer(part.group(2)))));
            end = part.end();
        }
        if (end == 0 || end < text.length()) {
            throw new IllegalArgumentException("no duration: " + text);
        }
        return Duration.ofNanos(nanos.setScale(0, RoundingMode.DOWN).longValueExact());
    }

    /**
     * The shortest text with one unit and at most three decimals, rounded to the microsecond: {@code 20ms}, {@code 1.5s}.
     *
     * @param duration not negative
     */
    public static String format(Duration duration) {
        BigDecimal micros =
                BigDecimal.valueOf(duration.toNanos()).movePointLeft(3).setScale(0, RoundingMode.HALF_UP);
        String unit = "us";
        BigDecimal number = micros;
        for (String larger : new String[] {"ms", "s", "m", "h"}) {
            BigDecimal scale = BigDecimal.valueOf(nanosPer(larger) / 1000);
            if (micros.compareTo(scale) < 0) {
                break;
            }
            BigDecimal scaled = micros.divide(scale, 9, RoundingMode.HALF_UP).stripTrailingZeros();
            // Beyond seconds only what comes out even: 90s reads better than 1.5m.
            if (scaled.scale() > (larger.equals("m") || larger.equals("h") ? 0 : 3)) {
                continue;
            }
            unit = larger;
            number = scaled;
        }
        return number.toPlainString() + unit;
    }

    private static long nanosPer(String unit) {
        return switch (unit) {
            case "us" -> 1_000L;
            case "ms" -> 1_000_000L;
            case "s" -> 1_000_000_000L;
            case "m" -> 60_000_000_000L;
            case "h" -> 3_600_000_000_000L;
            default -> throw new IllegalArgumentException("no unit of time: " + unit);
        };
    }
}
