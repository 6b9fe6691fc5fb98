package dev.kneepoint.wrk2;

import java.math.BigDecimal;
import java.util.Map;

/**
 * A figure as wrk and wrk2 print it: a decimal with a unit, possibly {@code nan}. Times grow in steps of 1000 to
 * seconds and of 60 above, bytes in steps of 1024, counts in steps of 1000.
 *
 * @param value in the base unit: microseconds, bytes or one; null for {@code nan}
 * @param halfDigit how far rounding may have moved the value, in the base unit
 */
record Quantity(Double value, double halfDigit) {

    private static final String NUMBER = "-?nan|-?inf|\\d{1,20}(?:\\.\\d{1,9})?";

    static final String TIME = "(?:" + NUMBER + ")(?:us|ms|s|m|h)";
    static final String BYTES = "(?:" + NUMBER + ")[KMGTP]?B";
    static final String COUNT = "(?:" + NUMBER + ")[kMGTP]?";
    static final String PERCENT = "(?:" + NUMBER + ")%";

    private static final Map<String, Long> MICROS =
            Map.of("us", 1L, "ms", 1_000L, "s", 1_000_000L, "m", 60_000_000L, "h", 3_600_000_000L);
    private static final Map<String, Long> BINARY =
            Map.of("B", 1L, "KB", 1L << 10, "MB", 1L << 20, "GB", 1L << 30, "TB", 1L << 40, "PB", 1L << 50);
    private static final Map<String, Long> METRIC = Map.of(
            "",
            1L,
            "k",
            1_000L,
            "M",
            1_000_000L,
            "G",
            1_000_000_000L,
            "T",
            1_000_000_000_000L,
            "P",
            1_000_000_000_000_000L);

    /** Microseconds from text that matches {@link #TIME}. */
    static Quantity time(String text) {
        return of(text, MICROS);
    }

    /** Bytes from text that matches {@link #BYTES}. */
    static Quantity bytes(String text) {
        return of(text, BINARY);
    }

    /** A plain number from text that matches {@link #COUNT}. */
    static Quantity count(String text) {
        return of(text, METRIC);
    }

    /** Percent from text that matches {@link #PERCENT}. */
    static Quantity percent(String text) {
        return of(text.substring(0, text.length() - 1), METRIC);
    }

    private static Quantity of(String text, Map<String, Long> units) {
        // "nan" and "inf" end in letters that could pass for units, so they are looked for first.
        if (text.contains("nan") || text.contains("inf")) {
            return new Quantity(null, 0);
        }
        int end = text.length();
        while (end > 0 && Character.isLetter(text.charAt(end - 1))) {
            end--;
        }
        BigDecimal number = new BigDecimal(text.substring(0, end));
        // Decimal arithmetic keeps 2.29ms at 2290 us, where a double would make 2289.9999999999995 of it.
        BigDecimal unit = BigDecimal.valueOf(units.get(text.substring(end)));
        return new Quantity(
                number.multiply(unit).doubleValue(), number.ulp().multiply(unit).doubleValue() / 2);
    }
}
