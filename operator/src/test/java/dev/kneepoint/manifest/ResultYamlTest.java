package dev.kneepoint.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kneepoint.api.LatencySummary;
import dev.kneepoint.api.PoolConfiguration;
import dev.kneepoint.api.Progress;
import dev.kneepoint.api.Recommendation;
import dev.kneepoint.api.Saturation;
import dev.kneepoint.api.StorageTuning;
import dev.kneepoint.api.StorageTuningStatus;
import dev.kneepoint.api.TrialStatus;
import dev.kneepoint.core.Configuration;
import dev.kneepoint.core.QueueType;
import dev.kneepoint.manifest.ManifestResult.Accepted;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ResultYamlTest {

    @Property(tries = 300)
    void a_resource_with_any_status_reads_back_equal(@ForAll("statuses") StorageTuningStatus status) {
        StorageTuning written = quickstart();
        written.setStatus(status);
        assertThat(ManifestTexts.read(ResultYaml.write(written)))
                .isInstanceOfSatisfying(
                        Accepted.class, read -> assertThat(read.resource()).isEqualTo(written));
    }

    @Property(tries = 300)
    void any_text_reads_back_as_the_same_text(@ForAll("texts") String text) {
        StorageTuning written = quickstart();
        written.setStatus(new StorageTuningStatus(null, null, null, null, null, null, text));
        assertThat(ManifestTexts.read(ResultYaml.write(written)))
                .isInstanceOfSatisfying(
                        Accepted.class,
                        read -> assertThat(read.resource().getStatus().report()).isEqualTo(text));
    }

    @Example
    void what_yaml_takes_for_a_line_break_reads_back_as_it_was() {
        for (String text : List.of("\u0085", "a\u0085b", "\u2028", "a\u2028b", "\u2029", "a\n\u2029b")) {
            any_text_reads_back_as_the_same_text(text);
        }
    }

    @Example
    void fields_stand_in_the_order_of_the_design_without_nulls() {
        StorageTuning written = quickstart();
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("KNEEPOINT_POOL_SIZE", "8");
        environment.put("KNEEPOINT_QUEUE_TYPE", "lockFree");
        written.setStatus(new StorageTuningStatus(
                1L,
                null,
                StorageTuningStatus.Phase.COMPLETED,
                new Progress(6, 6, "6/6", null, Instant.parse("2026-01-31T12:00:00Z"), null),
                new Recommendation(
                        8,
                        8,
                        QueueType.LOCK_FREE,
                        256,
                        new Saturation(12_345L, 12_000L, null),
                        new LatencySummary("1ms", "12.5ms", null),
                        "0.02%",
                        new Recommendation.Improvement(12.5, 3.25, null),
                        List.of(),
                        environment),
                List.of(new TrialStatus(
                        PoolConfiguration.of(new Configuration(0, 0, QueueType.NONE, 0)),
                        null,
                        TrialStatus.Outcome.NOTHING_SUSTAINED,
                        "not even 100 requests per second were sustained",
                        null,
                        null,
                        3)),
                "report.html"));
        assertThat(ResultYaml.write(written)).endsWith("""
                status:
                  observedGeneration: 1
                  phase: Completed
                  progress:
                    trial: 6
                    trials: 6
                    summary: 6/6
                    startedAt: "2026-01-31T12:00:00Z"
                  recommended:
                    poolSize: 8
                    maxPoolSize: 8
                    queueType: lockFree
                    queueCapacity: 256
                    saturation:
                      rps: 12345
                      low: 12000
                    latency:
                      p50: 1ms
                      p99: 12.5ms
                    errorRate: 0.02%
                    improvementOverBaseline:
                      percent: 12.5
                      low: 3.25
                    equivalents: []
                    environment:
                      KNEEPOINT_POOL_SIZE: "8"
                      KNEEPOINT_QUEUE_TYPE: lockFree
                  trials:
                  - configuration:
                      queueType: none
                    outcome: nothingSustained
                    reason: not even 100 requests per second were sustained
                    probes: 3
                  report: report.html
                """);
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.oneOf(
                Arbitraries.strings().withCharRange(' ', '~').ofMaxLength(40),
                Arbitraries.strings().all().excludeChars(unpaired()).ofMaxLength(12),
                Arbitraries.of(
                        "yes",
                        "off",
                        "null",
                        "~",
                        "",
                        "1:30",
                        "0x1f",
                        "010",
                        "1_000",
                        ".5",
                        "1e3",
                        "2026-01-31",
                        "=",
                        "<<",
                        ".inf",
                        "- a",
                        "a: b",
                        "a #b",
                        "'",
                        "\"",
                        "a\nb",
                        " a ",
                        "\ta",
                        "!x",
                        "&x",
                        "*x",
                        "%x"));
    }

    /** Halves of surrogate pairs: no UTF-8 stands for them. */
    private static char[] unpaired() {
        char[] halves = new char[Character.MAX_SURROGATE - Character.MIN_SURROGATE + 1];
        for (int index = 0; index < halves.length; index++) {
            halves[index] = (char) (Character.MIN_SURROGATE + index);
        }
        return halves;
    }

    @Provide
    Arbitrary<StorageTuningStatus> statuses() {
        Arbitrary<Instant> times =
                Arbitraries.longs().between(0, 4_000_000_000_000L).map(Instant::ofEpochMilli);
        Arbitrary<Progress> progress = Combinators.combine(
                        numbers(), numbers(), numbers(), times.injectNull(0.3), times.injectNull(0.3))
                .as((trial, trials, probe, start, end) ->
                        new Progress(trial, trials, trial + "/" + trials, probe, start, end));
        Arbitrary<TrialStatus> trials = Combinators.combine(
                        configurations(),
                        saturations().injectNull(0.3),
                        Arbitraries.of(TrialStatus.Outcome.class),
                        texts(),
                        latencies().injectNull(0.3),
                        numbers())
                .as((configuration, saturation, outcome, reason, latency, probes) ->
                        new TrialStatus(configuration, saturation, outcome, reason, latency, "0.1%", probes));
        return Combinators.combine(
                        Arbitraries.longs().greaterOrEqual(0).injectNull(0.3),
                        Arbitraries.of(StorageTuningStatus.Phase.class),
                        progress.injectNull(0.3),
                        recommendations().injectNull(0.3),
                        trials.list().ofMaxSize(4).injectNull(0.3),
                        texts())
                .as((generation, phase, done, recommended, all, message) -> new StorageTuningStatus(
                        generation,
                        List.of(new ConditionBuilder()
                                .withType("Ready")
                                .withStatus("False")
                                .withReason("Searching")
                                .withMessage(message)
                                .build()),
                        phase,
                        done,
                        recommended,
                        all,
                        message));
    }

    private Arbitrary<Recommendation> recommendations() {
        Arbitrary<Recommendation.Improvement> improvements = Arbitraries.doubles()
                .between(-99, 1e6)
                .tuple3()
                .map(all -> new Recommendation.Improvement(all.get1(), all.get2(), all.get3()));
        return Combinators.combine(
                        configurations(),
                        saturations(),
                        latencies(),
                        improvements.injectNull(0.3),
                        configurations().list().ofMaxSize(3),
                        Arbitraries.maps(Arbitraries.of("KNEEPOINT_A", "KNEEPOINT_B", "KNEEPOINT_C"), texts()))
                .as((best, saturation, latency, improvement, equivalents, environment) -> new Recommendation(
                        best.poolSize(),
                        best.maxPoolSize(),
                        best.queueType(),
                        best.queueCapacity(),
                        saturation,
                        latency,
                        "0%",
                        improvement,
                        equivalents,
                        environment));
    }

    private Arbitrary<PoolConfiguration> configurations() {
        return Combinators.combine(
                        Arbitraries.integers().between(1, 64),
                        Arbitraries.integers().between(64, 4096),
                        Arbitraries.of(QueueType.class),
                        Arbitraries.integers().greaterOrEqual(1))
                .as((core, most, type, capacity) ->
                        PoolConfiguration.of(new Configuration(core, most, type, capacity)));
    }

    private Arbitrary<Saturation> saturations() {
        Arbitrary<Long> rates = Arbitraries.longs().between(1, 10_000_000);
        return Combinators.combine(rates, rates, rates.injectNull(0.3)).as(Saturation::new);
    }

    private Arbitrary<LatencySummary> latencies() {
        return Arbitraries.of("1ms", "20ms", "1.5s")
                .tuple3()
                .map(all -> new LatencySummary(all.get1(), all.get2(), all.get3()));
    }

    private Arbitrary<Integer> numbers() {
        return Arbitraries.integers().between(0, 10_000);
    }

    private static StorageTuning quickstart() {
        return ((Accepted) ManifestReader.read(Path.of("../examples/quickstart.yaml"))).resource();
    }
}
