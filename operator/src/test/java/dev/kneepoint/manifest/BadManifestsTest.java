package dev.kneepoint.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kneepoint.api.Rules;
import dev.kneepoint.api.StorageTuningSpec;
import dev.kneepoint.manifest.ManifestResult.Refused;
import io.fabric8.generator.annotation.ValidationRule;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each file in manifests/bad is wrong in its own way; beside it stands all that the reader says about it. */
class BadManifestsTest {

    private static final Path BAD = Path.of("src/test/resources/manifests/bad");

    static Stream<Path> manifests() throws IOException {
        try (Stream<Path> files = Files.list(BAD)) {
            return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("manifests")
    void a_bad_manifest_is_refused_with_all_its_problems(Path manifest) throws IOException {
        assertThat(problems(manifest)).isEqualTo(Files.readString(expected(manifest)));
    }

    @Test
    void a_missing_file_is_refused(@TempDir Path directory) {
        Path missing = directory.resolve("missing.yaml");
        assertThat(ManifestReader.read(missing))
                .isEqualTo(new Refused(List.of(new Problem(
                        missing.toString(),
                        OptionalInt.empty(),
                        "no such file",
                        "a readable file with one StorageTuning"))));
    }

    @Test
    void a_directory_is_refused(@TempDir Path directory) {
        assertThat(ManifestReader.read(directory).toString()).contains("found a directory");
    }

    @Test
    void a_file_beyond_1_MiB_is_refused_unparsed(@TempDir Path directory) throws IOException {
        Path large = Files.writeString(directory.resolve("large.yaml"), "#".repeat(YamlText.LARGEST_BYTES + 1));
        assertThat(ManifestReader.read(large).toString()).contains("found more than 1 MiB");
    }

    @Test
    void every_condition_of_the_schema_has_a_bad_manifest_that_it_refuses() throws IOException {
        Set<String> untested = conditions(StorageTuningSpec.class)
                .map(ValidationRule::message)
                .map(message -> message.substring(Rules.ALLOWED.length()))
                .collect(Collectors.toCollection(TreeSet::new));
        for (Path manifest : manifests().toList()) {
            String said = Files.readString(expected(manifest));
            untested.removeIf(said::contains);
        }
        assertThat(untested).isEmpty();
    }

    private static Stream<ValidationRule> conditions(Type type) {
        if (type instanceof ParameterizedType parameterized) {
            return Arrays.stream(parameterized.getActualTypeArguments()).flatMap(BadManifestsTest::conditions);
        }
        if (!(type instanceof Class<?> raw) || !raw.isRecord()) {
            return Stream.empty();
        }
        return Stream.concat(
                Arrays.stream(raw.getAnnotationsByType(ValidationRule.class)),
                Arrays.stream(raw.getRecordComponents())
                        .flatMap(component -> Stream.concat(own(component), conditions(component.getGenericType()))));
    }

    private static Stream<ValidationRule> own(RecordComponent component) {
        return Arrays.stream(component.getAccessor().getAnnotationsByType(ValidationRule.class));
    }

    private static String problems(Path manifest) throws IOException {
        try (InputStream in = Files.newInputStream(manifest)) {
            return switch (ManifestReader.read(in, manifest.getFileName().toString())) {
                case ManifestResult.Accepted accepted -> "accepted: " + accepted;
                case Refused refused ->
                    refused.problems().stream().map(problem -> problem + "\n").collect(Collectors.joining());
            };
        }
    }

    private static Path expected(Path manifest) {
        return Path.of(manifest.toString().replaceFirst("yaml$", "expected"));
    }
}
