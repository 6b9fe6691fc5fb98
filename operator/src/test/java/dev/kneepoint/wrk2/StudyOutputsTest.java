package dev.kneepoint.wrk2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kneepoint.wrk2.LoadReportReader.Reading;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real outputs, as people saved them in reports. */
class StudyOutputsTest {

    @Test
    void everyRunOfAReportInHtmlIsFoundIndentedOrNot() throws Exception {
        assertThat(Outputs.reports("study-1.txt")).extracting(LoadReport::line).containsExactly(11, 146, 290, 441, 580);
    }

    @Test
    void theTwoRunsThatWereCutShortAreTornAndTheOtherTwelveAreFound() {
        Reading reading = LoadReportReader.readLeniently("study-2.txt", Outputs.text("study-2.txt"));
        assertThat(reading.reports())
                .extracting(LoadReport::line)
                .containsExactly(8, 36, 167, 191, 217, 238, 262, 425, 451, 475, 498, 519);
        assertThat(reading.problems())
                .extracting(ParseProblem::toString)
                .satisfiesExactly(
                        first -> assertThat(first)
                                .startsWith("study-2.txt:419: torn run: it begins in line 407; expected ")
                                .contains("requests in")
                                .endsWith("found \"```\""),
                        second -> assertThat(second)
                                .startsWith("study-2.txt:679: torn run: it begins in line 665; expected "));
    }

    @Test
    void aTornRunAmongCompleteOnesIsAnError() {
        assertThatThrownBy(() -> Outputs.reports("study-2.txt"))
                .isInstanceOf(UnreadableLoadReportException.class)
                .hasMessageContaining("study-2.txt:419: ")
                .hasMessageContaining("study-2.txt:679: ");
    }

    @Test
    void percentilesCutOutOfTheirOutputsAreNoRun() {
        assertThatThrownBy(() -> Outputs.reports("study-3.txt"))
                .hasMessage("study-3.txt:9: percentiles without the run they belong to, and no run anywhere: expected"
                        + " \"Thread Stats\" above them and \"Requests/sec:\" below");
    }

    @ParameterizedTest
    @CsvSource({
        "study-1.txt, 0, 15000, 900001, 15001.47, 1180, 2290, 3670, 19264, 749873, 0",
        "study-1.txt, 1, , 899978, 15001.35, 1550, 9670, 52350, 116032, 749853, 0",
        "study-1.txt, 2, , 1499841, 14999.56, 1220, 70530, 286980, 613888, 1349728, 0",
        "study-1.txt, 3, , 1499991, 15001.00, 1050, 6340, 37570, 98240, 1349860, 0",
        "study-1.txt, 4, 27000, 1619951, 27002.26, 644, 1150, 1200, 1947, 1349743, 0",
        "study-2.txt, 0, 31000, 916052, 30535.33, 273410, 438020, 450050, 451072, 610764, 0",
        "study-2.txt, 1, 25000, 1499965, 24999.34, 621, 4040, 6810, 9176, 1249865, 0",
        "study-2.txt, 2, 110000, 6511402, 108523.60, 359170, 902660, 995330, 1050000, , 0",
        "study-2.txt, 5, 153000, 4472039, 149132.74, 51550, 1500000, 2030000, 2200000, , 0",
        "study-2.txt, 6, 130000, 7799170, 130008.96, 1130, 22940, 56380, 95680, 6498846, 0",
        "study-2.txt, 7, 33000, 948469, 31615.89, 926720, 1250000, 1260000, 1260000, , 680417",
        "study-2.txt, 8, 25000, 1499982, 24999.79, 650, 6870, 53220, 54400, , 1231930",
        "study-2.txt, 11, 130000, 7799094, 130008.30, 1120, 3910, 37690, 73792, 6498742, 0",
    })
    void figuresAreThoseOfTheOutput(
            String name,
            int run,
            Double rate,
            long completed,
            double perSecond,
            double p50,
            double p99,
            double p999,
            double max,
            Long total,
            long statusErrors) {
        LoadReport report = LoadReportReader.readLeniently(name, Outputs.text(name))
                .reports()
                .get(run);
        assertThat(report.rate()).isEqualTo(rate);
        assertThat(report.requests().completed()).isEqualTo(completed);
        assertThat(report.requestsPerSecond()).isEqualTo(perSecond);
        assertThat(report.latency().percentileMicros(50)).hasValue(p50);
        assertThat(report.latency().percentileMicros(99)).hasValue(p99);
        assertThat(report.latency().percentileMicros(99.9)).hasValue(p999);
        assertThat(report.latency().max()).isEqualTo(max);
        assertThat(report.latency().totalCount()).isEqualTo(total);
        assertThat(report.errors().status()).isEqualTo(statusErrors);
    }

