package dev.kneepoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ParseCommandTest {

    @TempDir
    private Path directory;

    private record Outcome(int exitCode, String out, String err) {}

    private static Outcome parse(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = new CommandLine(new ParseCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(args);
        return new Outcome(exitCode, out.toString(), err.toString());
    }

    private static byte[] saved(String name) throws IOException {
        try (InputStream in = ParseCommandTest.class.getResourceAsStream("/wrk2/" + name)) {
            return in.readAllBytes();
        }
    }

    private String file(byte[] content) throws IOException {
        return Files.write(directory.resolve("out.txt"), content).toString();
    }

    @Test
    void jsonIsOneObjectPerRunAndLine() throws Exception {
        Outcome outcome = parse("--json", file(saved("study-1.txt")));
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.err()).isEmpty();
        List<String> lines = outcome.out().lines().toList();
        assertThat(lines).hasSize(5);
        for (String line : lines) {
            assertThat(new ObjectMapper().readTree(line).path("source").asText())
                    .isEqualTo("wrk2-text");
        }
    }

    @Test
    void jsonFromItselfIsTheSameJson() throws Exception {
        String first = parse("--json", file(saved("study-1.txt"))).out();
        assertThat(parse("--json", file(first.getBytes(StandardCharsets.UTF_8))).out())
                .isEqualTo(first);
    }

    @Test
    void theTableHasARowPerRunAndDashesForWhatIsNotTold() throws Exception {
        assertThat(parse(file(saved("study-1.txt"))).out().lines())
                .containsExactly(
                        "run  line  rate/s  achieved/s     p50      p99     p99.9       max  errors",
                        "  1    11   15000    15001.47  1.18ms   2.29ms    3.67ms   19.26ms       0",
                        "  2   146       -    15001.35  1.55ms   9.67ms   52.35ms  116.03ms       0",
                        "  3   290       -    14999.56  1.22ms  70.53ms  286.98ms  613.89ms       0",
                        "  4   441       -       15001  1.05ms   6.34ms   37.57ms   98.24ms       0",
                        "  5   580   27000    27002.26  0.64ms   1.15ms    1.20ms    1.95ms       0");
        assertThat(parse(file(saved("plain-wrk.txt"))).out())
                .contains("5.11ms*", "* uncorrected", " -")
                .endsWith("send time" + System.lineSeparator());
    }

    @Test
    void aTornRunLeavesStandardOutputEmpty() throws Exception {
        Outcome outcome = parse("--json", file(saved("study-2.txt")));
        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err())
                .contains("out.txt:419: torn run", "out.txt:679: torn run", "--keep-going prints the 12");
    }

    @Test
    void keepGoingPrintsTheCompleteRunsAndStillTellsOfTheTornOnes() throws Exception {
        Outcome outcome = parse("--json", "--keep-going", file(saved("study-2.txt")));
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.out().lines()).hasSize(12);
        assertThat(outcome.err().lines()).hasSize(2);
    }

    @Test
    void keepGoingWithoutAnyCompleteRunIsAnErrorAllTheSame() throws Exception {
        Outcome outcome = parse("--keep-going", file(saved("study-3.txt")));
        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.out()).isEmpty();
    }

    @Test
    void aDashIsStandardInput() throws Exception {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(saved("plain-wrk.txt")));
        try {
            assertThat(parse("--json", "-").out().lines()).hasSize(1);
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void whatAWindowsShellSavesIsRead() throws Exception {
        byte[] utf16 = ("\uFEFF" + new String(saved("plain-wrk.txt"), StandardCharsets.UTF_8).replace("\n", "\r\n"))
                .getBytes(StandardCharsets.UTF_16LE);
        assertThat(parse("--json", file(utf16)).out())
                .isEqualTo(parse("--json", file(saved("plain-wrk.txt"))).out());
    }

    @Test
    void everyFileThatIsNoOutputIsOneSentenceAndExitCode2() throws Exception {
        expectRefusal(directory.toString(), "is a directory");
        expectRefusal(directory.resolve("absent").toString(), "no such file");
        expectRefusal("a\0b", "not a path");
        expectRefusal(file(new byte[] {0x7f, 'E', 'L', 'F', 0, 1, 2}), "is a binary file");
        expectRefusal(file(new byte[0]), ":1: empty");
        expectRefusal(file("Dear reader,\n".getBytes(StandardCharsets.UTF_8)), ":1: no output of wrk2 or wrk");
        expectRefusal(file("{\"version\": 7}".getBytes(StandardCharsets.UTF_8)), ":1:1: version: 7 is newer than 1");
    }

    private static void expectRefusal(String path, String reason) {
        Outcome outcome = parse(path);
        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err().lines()).hasSize(1);
        assertThat(outcome.err()).contains(reason);
    }

    @Test
    void helpSaysWhatEndsARunAndWhatTheExitCodesMean() {
        assertThat(parse("--help").out()).contains("Transfer/sec", "--keep-going", "Exit codes");
    }
}
