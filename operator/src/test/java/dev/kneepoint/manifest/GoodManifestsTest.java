package dev.kneepoint.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kneepoint.core.Configuration;
import dev.kneepoint.core.Engine;
import dev.kneepoint.core.KeyDistribution;
import dev.kneepoint.core.Objective;
import dev.kneepoint.core.Objective.LatencyGoal;
import dev.kneepoint.core.QueueType;
import dev.kneepoint.core.Strategy;
import dev.kneepoint.core.TuningSpec;
import dev.kneepoint.core.WriteAheadLog;
import dev.kneepoint.manifest.ManifestResult.Accepted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GoodManifestsTest {

    private static final Path GOOD = Path.of("src/test/resources/manifests/good");
    private static final Path EXAMPLES = Path.of("../examples");

    static Stream<Path> manifests() throws IOException {
        try (Stream<Path> good = Files.list(GOOD);
                Stream<Path> examples = Files.list(EXAMPLES)) {
            return Stream.concat(good, examples).toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("manifests")
    void a_good_manifest_is_accepted_and_reads_back_equal_as_it_is_written(Path manifest) {
        Accepted accepted = accepted(manifest);
        assertThat(ManifestTexts.read(ResultYaml.write(accepted.resource()))).isEqualTo(accepted);
    }

    @ParameterizedTest
    @MethodSource("manifests")
    void a_cluster_resolves_a_resource_as_one_machine_does(Path manifest) {
        Accepted accepted = accepted(manifest);
        assertThat(SpecResolver.resolve(accepted.resource()))
                .isEqualTo(new Accepted(accepted.resource(), accepted.spec(), List.of()));
    }

    @Test
    void all_that_may_be_left_out_has_its_default() {
        assertThat(accepted(GOOD.resolve("smallest.yaml")).spec())
                .isEqualTo(new TuningSpec(
                        new Objective(List.of(new LatencyGoal(99, Duration.ofMillis(20))), 0.001),
                        new TuningSpec.Workload(90, 10, 0, 100_000, KeyDistribution.UNIFORM, 256, 256, true, 1),
                        new TuningSpec.Load(64, 1, Duration.ofSeconds(5), Duration.ofSeconds(20)),
                        new TuningSpec.Storage(Engine.ROCKSDB, WriteAheadLog.ASYNC, 64 << 20, 64 << 20),
                        new TuningSpec.Search(
                                Strategy.GRID,
                                List.of(new Configuration(0, 0, QueueType.NONE, 0)),
                                Optional.empty(),
                                0.05,
                                1,
                                1,
                                new TuningSpec.Budget(Duration.ofMinutes(30), OptionalInt.empty()))));
    }

    @Test
    void the_quickstart_compares_six_configurations_its_baseline_first() {
        assertThat(accepted(EXAMPLES.resolve("quickstart.yaml")).spec().search().configurations())
                .containsExactly(
                        new Configuration(4, 4, QueueType.LINKED, 256),
                        new Configuration(1, 1, QueueType.ARRAY, 256),
                        new Configuration(4, 4, QueueType.ARRAY, 256),
                        new Configuration(1, 1, QueueType.LINKED, 256),
                        new Configuration(1, 1, QueueType.LIFO, 256),
                        new Configuration(4, 4, QueueType.LIFO, 256));
    }

    @Test
    void a_baseline_outside_the_space_is_one_more_configuration() {
        List<Configuration> configurations =
                accepted(EXAMPLES.resolve("full.yaml")).spec().search().configurations();
        // (pool, max) pairs: 4 up to 8 threads, 5 up to 64; 3 capacities; 4 queued types; and the baseline.
        int pools = 4 + 5;
        assertThat(configurations)
                .hasSize(1 + 1 + 4 * pools * 3 + pools + 3)
                .startsWith(new Configuration(4, 64, QueueType.LINKED, Integer.MAX_VALUE))
                .doesNotHaveDuplicates();
    }

    @Test
    void configurations_that_the_server_cannot_tell_apart_are_one() {
        assertThat(accepted(GOOD.resolve("with-anchors-and-nulls.yaml"))
                        .spec()
                        .search()
                        .configurations())
                .containsExactly(
                        new Configuration(2, 2, QueueType.SYNCHRONOUS, 0),
                        new Configuration(1, 2, QueueType.SYNCHRONOUS, 0),
                        new Configuration(1, 1, QueueType.SYNCHRONOUS, 0),
                        new Configuration(0, 0, QueueType.NONE, 0));
    }

    @Test
    void what_needs_a_cluster_is_noted_not_dropped_in_silence() {
        assertThat(accepted(EXAMPLES.resolve("full.yaml")).notes())
                .hasSize(11)
                .contains("spec.server.affinity: has an effect on a cluster only")
                .contains("spec.ttlSecondsAfterFinished: has an effect on a cluster only");
        assertThat(accepted(EXAMPLES.resolve("quickstart.yaml")).notes()).isEmpty();
    }

    private static Accepted accepted(Path manifest) {
        assertThat(ManifestReader.read(manifest)).isInstanceOf(Accepted.class);
        return (Accepted) ManifestReader.read(manifest);
    }
}
