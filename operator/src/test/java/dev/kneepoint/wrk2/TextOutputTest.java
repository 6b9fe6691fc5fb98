package dev.kneepoint.wrk2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextOutputTest {

    private static final String SHORT = """
            Running 5s test @ http://127.0.0.1:8080
              1 threads and 2 connections
              Thread Stats   Avg      Stdev     Max   +/- Stdev
                Latency     1.00ms    2.00ms   3.00ms   90.00%
                Req/Sec   100.00     10.00   120.00     80.00%
              500 requests in 5.00s, 1.00KB read
            Requests/sec:    100.00
            Transfer/sec:     204.80B
            """;

    private static LoadReport only(String text) throws UnreadableLoadReportException {
        List<LoadReport> reports = LoadReportReader.read("out.txt", text);
        assertThat(reports).hasSize(1);
        return reports.getFirst();
    }

    @ParameterizedTest
    @CsvSource({
        "plain-wrk.txt, plain-wrk.golden.jsonl, 0",
        "nothing-recorded.txt, nothing-recorded.golden.jsonl, 0",
        "uncorrected-too.txt, uncorrected-too.golden.jsonl, 0",
        "study-1.txt, study-1-run-2.golden.json, 1",
    })
    void anOutputReadsAsItsGoldenJson(String output, String golden, int run) throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        String written = JsonOutput.write(Outputs.reports(output).get(run));
        assertThat(written).doesNotContain("\n");
        assertThat(mapper.readTree(written)).isEqualTo(mapper.readTree(Outputs.text(golden)));
    }

    @Test
    void latenciesOfPlainWrkAreNotCalledCorrected() throws Exception {
        LoadReport report = Outputs.reports("plain-wrk.txt").getFirst();
        assertThat(report.latency()).isNull();
        assertThat(report.serviceTime().percentileMicros(99)).hasValue(5110);
    }

    @Test
    void averagesThatCouldBeWrksOrWrk2sAreNeitherCorrectedNorUncorrected() throws Exception {
        LoadReport report = only(SHORT);
        assertThat(report.generator()).isNull();
        assertThat(report.latency()).isNull();
        assertThat(report.serviceTime()).isNull();
        assertThat(report.threadStats().latencyUs().max()).isEqualTo(3000);
    }

    @Test
    void calibrationTellsThatAveragesAreCorrected() throws Exception {
        LoadReport report = only(SHORT.replace(
                "  Thread Stats",
                "  Thread calibration: mean lat.: 1.0ms, rate sampling interval: 10ms\n  Thread Stats"));
        assertThat(report.generator()).isEqualTo("wrk2");
        assertThat(report.latency().mean()).isEqualTo(1000);
        assertThat(report.latency().percentileMicros(50)).isEmpty();
    }

    @Test
    void runsOfOneFileMayFollowWithoutALineBetween() throws Exception {
        assertThat(LoadReportReader.read("x", SHORT + SHORT))
                .extracting(LoadReport::line)
                .containsExactly(1, 9);
    }

    @ParameterizedTest
    @ValueSource(strings = {"> ", "    ", "\t", "> > ", "\u00A0 "})
    void everyLineMayBeQuotedOrIndented(String prefix) throws Exception {
        String quoted = SHORT.lines().map(line -> prefix + line + "\r\n").reduce("", String::concat);
        assertThat(only(quoted)).isEqualTo(only(SHORT));
    }

    @Test
    void aTagMayOpenOnTheFirstLine() throws Exception {
        assertThat(only("<pre>" + SHORT + "</pre>")).isEqualTo(only(SHORT));
    }

    @Test
    void whatAScriptPrintsDuringAndAfterTheRunIsSkipped() throws Exception {
        String chatty = SHORT.replace("  Thread Stats", "thread 1 got a 404\n50%,1234\n  Thread Stats")
                + "------------------------------\n50%,1234\n99.9% 12.00ms\n{\"p99\": 3}\n";
        assertThat(only(chatty)).isEqualTo(only(SHORT));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "wrk2 -t1 -c2 -R2k http://127.0.0.1:8080 | 2000",
                "$ ./wrk --rate=1.5M -t 1 http://127.0.0.1:8080 | 1500000",
                "taskset -c 1 /opt/wrk2/wrk --rate 300 -L http://127.0.0.1:8080 -- -R 7 | 300",
                "`wrk2 -d 2m -R {value} -s {put/get}.lua -L http://127.0.0.1:8080` |",
                "wrk2 -t 64 -R 300 http://127.0.0.1:8080 |",
                "wrk2 -R 300 http://127.0.0.1:9999 |",
                "We compared wrk2 and wrk at 300 requests per second |",
            })
    void theRateIsThatOfACommandLineThatAgreesWithTheRun(String command, Double rate) throws Exception {
        assertThat(only(command + "\n\n```\n" + SHORT).rate()).isEqualTo(rate);
        assertThat(only(command + "\nThe next one is another run.\n\n" + SHORT).rate())
                .isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "1.00us, 1",
        "999.99us, 999.99",
        "2.29ms, 2290",
        "1.05s, 1050000",
        "0.93m, 55800000",
        "1.50h, 5400000000",
        "-nanus, ",
        "nanus, ",
        "nans, ",
    })
    void timesHaveUnits(String text, Double micros) {
        assertThat(text).matches(Quantity.TIME);
        assertThat(Quantity.time(text).value()).isEqualTo(micros);
    }

    @ParameterizedTest
    @CsvSource({"0.00B, 0", "204.80B, 204.8", "1.00KB, 1024", "58.50MB, 61341696", "2.00GB, 2147483648"})
    void bytesGrowByPowersOfTwo(String text, Double bytes) {
        assertThat(text).matches(Quantity.BYTES);
        assertThat(Quantity.bytes(text).value()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({"30.62, 30.62", "30.62k, 30620", "1.10M, 1100000", "-nan, ", "nan, "})
    void countsGrowByThousands(String text, Double count) {
        assertThat(text).matches(Quantity.COUNT);
        assertThat(Quantity.count(text).value()).isEqualTo(count);
    }

    @Test
    void aDurationThatContradictsTheRateIsTakenAsPrinted() throws Exception {
        assertThat(only(SHORT.replace("Requests/sec:    100.00", "Requests/sec:    900.00"))
                        .durationSeconds())
                .isEqualTo(5);
    }

    @Test
    void aRunThatEndsWithTheInputIsTorn() {
        assertThatThrownBy(() -> only(SHORT.substring(0, SHORT.indexOf("Transfer"))))
                .hasMessage("out.txt:7: torn run: it begins in line 1; expected \"Transfer/sec:\","
                        + " found the end of the input");
    }

    @Test
    void aRunThatBeginsInAnotherIsTheEndOfIt() {
        assertThatThrownBy(() -> only(SHORT.substring(0, SHORT.indexOf("  500 requests")) + SHORT))
                .hasMessageStartingWith("out.txt:6: torn run: it begins in line 1; expected ")
                .hasMessageEndingWith("found \"Running 5s test @ http://127.0.0.1:8080\"");
    }

    @Test
    void theEndOfOneRunIsNotGivenToTheBeginningOfAnother() {
        String tail = SHORT.substring(SHORT.indexOf("  500 requests"));
        assertThatThrownBy(() -> only(SHORT + "Then this was saved.\n" + tail))
                .hasMessageStartingWith("out.txt:10: torn run: its beginning is missing; expected \"Running\"");
        assertThatThrownBy(() -> only("Running 5s test @ http://127.0.0.1:8080\n```\n" + tail))
                .hasMessageContaining("out.txt:2: torn run");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n\n", "hello", "<html></html>", "Requests per second: 12", "[1, 2]"})
    void foreignTextSaysWhatWasExpected(String text) {
        assertThatThrownBy(() -> LoadReportReader.read("out.txt", text))
                .isInstanceOf(UnreadableLoadReportException.class)
                .hasMessageStartingWith("out.txt:1: ")
                .hasMessageContaining("expected");
    }

    @Test
    void aMessageCannotDriveTheTerminal() {
        assertThatThrownBy(() -> only(SHORT.replace("Transfer/sec:", "\u001b[2JTransfer")))
                .hasMessageNotContaining("\u001b")
                .hasMessageContaining("found \"?[2JTransfer");
    }

    @Test
    void zerosOfAPlainWrkThatRecordedNothingAreNoLatencies() throws Exception {
        LoadReport report =
                only(SHORT.replace("1.00ms    2.00ms   3.00ms   90.00%", "0.00us    0.00us   0.00us     nan%"));
        assertThat(report.threadStats().latencyUs()).isEqualTo(new LoadReport.Sampled(null, null, null, null));
    }

    @Test
    void bracesThatAScriptPrintedFirstDoNotMakeTheTextJson() throws Exception {
        assertThat(only("{\"threads\": 1}\n" + SHORT).line()).isEqualTo(2);
    }
}
