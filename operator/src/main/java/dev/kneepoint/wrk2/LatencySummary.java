package dev.kneepoint.wrk2;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The latencies of one run, in microseconds; every figure is null where nothing was recorded.
 *
 * <p>Questions about it are answered from the best that it holds. With a histogram (JSON) the answers are exact to the
 * histogram's three significant digits. With a percentile spectrum (wrk2's text with {@code -L}) they err on the slow
 * side: a latency is rounded up to the next row of the spectrum, and all of the responses between two rows count as
 * slower; only a percentile that the distribution lists is as printed there, to some three digits either way. With
 * neither, no other percentile than those listed has an answer, and no count has.
 *
 * @param unit always {@code us}
 * @param totalCount responses that the figures are over; null if not told
 * @param percentiles latency by percentile, such as {@code 99.9}; empty where the text had no distribution
 * @param histogram null from text
 * @param spectrum rows with rising latency, the last one possibly missing; null from JSON
 */
@JsonNaming(SnakeCaseStrategy.class)
public record LatencySummary(
        String unit,
        Double min,
        Double mean,
        Double stdev,
        Double max,
        @JsonInclude(JsonInclude.Include.NON_NULL) Long totalCount,
        Map<String, Double> percentiles,
        LatencyHistogram histogram,
        @JsonInclude(JsonInclude.Include.NON_NULL) List<SpectrumRow> spectrum) {

    /** Absorbs binary rounding of a percentile such as 99.9; far finer than the six digits of a printed row. */
    private static final double SAME_PERCENTILE = 1e-9;

    public LatencySummary {
        percentiles = percentiles == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(percentiles));
        spectrum = spectrum == null ? null : Collections.unmodifiableList(spectrum);
    }

    /**
     * A row of the detailed percentile spectrum.
     *
     * @param percentile 0 to 100; 100 only in the closing row
     * @param micros latency that this percentile of the responses did not exceed
     * @param count responses that took at most that long
     */
    public record SpectrumRow(Double percentile, Double micros, Long count) {}

    /**
     * The latency in microseconds that this percentile of the responses did not exceed.
     *
     * @param percentile 0 to 100
     * @return empty if nothing was recorded or the source does not tell it
     */
    public OptionalDouble percentileMicros(double percentile) {
        if (!(percentile >= 0 && percentile <= 100)) {
            throw new IllegalArgumentException("a percentile is 0 to 100, not " + percentile);
        }
        if (histogram != null) {
            return histogram.percentileMicros(percentile);
        }
        OptionalDouble printed = printedPercentile(percentile);
        if (printed.isPresent() || spectrum == null) {
            return printed;
        }
        return spectrum.stream()
                .filter(row -> row.percentile() >= percentile - SAME_PERCENTILE)
                .filter(row -> percentile < 100 || row.percentile() == 100)
                .mapToDouble(SpectrumRow::micros)
                .findFirst();
    }

    /**
     * How many responses took longer than the bound, an upper estimate where it cannot be told exactly.
     *
     * @param bound not negative
     * @return empty if the source does not tell it: text without a complete percentile spectrum
     */
    public OptionalLong countSlowerThan(Duration bound) {
        if (bound.isNegative()) {
            throw new IllegalArgumentException("a latency bound is not negative: " + bound);
        }
        if (histogram != null) {
            return OptionalLong.of(histogram.countSlowerThan(bound));
        }
        if (spectrum == null || totalCount == null) {
            return OptionalLong.empty();
        }
        double boundMicros = bound.toNanos() / 1e3;
        long within = spectrum.stream()
                .filter(row -> row.micros() <= boundMicros)
                .mapToLong(SpectrumRow::count)
                .max()
                .orElse(0);
        return OptionalLong.of(totalCount - within);
    }

    private OptionalDouble printedPercentile(double percentile) {
        if (percentiles == null) {
            return OptionalDouble.empty();
        }
        return percentiles.entrySet().stream()
                .filter(entry -> entry.getValue() != null
                        && Math.abs(Double.parseDouble(entry.getKey()) - percentile) < SAME_PERCENTILE)
                .mapToDouble(Map.Entry::getValue)
                .findFirst();
    }
}
