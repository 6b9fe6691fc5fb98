package dev.kneepoint.wrk2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonOutputTest {

    private static final String RUN = Histograms.report(100, 200, 300, 20_000);

    @Test
    void theGeneratorsReportIsReadWhole() throws Exception {
        LoadReport report = LoadReportReader.read("run.json", RUN).getFirst();
        assertThat(report.source()).isEqualTo(LoadReport.Source.KNEEPOINT_JSON);
        assertThat(report.line()).isNull();
        assertThat(report.requests()).isEqualTo(new LoadReport.Requests(6L, 5L, 4L, 1L));
        assertThat(report.statuses()).containsEntry("200", 3L).containsEntry("503", 1L);
        assertThat(report.errors().total()).isEqualTo(1);
        assertThat(report.requestsPerSecond()).isEqualTo(4 / 5.0);
        assertThat(report.series().getFirst().p99Us()).isEqualTo(20_000);
        assertThat(report.generatorUsage().sendLagUs().max()).isEqualTo(90);
        assertThat(report.latency().percentileMicros(50)).hasValue(200);
        assertThat(report.latency().percentileMicros(75)).hasValue(300);
        assertThat(report.latency().countSlowerThan(Duration.ofMillis(1))).hasValue(1);
        assertThat(report.latency().countSlowerThan(Duration.ofNanos(199_999))).hasValue(3);
        assertThat(report.latency().countSlowerThan(Duration.ofSeconds(1))).hasValue(0);
    }

    @Test
    void whatIsWrittenReadsTheSame() throws Exception {
        LoadReport fromJson = LoadReportReader.read("x", RUN).getFirst();
        assertThat(LoadReportReader.read("x", JsonOutput.write(fromJson))).containsExactly(fromJson);
        for (String name :
                new String[] {"study-1.txt", "plain-wrk.txt", "nothing-recorded.txt", "uncorrected-too.txt"}) {
            for (LoadReport fromText : Outputs.reports(name)) {
                assertThat(LoadReportReader.read("x", JsonOutput.write(fromText)))
                        .containsExactly(fromText);
            }
        }
    }

    @Test
    void severalObjectsAreSeveralRunsWithOrWithoutLineBreaks() throws Exception {
        assertThat(LoadReportReader.read("x", RUN + RUN + "\n\n" + RUN + "\n")).hasSize(3);
    }

    @Test
    void fieldsThatThisVersionDoesNotKnowAreTolerated() throws Exception {
        String more = RUN.replace("\"threads\"", "\"colour\":{\"deep\":[1]},\"threads\"")
                .replace("\"min\"", "\"p42\":1,\"min\"");
        assertThat(LoadReportReader.read("x", more)).isEqualTo(LoadReportReader.read("x", RUN));
    }

    @Test
    void aRunWithoutAnyResponseHasNullsAndNoFigures() throws Exception {
        LatencySummary latency =
                LoadReportReader.read("x", Histograms.report()).getFirst().latency();
        assertThat(latency.max()).isNull();
        assertThat(latency.percentileMicros(99)).isEmpty();
        assertThat(latency.countSlowerThan(Duration.ZERO)).hasValue(0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"threads\":1, | | run.json:1:1: threads: missing",
                "\"completed\":4, | | run.json:1:1: requests.completed: missing",
                "\"version\":1 | \"version\":2 | run.json:1:1: version: 2 is newer than 1",
                "\"version\":1, | | run.json:1:1: version: missing",
                "\"version\":1 | \"version\":99999999999 | run.json:1:1: version: 99999999999 is newer than 1",
                "\"version\":1 | \"version\":\"1\" | run.json:1:1: version: expected 1, found",
                "\"sent\":5 | \"sent\":\"many\" | requests.sent: Cannot coerce String value",
                "\"sent\":5 | \"sent\":5.5 | requests.sent: ",
                "\"sent\":5 | \"sent\":-5 | run.json:1:1: requests.sent: expected a number from 0, found -5",
                "\"rate\":1000 | \"rate\":1e999 | run.json:1:1: rate: expected a number from 0",
                "\"rate\":1000 | \"rate\":NaN | run.json:1:",
                "\"50\":200 | \"half\":200 | latency.percentiles.half: a percentile is a number from 0 to 100",
                "\"histogram\":\"HISTF | \"histogram\":\"!!!! | latency.histogram: ",
                "\"unit\":\"us\" | \"unit\":\"ms\" | latency.unit: expected \"us\", found \"ms\"",
            })
    void aFaultSaysWhereItIs(String field, String replacement, String message) {
        assertThat(RUN).contains(field);
        String broken = RUN.replace(field, replacement == null ? "" : replacement);
        assertThatThrownBy(() -> LoadReportReader.read("run.json", broken))
                .isInstanceOf(UnreadableLoadReportException.class)
                .hasMessageStartingWith("run.json:1:")
                .hasMessageContaining(message);
    }

    @Test
    void aTornHistogramIsAFaultOfItsField() {
        String encoded = Histograms.base64(Histograms.of(100, 200, 300, 20_000));
        for (int length = 0; length < encoded.length(); length += 4) {
            String torn = RUN.replace(encoded, encoded.substring(0, length));
            assertThatThrownBy(() -> LoadReportReader.read("run.json", torn))
                    .hasMessageContaining("latency.histogram: ");
        }
    }

    @Test
    void tornJsonSaysTheLineItEndsIn() {
        assertThatThrownBy(() -> LoadReportReader.read("run.json", RUN + "\n" + RUN.substring(0, 200)))
                .hasMessageStartingWith("run.json:2:")
                .hasMessageContaining("torn or broken JSON");
    }

    @Test
    void foreignJsonSaysWhatIsMissing() {
        assertThatThrownBy(() -> LoadReportReader.read("run.json", "{\"a\": 1}"))
                .hasMessage("run.json:1:1: version: missing; expected a load report with \"version\": 1");
    }

    @Test
    void theGeneratorsJsonAndItsTextTellTheSameOfOneRun() throws Exception {
        LoadReport json = Outputs.reports("generator.json").getFirst();
        LoadReport text = Outputs.reports("generator.txt").getFirst();
        assertThat(text.url()).isEqualTo(json.url());
        assertThat(text.calibrated()).isTrue().isEqualTo(json.calibrated());
        assertThat(text.latency().totalCount())
                .isEqualTo(json.latency().histogram().totalCount());
        assertThat(text.latency().max()).isEqualTo(json.latency().max());
        assertThat(text.serviceTime().max()).isEqualTo(json.serviceTime().max());
        for (LatencySummary.SpectrumRow row : text.latency().spectrum()) {
            Duration latency = Duration.ofNanos(Math.round(row.micros() * 1000));
            assertThat(text.latency().countSlowerThan(latency))
                    .isEqualTo(json.latency().countSlowerThan(latency));
        }
        for (double percentile = 0; percentile <= 100; percentile += 0.5) {
            // What is listed is rounded to a hundredth of a millisecond, and no row is more than a tenth of all apart.
            assertThat(text.latency().percentileMicros(percentile).getAsDouble())
                    .isBetween(
                            json.latency().percentileMicros(percentile).getAsDouble() - 5,
                            json.latency()
                                            .percentileMicros(Math.min(100, percentile + 10))
                                            .getAsDouble()
                                    + 5);
        }
    }

    @Test
    void resultsThatTheGeneratorMergedAreOneRun() throws Exception {
        LoadReport merged = Outputs.reports("generator-merged.json").getFirst();
        assertThat(merged.rate()).isEqualTo(400);
        assertThat(merged.latency().histogram().totalCount()).isPositive();
    }

    @Test
    void aGeneratorThatConnectedNowhereReportsNoLatencyInEitherForm() throws Exception {
        for (String name : new String[] {"generator-refused.json", "generator-refused.txt"}) {
            LoadReport report = Outputs.reports(name).getFirst();
            assertThat(report.errors().connect()).isEqualTo(4);
            assertThat(report.requests().completed()).isZero();
            assertThat(report.threadStats() == null
                            || report.threadStats().latencyUs().mean() == null)
                    .isTrue();
            assertThat(report.latency().max()).isNull();
            assertThat(report.latency().percentileMicros(99)).isEmpty();
        }
    }
}
