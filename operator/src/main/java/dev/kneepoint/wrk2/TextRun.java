package dev.kneepoint.wrk2;

import dev.kneepoint.wrk2.LoadReport.Errors;
import dev.kneepoint.wrk2.LoadReport.Requests;
import dev.kneepoint.wrk2.LoadReport.Sampled;
import dev.kneepoint.wrk2.LoadReport.ThreadStats;
import dev.kneepoint.wrk2.TextLine.DistributionHeader.Kind;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * A run in the making: takes the lines of one run in upstream's order and refuses any that cannot come next. From the
 * table of averages on upstream prints without a pause, so a line of anything else there means that the run is torn.
 */
final class TextRun {

    /** How far the run has come; each place is named after the line that led to it. */
    enum Place {
        HEADER("\"Thread Stats\""),
        STATS("\"Latency\" averages"),
        LATENCY("\"Req/Sec\" averages"),
        RATE("\"Latency Distribution\" or \"N requests in T, S read\""),
        DISTRIBUTION("a percentile, \"Detailed Percentile spectrum:\" or \"N requests in T, S read\""),
        SPECTRUM("a row of the spectrum, \"#[Mean\" or \"N requests in T, S read\""),
        TRAILER("\"#[Max\", \"#[Buckets\", a rule or \"N requests in T, S read\""),
        RULE("\"N requests in T, S read\""),
        TOTALS("\"Requests/sec:\""),
        SOCKET_ERRORS("\"Requests/sec:\""),
        STATUS_ERRORS("\"Requests/sec:\""),
        REQUESTS_PER_SECOND("\"Transfer/sec:\""),
        END("nothing more");

        private final String next;

        Place(String next) {
            this.next = next;
        }
    }

    private static final Set<Place> IN_SECTION =
            EnumSet.of(Place.DISTRIBUTION, Place.SPECTRUM, Place.TRAILER, Place.RULE);
    private static final Set<Place> BEFORE_TOTALS =
            EnumSet.of(Place.RATE, Place.DISTRIBUTION, Place.SPECTRUM, Place.TRAILER, Place.RULE);

    private final int line;
    private final CommandLine command;
    private Place place = Place.HEADER;
    private TextLine.Running running;
    private TextLine.Setup setup;
    private boolean calibrated;
    private Sampled latencyStats;
    private Sampled rateStats;
    private final Map<Kind, LatencySection> sections = new EnumMap<>(Kind.class);
    private LatencySection section;
    private TextLine.Totals totals;
    private TextLine.SocketErrors socketErrors = new TextLine.SocketErrors(0, 0, 0, 0);
    private long statusErrors;
    private Quantity requestsPerSecond;

    /**
     * @param line where the run begins, from 1
     * @param command the command line right above it, or null
     */
    TextRun(int line, CommandLine command) {
        this.line = line;
        this.command = command;
    }

    /** Whether a run may begin with the line. */
    static boolean begins(TextLine line) {
        return line instanceof TextLine.Running
                || line instanceof TextLine.Calibration
                || line instanceof TextLine.StatsHeader;
    }

    int line() {
        return line;
    }

    String expected() {
        return place.next;
    }

    boolean isComplete() {
        return place == Place.END;
    }

    /** Takes the run's next line; false if it cannot be that. */
    boolean take(TextLine next) {
        return switch (next) {
            case TextLine.Blank() -> true;
            case TextLine.Running r ->
                place == Place.HEADER && running == null && setup == null && !calibrated && set(() -> running = r);
            case TextLine.Setup s -> place == Place.HEADER && setup == null && set(() -> setup = s);
            case TextLine.Calibration() -> place == Place.HEADER && set(() -> calibrated = true);
            // A script may print while the load runs, but a closed frame or the next command ends the output.
            case TextLine.Fence() -> false;
            case TextLine.Command _ -> false;
            case TextLine.StatsHeader() -> move(place == Place.HEADER, Place.STATS);
            case TextLine.LatencyStats(Sampled micros) ->
                move(place == Place.STATS, Place.LATENCY) && set(() -> latencyStats = micros);
            case TextLine.RateStats(Sampled perSecond) ->
                move(place == Place.LATENCY, Place.RATE) && set(() -> rateStats = perSecond);
            case TextLine.DistributionHeader(Kind kind) -> beginSection(kind);
            case TextLine.PercentileRow row -> place == Place.DISTRIBUTION && section.add(row);
            case TextLine.SpectrumHeader() -> move(place == Place.DISTRIBUTION, Place.SPECTRUM);
            case TextLine.SpectrumColumns() ->
                move(place == Place.DISTRIBUTION || place == Place.SPECTRUM, Place.SPECTRUM);
            case TextLine.Spectrum(LatencySummary.SpectrumRow row) -> place == Place.SPECTRUM && section.add(row);
            case TextLine.Elision() -> place == Place.HEADER || place == Place.DISTRIBUTION || place == Place.SPECTRUM;
            case TextLine.MeanTrailer mean ->
                move(place == Place.DISTRIBUTION || place == Place.SPECTRUM, Place.TRAILER)
                        && set(() -> section.add(mean));
            case TextLine.MaxTrailer max -> place == Place.TRAILER && section.add(max);
            case TextLine.BucketsTrailer() -> place == Place.TRAILER;
            case TextLine.Rule() -> move(IN_SECTION.contains(place), Place.RULE);
            case TextLine.Totals t -> move(BEFORE_TOTALS.contains(place), Place.TOTALS) && set(() -> totals = t);
            case TextLine.SocketErrors errors ->
                move(place == Place.TOTALS, Place.SOCKET_ERRORS) && set(() -> socketErrors = errors);
            case TextLine.StatusErrors(long count) ->
                move(place == Place.TOTALS || place == Place.SOCKET_ERRORS, Place.STATUS_ERRORS)
                        && set(() -> statusErrors = count);
            case TextLine.RequestsPerSecond(Quantity perSecond) ->
                move(totals != null && place != Place.REQUESTS_PER_SECOND, Place.REQUESTS_PER_SECOND)
                        && set(() -> requestsPerSecond = perSecond);
            case TextLine.TransferPerSecond() -> move(place == Place.REQUESTS_PER_SECOND, Place.END);
            case TextLine.Other() -> place == Place.HEADER;
        };
    }

