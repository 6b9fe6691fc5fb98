package dev.kneepoint.wrk2;

import dev.kneepoint.wrk2.LatencySummary.SpectrumRow;
import dev.kneepoint.wrk2.LoadReport.Sampled;
import java.util.List;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One line of a saved output, told apart by its whole content: what upstream's {@code wrk.c} and
 * {@code hdr_histogram.c} print, whatever their indentation, and what people wrap around it.
 */
sealed interface TextLine {

    record Blank() implements TextLine {}

    /** Markdown's or HTML's frame around a quoted output. */
    record Fence() implements TextLine {}

    record Command(CommandLine options) implements TextLine {}

    record Running(String url) implements TextLine {}

    record Setup(int threads, int connections) implements TextLine {}

    record Calibration() implements TextLine {}

    record StatsHeader() implements TextLine {}

    record LatencyStats(Sampled micros) implements TextLine {}

    record RateStats(Sampled perSecond) implements TextLine {}

    record DistributionHeader(Kind kind) implements TextLine {
        enum Kind {
            CORRECTED,
            UNCORRECTED,
            /** Plain wrk's: of uncorrected latencies, by whole percents. */
            PLAIN
        }
    }

    record PercentileRow(double percentile, String name, double micros) implements TextLine {}

    record SpectrumHeader() implements TextLine {}

    record SpectrumColumns() implements TextLine {}

    record Spectrum(SpectrumRow row) implements TextLine {}

    /** Dots in place of rows that somebody left out. */
    record Elision() implements TextLine {}

    record MeanTrailer(Double meanMicros, Double stdevMicros) implements TextLine {}

    record MaxTrailer(double maxMicros, long totalCount) implements TextLine {}

    record BucketsTrailer() implements TextLine {}

    record Rule() implements TextLine {}

    record Totals(long completed, Quantity duration, Quantity bytes) implements TextLine {}

    record SocketErrors(long connect, long read, long write, long timeout) implements TextLine {}

    record StatusErrors(long count) implements TextLine {}

    record RequestsPerSecond(Quantity perSecond) implements TextLine {}

    record TransferPerSecond() implements TextLine {}

    record Other() implements TextLine {}

    /** A pattern of one kind of line; the pattern's groups bound every number, so that making it cannot fail. */
    record Form(Pattern pattern, Function<MatchResult, TextLine> make) {
        static Form of(String regex, Function<MatchResult, TextLine> make) {
            return new Form(Pattern.compile(regex), make);
        }
    }

    String WHOLE = "(\\d{1,18})";
    String DECIMAL = "(-?nan|-?inf|\\d{1,15}(?:\\.\\d{1,9})?)";

