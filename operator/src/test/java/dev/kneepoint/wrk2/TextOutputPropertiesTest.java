package dev.kneepoint.wrk2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kneepoint.wrk2.LoadReportReader.Reading;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.HdrHistogram.Histogram;

class TextOutputPropertiesTest {

    private static final List<String> COMPLETE =
            List.of("plain-wrk.txt", "nothing-recorded.txt", "uncorrected-too.txt", "study-1.txt", "study-2.txt");

    @Property(tries = 100)
    void proseBetweenRunsDoesNotChangeThem(
            @ForAll("runs") List<long[]> runs, @ForAll @Size(7) List<@From("prose") String> prose) throws Exception {
        StringBuilder report = new StringBuilder(prose.getFirst());
        for (int i = 0; i < runs.size(); i++) {
            report.append('\n')
                    .append(Histograms.text(Histograms.of(runs.get(i))))
                    .append(prose.get(i + 1));
        }
        List<LoadReport> read = LoadReportReader.read("report.md", report.toString());
        assertThat(read).hasSameSizeAs(runs);
        for (int i = 0; i < runs.size(); i++) {
            assertThat(read.get(i).latency().totalCount()).isEqualTo(runs.get(i).length);
            assertThat(withoutLine(read.get(i)))
                    .isEqualTo(withoutLine(LoadReportReader.read("x", Histograms.text(Histograms.of(runs.get(i))))
                            .getFirst()));
        }
    }

    @Property(tries = 300)
    void aRunTornAtAnyCharacterIsAnErrorAmongWholeOnes(@ForAll @IntRange(min = 0, max = 9_999) int where) {
        String run = Histograms.text(Histograms.of(100, 250, 900, 1_000, 50_000));
        String torn = run.substring(0, (int) (where / 10_000.0 * (run.length() - 1)));
        boolean begun = torn.contains("@ http://127");
        for (String text : List.of(torn, run + torn, torn + "\n" + run, run + torn + "\nProse.\n" + run)) {
            Reading reading = LoadReportReader.readLeniently("x", text);
            assertThat(begun && reading.problems().isEmpty()).as(text).isFalse();
            assertThat(reading.reports())
                    .as(text)
                    .allSatisfy(r -> assertThat(r.latency().totalCount()).isEqualTo(5));
            assertThat(reading.reports()).hasSize((text.length() - torn.length()) / run.length());
        }
    }

    @Property(tries = 200)
    void aRunWhoseBeginningIsMissingIsAnErrorAmongWholeOnes(@ForAll @IntRange(min = 5, max = 200) int dropped) {
        String run = Histograms.text(Histograms.of(100, 250, 900, 1_000, 50_000));
        List<String> lines = run.lines().toList();
        String rest = String.join("\n", lines.subList(Math.min(dropped, lines.size() - 1), lines.size())) + "\n";
        Reading reading = LoadReportReader.readLeniently("x", run + rest + run);
        assertThat(reading.problems()).hasSize(1);
        assertThat(reading.reports()).hasSize(2);
    }

    @Property(tries = 1000)
    void noMutationOfAnOutputThrowsAnythingButTheErrorOfReading(
            @ForAll @IntRange(min = 0, max = 5) int file,
            @ForAll @Size(min = 1, max = 8) List<@LongRange(min = 0, max = Long.MAX_VALUE) Long> edits) {
        StringBuilder text = new StringBuilder(
                file < COMPLETE.size() ? Outputs.text(COMPLETE.get(file)) : Histograms.report(100, 2_000, 70_000));
        String inserts = "0123456789.-%{}[]\",:naif \n\r\t\0\u00A0\uD800kMGTPBsmhu#=";
        for (long edit : edits) {
            int at = (int) (edit % text.length());
            int kind = (int) (edit / 7 % 4);
            char inserted = inserts.charAt((int) (edit / 31 % inserts.length()));
            switch (kind) {
                case 0 -> text.setCharAt(at, inserted);
                case 1 -> text.insert(at, String.valueOf(inserted).repeat(1 + (int) (edit / 97 % 40)));
                case 2 -> text.delete(at, Math.min(text.length(), at + 1 + (int) (edit / 97 % 200)));
                default -> text.insert(at, text.substring(at, Math.min(text.length(), at + (int) (edit / 97 % 300))));
            }
            if (text.isEmpty()) {
                text.append(inserted);
            }
        }
        Reading reading = LoadReportReader.readLeniently("x", text.toString());
        assertThat(reading.reports().size() + reading.problems().size()).isPositive();
        assertThat(reading.problems())
                .allSatisfy(problem -> assertThat(problem.line()).isPositive());
        for (LoadReport report : reading.reports()) {
            assertThat(LoadReportReader.readLeniently("x", JsonOutput.write(report))
                            .reports())
                    .hasSize(1);
        }
    }