    private boolean beginSection(Kind kind) {
        boolean fits = kind == Kind.PLAIN
                ? place == Place.RATE
                : BEFORE_TOTALS.contains(place) && !sections.containsKey(kind) && !sections.containsKey(Kind.PLAIN);
        if (fits) {
            section = new LatencySection();
            sections.put(kind, section);
        }
        return move(fits, Place.DISTRIBUTION);
    }

    private boolean move(boolean fits, Place to) {
        if (fits) {
            place = to;
        }
        return fits;
    }

    private static boolean set(Runnable assignment) {
        assignment.run();
        return true;
    }

    LoadReport report() {
        Integer threads = setup == null ? null : setup.threads();
        Integer connections = setup == null ? null : setup.connections();
        String url = running == null ? null : running.url();
        CommandLine asked = command != null && command.agreesWith(threads, connections, url)
                ? command
                : new CommandLine(null, null, null, null, null);
        boolean wrk2 = calibrated
                || sections.containsKey(Kind.CORRECTED)
                || sections.containsKey(Kind.UNCORRECTED)
                || asked.rate() != null;
        boolean wrk = sections.containsKey(Kind.PLAIN);
        Sampled averages = measured(latencyStats);
        LatencySummary latency = null;
        LatencySummary serviceTime = null;
        if (wrk) {
            serviceTime = sections.get(Kind.PLAIN).summary(averages);
        } else if (wrk2) {
            latency =
                    sections.getOrDefault(Kind.CORRECTED, new LatencySection()).summary(averages);
            serviceTime = sections.containsKey(Kind.UNCORRECTED)
                    ? sections.get(Kind.UNCORRECTED).summary(null)
                    : null;
        }
        return new LoadReport(
                LoadReport.VERSION,
                LoadReport.Source.WRK2_TEXT,
                line,
                wrk ? "wrk" : wrk2 ? "wrk2" : null,
                url != null ? url : asked.url(),
                asked.script(),
                threads != null ? threads : asked.threads(),
                connections != null ? connections : asked.connections(),
                wrk ? null : asked.rate(),
                durationSeconds(),
                requestsPerSecond.value(),
                calibrated ? Boolean.TRUE : null,
                new Requests(null, null, totals.completed(), null),
                totals.bytes().value() == null
                        ? null
                        : Long.valueOf(Math.round(totals.bytes().value())),
                null,
                new Errors(
                        socketErrors.connect(),
                        socketErrors.read(),
                        socketErrors.write(),
                        socketErrors.timeout(),
                        statusErrors,
                        null,
                        null),
                latency,
                null,
                serviceTime,
                null,
                null,
                new ThreadStats(averages, measured(rateStats)),
                null,
                null);
    }

    /** Where nothing was recorded the mean is nan or everything is zero, and none of it was measured. */
    private static Sampled measured(Sampled printed) {
        return printed.mean() == null || printed.max() == null || printed.max() == 0
                ? new Sampled(null, null, null, null)
                : printed;
    }

    /**
     * Upstream prints a minute's run as {@code 1.00m}, half a percent either way, but divides by the exact duration for
     * {@code Requests/sec}; so the quotient tells it better, unless the rate has too few digits for that.
     */
    private Double durationSeconds() {
        Double printed =
                totals.duration().value() == null ? null : totals.duration().value() / 1e6;
        Double perSecond = requestsPerSecond.value();
        if (printed == null || perSecond == null || perSecond == 0) {
            return printed;
        }
        double derived = totals.completed() / perSecond;
        double printedError = totals.duration().halfDigit() / 1e6;
        double derivedError = derived * requestsPerSecond.halfDigit() / perSecond;
        boolean agrees = Math.abs(derived - printed) <= printedError + derivedError;
        return agrees && derivedError < printedError ? Double.valueOf(Math.round(derived * 1e6) / 1e6) : printed;
    }
}