    List<Form> FORMS = List.of(
            Form.of(
                    "(\\d{1,15}\\.\\d{1,9}) +(\\d\\.\\d{1,9}) +" + WHOLE + " +(\\d{1,18}\\.\\d+|inf)",
                    TextLine::spectrum),
            Form.of("(100|\\d{1,2})(\\.\\d{1,9})?% +(" + Quantity.TIME + ")", TextLine::percentile),
            Form.of("Running \\d+[smh] test @ (https?://\\S+)", m -> new Running(m.group(1))),
            Form.of(
                    "(\\d{1,9}) threads and (\\d{1,9}) connections",
                    m -> new Setup(Integer.parseInt(m.group(1)), Integer.parseInt(m.group(2)))),
            Form.of(
                    "Thread calibration: mean lat\\.: -?[\\d.]+ms, rate sampling interval: -?\\d+ms",
                    m -> new Calibration()),
            Form.of("Thread Stats +Avg +Stdev +Max +\\+/- Stdev", m -> new StatsHeader()),
            Form.of("Latency" + columns(Quantity.TIME), m -> new LatencyStats(sampled(m, Quantity::time))),
            Form.of("Req/Sec" + columns(Quantity.COUNT), m -> new RateStats(sampled(m, Quantity::count))),
            Form.of(
                    "Latency Distribution \\(HdrHistogram - Recorded Latency\\)",
                    m -> new DistributionHeader(DistributionHeader.Kind.CORRECTED)),
            Form.of(
                    "Latency Distribution \\(HdrHistogram - Uncorrected Latency\\b.*\\)",
                    m -> new DistributionHeader(DistributionHeader.Kind.UNCORRECTED)),
            Form.of("Latency Distribution", m -> new DistributionHeader(DistributionHeader.Kind.PLAIN)),
            Form.of("Detailed Percentile spectrum:", m -> new SpectrumHeader()),
            Form.of("Value +Percentile +TotalCount +1/\\(1-Percentile\\)", m -> new SpectrumColumns()),
            Form.of("\\[?(?:\\.{3,}|\u2026)\\]?", m -> new Elision()),
            Form.of(
                    "#\\[Mean += +" + DECIMAL + ", StdDeviation += +" + DECIMAL + "\\]",
                    m -> new MeanTrailer(millis(m.group(1)), millis(m.group(2)))),
            Form.of(
                    "#\\[Max += +(\\d{1,15}\\.\\d{1,9}), Total count += +" + WHOLE + "\\]",
                    m -> new MaxTrailer(millis(m.group(1)), Long.parseLong(m.group(2)))),
            Form.of("#\\[Buckets += +\\d+, SubBuckets += +\\d+\\]", m -> new BucketsTrailer()),
            Form.of("-{20,}", m -> new Rule()),
            Form.of(
                    WHOLE + " requests in (" + Quantity.TIME + "), (" + Quantity.BYTES + ") read",
                    m -> new Totals(Long.parseLong(m.group(1)), Quantity.time(m.group(2)), Quantity.bytes(m.group(3)))),
            Form.of(
                    "Socket errors: connect " + WHOLE + ", read " + WHOLE + ", write " + WHOLE + ", timeout " + WHOLE,
                    m -> new SocketErrors(whole(m, 1), whole(m, 2), whole(m, 3), whole(m, 4))),
            Form.of("Non-2xx or 3xx responses: " + WHOLE, m -> new StatusErrors(whole(m, 1))),
            Form.of("Requests/sec: +" + DECIMAL, m -> new RequestsPerSecond(Quantity.count(m.group(1)))),
            Form.of("Transfer/sec: +" + Quantity.BYTES, m -> new TransferPerSecond()),
            Form.of("(?:```|~~~)\\w*|</?(?:pre|code|details|blockquote)>", m -> new Fence()));

    /** Indentation, Markdown's quote marks, tags before the first line of a block, a carriage return at the end. */
    Pattern WRAPPING = Pattern.compile("^(?:> ?|[\\s\u00A0]|<(?:pre|code)>(?=.))+|[\\s\u00A0]+$");

    /** Tells what a line is; {@link Other} if it is nothing that a load generator prints. */
    static TextLine of(String line) {
        String content =
                WRAPPING.matcher(line).replaceAll("").replace('\u00A0', ' ').replace('\t', ' ');
        if (content.isEmpty()) {
            return new Blank();
        }
        for (Form form : FORMS) {
            Matcher matcher = form.pattern().matcher(content);
            if (matcher.matches()) {
                return form.make().apply(matcher);
            }
        }
        return CommandLine.parse(content).<TextLine>map(Command::new).orElseGet(Other::new);
    }

    private static String columns(String quantity) {
        return " +(%1$s) +(%1$s) +(%1$s) +(%2$s)".formatted(quantity, Quantity.PERCENT);
    }

    private static Sampled sampled(MatchResult m, Function<String, Quantity> quantity) {
        return new Sampled(
                quantity.apply(m.group(1)).value(),
                quantity.apply(m.group(2)).value(),
                quantity.apply(m.group(3)).value(),
                Quantity.percent(m.group(4)).value());
    }

    private static TextLine percentile(MatchResult m) {
        Double micros = Quantity.time(m.group(3)).value();
        String name = m.group(1) + (m.group(2) == null ? "" : m.group(2).replaceAll("\\.?0*$", ""));
        double percentile = Double.parseDouble(name);
        return micros == null || percentile > 100 ? new Other() : new PercentileRow(percentile, name, micros);
    }

    private static TextLine spectrum(MatchResult m) {
        double share = Double.parseDouble(m.group(2));
        boolean last = m.group(4).equals("inf");
        // Six digits round the last rows up to 1.000000, where only the closing one is; their other column tells more.
        if (!last && share >= 1) {
            share = 1 - 1 / Double.parseDouble(m.group(4));
        }
        return share > 1 || last && share < 1
                ? new Other()
                : new Spectrum(new SpectrumRow(share * 100, millis(m.group(1)), whole(m, 3)));
    }

    private static Double millis(String text) {
        return Quantity.time(text + "ms").value();
    }

    private static long whole(MatchResult m, int group) {
        return Long.parseLong(m.group(group));
    }
}