    @ParameterizedTest
    @CsvSource({
        "0, http://127.0.0.1:8080, 1, 1, true, put.lua",
        "3, http://127.0.0.1:8080, 2, 64, true, put.lua",
        "5, http://127.0.0.1:8080, 64, 64, , put.lua",
        "6, http://127.0.0.1:8080, 64, 64, , put.lua",
        "9, http://127.0.0.1:8080, 64, 64, , get.lua",
    })
    void theHeaderAndTheCommandLineRightAboveTellWhatWasAsked(
            int run, String url, int threads, int connections, Boolean calibrated, String script) {
        LoadReport report = LoadReportReader.readLeniently("x", Outputs.text("study-2.txt"))
                .reports()
                .get(run);
        assertThat(report.url()).isEqualTo(url);
        assertThat(report.threads()).isEqualTo(threads);
        assertThat(report.connections()).isEqualTo(connections);
        assertThat(report.calibrated()).isEqualTo(calibrated);
        assertThat(report.script()).isEqualTo(script);
    }

    @Test
    void aCommandLineElsewhereInTheReportIsNotTheNextRunsOwn() throws Exception {
        assertThat(Outputs.text("study-1.txt")).contains("-R 6000");
        assertThat(Outputs.reports("study-1.txt")).extracting(LoadReport::rate).doesNotContain(6000.0);
    }

    @Test
    void aRunWithoutItsSpectrumAnswersNothingBeyondTheListedPercentiles() {
        List<LoadReport> runs =
                LoadReportReader.readLeniently("x", Outputs.text("study-2.txt")).reports();
        LatencySummary withoutSpectrum = runs.get(2).latency();
        assertThat(withoutSpectrum.percentileMicros(95)).isEmpty();
        assertThat(withoutSpectrum.countSlowerThan(Duration.ofMillis(20))).isEmpty();
        assertThat(runs.get(10).latency().percentileMicros(100))
                .as("a distribution without its last row")
                .isEmpty();
    }

    @Test
    void aSpectrumAnswersAnyPercentileWithItsNextRow() {
        LatencySummary latency = LoadReportReader.readLeniently("x", Outputs.text("study-2.txt"))
                .reports()
                .get(1)
                .latency();
        assertThat(latency.percentileMicros(95)).hasValue(1139);
        assertThat(latency.percentileMicros(95.1)).hasValue(1146);
        assertThat(latency.percentileMicros(0)).hasValue(21);
        assertThat(latency.min()).isEqualTo(21);
    }

    @Test
    void aSpectrumCountsAllBetweenTwoRowsAsSlower() {
        LatencySummary latency = LoadReportReader.readLeniently("x", Outputs.text("study-2.txt"))
                .reports()
                .get(1)
                .latency();
        // Rows: 4.987 ms 1242081, 5.183 ms 1243034, of 1249865 in all; the slowest took 9.183 ms.
        assertThat(latency.countSlowerThan(Duration.ofMillis(5))).hasValue(1249865 - 1242081);
        assertThat(latency.countSlowerThan(Duration.ofNanos(5_183_000))).hasValue(1249865 - 1243034);
        assertThat(latency.countSlowerThan(Duration.ofMillis(10))).hasValue(0);
        assertThat(latency.countSlowerThan(Duration.ZERO)).hasValue(1249865);
    }

    @Test
    void theDurationIsFinerThanTheMinutesThatArePrinted() throws Exception {
        assertThat(Outputs.reports("study-1.txt").getFirst().durationSeconds()).isEqualTo(59.994187);
    }
}
