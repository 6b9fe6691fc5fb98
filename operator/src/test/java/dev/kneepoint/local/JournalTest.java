package dev.kneepoint.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.kneepoint.core.Measurement;
import dev.kneepoint.core.Observation;
import dev.kneepoint.core.TuningSpec;
import dev.kneepoint.manifest.ManifestReader;
import dev.kneepoint.manifest.ManifestResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {

    private static final Instant AT = Instant.parse("2026-01-31T12:00:00.5Z");
    private static final Duration TOOK = Duration.ofMillis(1500);
    private static final Processors.Split PROCESSORS = Processors.parse("0-1").halved();

    @TempDir
    private Path directory;

    private final TuningSpec spec = spec("quickstart.yaml");

    private static TuningSpec spec(String example) {
        return ((ManifestResult.Accepted) ManifestReader.read(Path.of("../examples", example))).spec();
    }

    private static Measurement measured() {
        return new Measurement(
                12_340.5,
                Duration.ofSeconds(1),
                12_340,
                12_339,
                12_338,
                7,
                1,
                List.of(99L),
                new Measurement.Latency(1_000, 2_000, 3_000, 4_000, 5_000),
                0.25,
                17);
    }

    private static List<Observation> everyKind() {
        return List.of(
                new Observation.ServerStarted(0, AT, TOOK),
                new Observation.WarmedUp(0, AT, TOOK, measured()),
                new Observation.Probed(0, AT, TOOK, true, measured()),
                new Observation.LoadFailed(0, AT, TOOK, "the generator \"fell\"\nover"),
                new Observation.ServerLost(0, AT, true, "interrupted"),
                new Observation.ServerFailed(0, AT, TOOK, "port taken"),
                new Observation.ServerStopped(0, AT, TOOK));
    }

    private void write(List<Observation> observations) throws Exception {
        try (Journal journal = Journal.open(directory, spec, PROCESSORS)) {
            for (Observation observation : observations) {
                journal.append(
                        observation, JsonNodeFactory.instance.objectNode().put("raw", 1));
            }
        }
    }

    @Test
    void everyObservationComesBackAsItWas() throws Exception {
        write(everyKind());

        try (Journal journal = Journal.open(directory, spec, PROCESSORS)) {
            assertThat(journal.history().observations()).isEqualTo(everyKind());
        }
    }

    @Test
    void aProbesLineHasItsVerdictAndTheGeneratorsReport() throws Exception {
        write(everyKind());

        assertThat(Files.readAllLines(file()).get(3))
                .contains("\"event\":\"probed\"", "\"verdict\":\"pass\"", "\"report\":{\"raw\":1}", "linked pool 4");
    }

    @Test
    void wherever_a_crash_tears_the_last_line_the_whole_ones_before_it_stay() throws Exception {
        write(everyKind());
        byte[] whole = Files.readAllBytes(file());
        int header = new String(whole).indexOf('\n') + 1;
        for (int length = header; length < whole.length; length += 7) {
            Files.write(file(), java.util.Arrays.copyOf(whole, length));
            int complete = (int) new String(whole, 0, length)
                            .chars()
                            .filter(c -> c == '\n')
                            .count()
                    - 1;

            try (Journal journal = Journal.open(directory, spec, PROCESSORS)) {
                assertThat(journal.history().observations())
                        .isEqualTo(everyKind().subList(0, complete));
                journal.append(everyKind().getLast(), null);
            }
            try (Journal journal = Journal.open(directory, spec, PROCESSORS)) {
                assertThat(journal.history().observations()).hasSize(complete + 1);
            }
        }
    }

    @Test
    void aDamagedLineIsNamed() throws Exception {
        write(everyKind());
        Files.writeString(file(), "{\"event\":\"proved\"}\n", StandardOpenOption.APPEND);

        assertThatThrownBy(() -> Journal.open(directory, spec, PROCESSORS))
                .isInstanceOf(Journal.UnusableJournalException.class)
                .hasMessageContaining("probes.jsonl:9 is damaged");
    }

    @Test
    void anotherTuningIsRefused() throws Exception {
        write(everyKind());

        assertThatThrownBy(() -> Journal.open(directory, spec("full.yaml"), PROCESSORS))
                .hasMessageContaining("belongs to a tuning with another spec");
        assertThatThrownBy(() -> Journal.open(
                        directory, spec, new Processors.Split(Processors.parse("1"), Processors.parse("1"))))
                .hasMessageContaining("another serverCpus");
    }

    @Test
    void aJournalInUseIsRefused() throws Exception {
        try (Journal first = Journal.open(directory, spec, PROCESSORS)) {
            assertThat(first.history().observations()).isEmpty();
            assertThatThrownBy(() -> Journal.open(directory, spec, PROCESSORS))
                    .hasMessageContaining("in use by another tuning");
        }
    }

    private Path file() throws IOException {
        return directory.resolve(Journal.FILE);
    }
}