    @Property(tries = 300)
    void aSpectrumsAnswersAreNeverFasterThanTheTruth(
            @ForAll @Size(min = 1, max = 400) List<@LongRange(min = 1, max = 800_000) Long> micros,
            @ForAll @DoubleRange(min = 0, max = 100) double percentile,
            @ForAll @LongRange(min = 0, max = 900_000) long bound)
            throws Exception {
        long[] values = micros.stream().mapToLong(Long::longValue).toArray();
        Histogram histogram = Histograms.of(values);
        LatencySummary fromText = LoadReportReader.read("x", Histograms.text(histogram))
                .getFirst()
                .latency();
        // A millisecond's hundredth is what a listed percentile is rounded to.
        double listed = fromText.percentiles().values().stream()
                        .anyMatch(v -> fromText.percentileMicros(percentile).getAsDouble() == v)
                ? 5
                : 0;
        assertThat(fromText.percentileMicros(percentile).getAsDouble())
                .isGreaterThanOrEqualTo(histogram.getValueAtPercentile(percentile) - listed);
        long slower = fromText.countSlowerThan(Duration.ofNanos(bound * 1000)).getAsLong();
        assertThat(slower)
                .isBetween(Arrays.stream(values).filter(v -> v > bound).count(), (long) values.length);
    }

    @Property(tries = 300)
    void aHistogramsPercentileIsWithinABoundExactlyIfNoMoreThanTheRestAreSlower(
            @ForAll @Size(min = 1, max = 400) List<@LongRange(min = 1, max = 80_000) Long> micros,
            @ForAll @IntRange(min = 0, max = 90_000) int bound) {
        LatencyHistogram histogram = new LatencyHistogram(Histograms.base64(
                Histograms.of(micros.stream().mapToLong(Long::longValue).toArray())));
        long slower = histogram.countSlowerThan(Duration.ofNanos(bound * 1000L));
        long within = micros.size() - slower;
        if (within > 0) {
            assertThat(histogram
                            .percentileMicros(100.0 * within / micros.size())
                            .getAsDouble())
                    .isLessThanOrEqualTo(bound);
        }
        if (slower > 0) {
            assertThat(histogram
                            .percentileMicros(100.0 * (within + 0.5) / micros.size())
                            .getAsDouble())
                    .isGreaterThan(bound);
        }
    }

    private static LoadReport withoutLine(LoadReport report) throws UnreadableLoadReportException {
        String json = JsonOutput.write(report).replaceFirst("\"line\":\\d+", "\"line\":1");
        return LoadReportReader.read("x", json).getFirst();
    }

    @Provide
    Arbitrary<List<long[]>> runs() {
        return Arbitraries.longs()
                .between(1, 900_000)
                .array(long[].class)
                .ofMinSize(1)
                .ofMaxSize(50)
                .list()
                .ofMinSize(1)
                .ofMaxSize(6);
    }

    @Provide
    Arbitrary<String> prose() {
        return Arbitraries.of(
                        "The queue was longer here.",
                        "",
                        "```",
                        "</pre>",
                        "| p99 | 3 ms |",
                        "50.000%    1.02ms",
                        "-----",
                        "Requests per second rose.",
                        "Running out of memory, we stopped.",
                        "{\"p99\": 3}",
                        "wrk2 of 2019",
                        "> quoted",
                        "Очередь была длиннее.",
                        "\t\u00A0",
                        "#[flame graph](x.html)",
                        "99%,123")
                .list()
                .ofMaxSize(5)
                .map(lines -> String.join("\n", lines) + "\n");
    }
}
