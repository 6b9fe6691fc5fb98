package dev.kneepoint.wrk2;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One run of a load generator, version 1. Everything that the run's source did not tell is null; text tells less than
 * JSON, and every figure of a text is as round as it was printed.
 *
 * @param version of this structure: 1
 * @param source what the report was read from
 * @param line where the run starts in its text, from 1; null for JSON
 * @param generator name and version; from text {@code wrk2} or {@code wrk}, null where the text could be either's
 * @param rate requests per second that were asked for; from text only if the command line stands right above the run
 * @param durationSeconds length of the measured window; from text of the whole run, calibration included, and where
 *     that is more precise than the printed duration, {@code requests / (Requests/sec)}
 * @param requestsPerSecond completed per second of the duration
 * @param calibrated whether latencies before the end of a calibration were discarded
 * @param bytesRead from text rounded as printed, to some three digits
 * @param statuses responses by status code; null from text
 * @param latency corrected latency, from the intended send time; null from plain wrk, which does not know it
 * @param latencyOk corrected latency of responses below 400 alone; null from text
 * @param serviceTime uncorrected latency, from the actual send time
 * @param threadStats the table of averages that text starts with; null for JSON
 * @param aborted why the generator ended early; null if it did not
 */
@JsonNaming(SnakeCaseStrategy.class)
public record LoadReport(
        Integer version,
        Source source,
        @JsonInclude(JsonInclude.Include.NON_NULL) Integer line,
        String generator,
        String url,
        String script,
        Integer threads,
        Integer connections,
        Double rate,
        Double durationSeconds,
        Double requestsPerSecond,
        Boolean calibrated,
        Requests requests,
        Long bytesRead,
        Map<String, Long> statuses,
        Errors errors,
        LatencySummary latency,
        @JsonInclude(JsonInclude.Include.NON_NULL) LatencySummary latencyOk,
        LatencySummary serviceTime,
        List<Second> series,
        GeneratorUsage generatorUsage,
        @JsonInclude(JsonInclude.Include.NON_NULL) ThreadStats threadStats,
        String aborted,
        Boolean interrupted) {

    /** The version of the structure that this class describes. */
    public static final int VERSION = 1;

    public LoadReport {
        statuses = statuses == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(statuses));
        series = series == null ? null : Collections.unmodifiableList(series);
    }

    /** What a report was read from. */
    public enum Source {
        @JsonProperty("wrk2-text")
        WRK2_TEXT,
        @JsonProperty("kneepoint-json")
        KNEEPOINT_JSON
    }

    /**
     * Counts over the measured window; text has only {@code completed}, and counts the calibration's in it.
     *
     * @param scheduled intended by the constant rate
     * @param unanswered sent, and not answered when the window closed
     */
    @JsonNaming(SnakeCaseStrategy.class)
    public record Requests(Long scheduled, Long sent, Long completed, Long unanswered) {}

    /**
     * Failures by kind. A text that has no line for them says that there were none.
     *
     * @param status responses with a status above 399
     * @param refused the share of {@code connect} that was refused; null from text
     * @param reset the share of {@code read} and {@code write} that was reset; null from text
     */
    @JsonNaming(SnakeCaseStrategy.class)
    public record Errors(Long connect, Long read, Long write, Long timeout, Long status, Long refused, Long reset) {

        /** All failures; {@code refused} and {@code reset} are parts of other kinds and not counted again. */
        public long total() {
            return connect + read + write + timeout + status;
        }
    }

    /** One second of the run, numbered from 0; latencies are null where nothing completed in it. */
    @JsonNaming(SnakeCaseStrategy.class)
    public record Second(Integer second, Long sent, Long completed, Long errors, Double p99Us, Double maxUs) {}

    /**
     * What the generator itself consumed.
     *
     * @param cpuShare processor time as a share of threads times duration, 0 to about 1
     */
    @JsonNaming(SnakeCaseStrategy.class)
    public record GeneratorUsage(Double cpuSeconds, Double cpuShare, SendLag sendLagUs) {}

    /** How late requests were sent through the generator's own fault, in microseconds. */
    @JsonNaming(SnakeCaseStrategy.class)
    public record SendLag(Double p50, Double p99, Double max) {}

    /**
     * The table under {@code Thread Stats}. Its latencies are corrected ones in wrk2's output and uncorrected in wrk's.
     *
     * @param latencyUs in microseconds
     * @param requestsPerSecond of one thread, sampled
     */
    @JsonNaming(SnakeCaseStrategy.class)
    public record ThreadStats(Sampled latencyUs, Sampled requestsPerSecond) {}

    /**
     * A row of the table under {@code Thread Stats}; null where it printed {@code nan}.
     *
     * @param withinStdevPercent share of samples within one standard deviation of the mean, in percent
     */
    @JsonNaming(SnakeCaseStrategy.class)
    public record Sampled(Double mean, Double stdev, Double max, Double withinStdevPercent) {}
}
