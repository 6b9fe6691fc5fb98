package dev.kneepoint.wrk2;

import dev.kneepoint.wrk2.LatencySummary.SpectrumRow;
import dev.kneepoint.wrk2.LoadReport.Sampled;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Gathers one latency distribution of a text run: percentiles, and the spectrum and trailer that may follow. */
final class LatencySection {

    private final Map<String, Double> percentiles = new LinkedHashMap<>();
    private final List<SpectrumRow> spectrum = new ArrayList<>();
    private double lastPercentile = -1;
    private double lastMicros = -1;
    private TextLine.MeanTrailer mean;
    private TextLine.MaxTrailer max;

    /** False if the row cannot follow the ones before it, so that it must be another run's. */
    boolean add(TextLine.PercentileRow row) {
        if (row.percentile() <= lastPercentile || row.micros() < lastMicros) {
            return false;
        }
        lastPercentile = row.percentile();
        lastMicros = row.micros();
        percentiles.put(row.name(), row.micros());
        return true;
    }

    /** False if the row cannot follow the ones before it, so that it must be another run's. */
    boolean add(SpectrumRow row) {
        if (!spectrum.isEmpty()) {
            SpectrumRow last = spectrum.getLast();
            if (row.percentile() < last.percentile()
                    || row.micros() < last.micros()
                    || row.count() < last.count()
                    || last.percentile() == 100) {
                return false;
            }
        }
        spectrum.add(row);
        return true;
    }

    void add(TextLine.MeanTrailer trailer) {
        mean = trailer;
    }

    /** False if it counts fewer responses than the spectrum above it, so that it must be another run's. */
    boolean add(TextLine.MaxTrailer trailer) {
        if (!spectrum.isEmpty() && spectrum.getLast().count() > trailer.totalCount()) {
            return false;
        }
        max = trailer;
        return true;
    }

    /**
     * The section's figures, filled up from the table of averages where that is about the same latencies.
     *
     * @param averages null if the table is about other latencies
     */
    LatencySummary summary(Sampled averages) {
        Long total = max != null ? Long.valueOf(max.totalCount()) : closingCount();
        // Zeros are what is printed for percentiles of nothing; no response takes less than a microsecond.
        if (total != null ? total == 0 : lastMicros == 0) {
            return new LatencySummary("us", null, null, null, null, total, Map.of(), null, null);
        }
        Sampled rounded = averages == null ? new Sampled(null, null, null, null) : averages;
        boolean fromStart = !spectrum.isEmpty() && spectrum.getFirst().percentile() == 0;
        return new LatencySummary(
                "us",
                fromStart ? spectrum.getFirst().micros() : null,
                mean != null ? mean.meanMicros() : rounded.mean(),
                mean != null ? mean.stdevMicros() : rounded.stdev(),
                max != null ? Double.valueOf(max.maxMicros()) : rounded.max(),
                total,
                percentiles,
                null,
                spectrum.isEmpty() ? null : spectrum);
    }

    private Long closingCount() {
        return !spectrum.isEmpty() && spectrum.getLast().percentile() == 100
                ? spectrum.getLast().count()
                : null;
    }
}
