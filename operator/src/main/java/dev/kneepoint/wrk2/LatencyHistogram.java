package dev.kneepoint.wrk2;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Base64;
import java.util.OptionalDouble;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * An HdrHistogram of latencies in microseconds, as it travels: base64 of the V2 compressed encoding. Immutable; two are
 * equal if their encodings are.
 */
public final class LatencyHistogram {

    private final String base64;
    private final Histogram histogram;

    /**
     * @throws IllegalArgumentException if the text is not base64, or the bytes are not a whole compressed histogram
     */
    @JsonCreator
    public LatencyHistogram(String base64) {
        this.base64 = base64;
        this.histogram = decode(base64);
    }

    private static Histogram decode(String base64) {
        ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(base64));
        try {
            return Histogram.decodeFromCompressedByteBuffer(bytes, 0);
        } catch (DataFormatException | RuntimeException e) {
            // The library answers torn input with whatever it stumbles over: underflow, index, negative size.
            throw new IllegalArgumentException("not an HdrHistogram in V2 compressed encoding", e);
        }
    }

    /** Responses recorded. */
    public long totalCount() {
        return histogram.getTotalCount();
    }

    /** The largest latency of the percentile's bucket, in microseconds; empty if nothing was recorded. */
    public OptionalDouble percentileMicros(double percentile) {
        return totalCount() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(histogram.getValueAtPercentile(percentile));
    }

    /**
     * Responses in buckets that reach beyond the bound. So a percentile is within a bound exactly if no larger share than
     * the rest is slower than it: both take a bucket for its largest latency.
     */
    public long countSlowerThan(Duration bound) {
        long boundMicros = bound.toNanos() / 1_000;
        long slower = 0;
        for (var bucket : histogram.recordedValues()) {
            if (histogram.highestEquivalentValue(bucket.getValueIteratedTo()) > boundMicros) {
                slower += bucket.getCountAtValueIteratedTo();
            }
        }
        return slower;
    }

    @JsonValue
    public String base64() {
        return base64;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LatencyHistogram that && base64.equals(that.base64);
    }

    @Override
    public int hashCode() {
        return base64.hashCode();
    }

    @Override
    public String toString() {
        return "LatencyHistogram[" + totalCount() + " values]";
    }
}
