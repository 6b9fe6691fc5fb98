package dev.kneepoint.manifest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.kneepoint.api.StorageTuning;
import dev.kneepoint.core.TuningSpec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** Reads a StorageTuning, resolved, out of a file; or all that is wrong with it. Nothing is thrown for bad input. */
public final class ManifestReader {

    private static final String API_VERSION = "kneepoint.dev/v1alpha1";
    private static final String KIND = "StorageTuning";
    private static final String READABLE = "a readable file with one StorageTuning";

    private ManifestReader() {}

    /** @param file YAML or JSON, at most 1 MiB */
    public static ManifestResult read(Path file) {
        if (Files.notExists(file)) {
            return unreadable(file.toString(), "no such file");
        }
        if (Files.isDirectory(file)) {
            return unreadable(file.toString(), "a directory");
        }
        try (InputStream in = Files.newInputStream(file)) {
            return read(in, file.toString());
        } catch (IOException unreadable) {
            return unreadable(file.toString(), "a file that cannot be read (" + unreadable + ")");
        }
    }

    /**
     * @param in YAML or JSON, at most 1 MiB; left open
     * @param source what it is called in problems that concern it as a whole
     * @throws IOException if reading fails
     */
    public static ManifestResult read(InputStream in, String source) throws IOException {
        return interpret(in.readNBytes(YamlText.LARGEST_BYTES + 1), source, Place.ONE_MACHINE);
    }

    /** The same without lines: nobody has seen the text. */
    static ManifestResult interpret(String yaml, Place place) {
        return switch (interpret(yaml.getBytes(StandardCharsets.UTF_8), KIND, place)) {
            case ManifestResult.Accepted accepted -> accepted;
            case ManifestResult.Refused(List<Problem> problems) ->
                new ManifestResult.Refused(problems.stream()
                        .map(problem ->
                                new Problem(problem.path(), OptionalInt.empty(), problem.found(), problem.allowed()))
                        .toList());
        };
    }

    private static ManifestResult interpret(byte[] bytes, String source, Place place) {
        Problems problems = new Problems();
        Optional<StorageTuning> resource = YamlText.onlyDocument(bytes, source, problems)
                .filter(document -> isStorageTuning(document, problems))
                .flatMap(document -> new TreeCheck(problems).check(document, Shapes.STORAGE_TUNING, ""))
                .map(ManifestReader::fill);
        SpecResolver resolver = new SpecResolver(problems, place);
        Optional<TuningSpec> spec = resource.flatMap(tuning -> resolver.resolve(tuning.getSpec()));
        return spec.isPresent()
                ? new ManifestResult.Accepted(resource.orElseThrow(), spec.get(), resolver.notes())
                : new ManifestResult.Refused(problems.sorted());
    }

    /** Anything else is not looked into: every field of it would be an unknown one. */
    private static boolean isStorageTuning(Node document, Problems problems) {
        if (!(document instanceof MappingNode mapping)) {
            problems.add(KIND, OptionalInt.of(YamlText.line(document)), ScalarCheck.found(document), "an object");
            return false;
        }
        return holds(mapping, "apiVersion", API_VERSION, problems) & holds(mapping, "kind", KIND, problems);
    }

    private static boolean holds(MappingNode document, String name, String allowed, Problems problems) {
        for (NodeTuple field : document.getValue()) {
            if (field.getKeyNode() instanceof ScalarNode key && key.getValue().equals(name)) {
                boolean right = field.getValueNode() instanceof ScalarNode value
                        && value.getValue().equals(allowed);
                if (!right) {
                    problems.locate(name, YamlText.line(key));
                    problems.add(name, ScalarCheck.found(field.getValueNode()), allowed);
                }
                return right;
            }
        }
        problems.add(name, OptionalInt.of(YamlText.line(document)), "nothing", allowed);
        return false;
    }

    private static StorageTuning fill(JsonNode checked) {
        try {
            return ResultYaml.MAPPER.treeToValue(checked, StorageTuning.class);
        } catch (JsonProcessingException mismatch) {
            throw new UncheckedIOException("the shape of the types and what fills them differ", mismatch);
        }
    }

    private static ManifestResult unreadable(String path, String found) {
        return new ManifestResult.Refused(List.of(new Problem(path, OptionalInt.empty(), found, READABLE)));
    }
}
