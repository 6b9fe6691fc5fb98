package dev.kneepoint.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is generated from the types is committed; crds/generate sets the property, and then the files are written. */
class GeneratedFilesTest {

    private static final boolean GENERATE = Boolean.getBoolean("kneepoint.generate");
    private static final Path CRD = Path.of("../crds/storagetunings.kneepoint.dev.yaml");
    private static final Path REFERENCE = Path.of("../docs/reference/storagetuning.md");

    @Test
    void the_crd_is_the_one_that_the_types_generate(@TempDir Path scratch) throws IOException {
        isUpToDate(CRD, CrdFile.generate(scratch));
    }

    @Test
    void the_reference_page_is_the_one_that_the_types_generate() throws IOException {
        isUpToDate(REFERENCE, ReferencePage.generate());
    }

    @Test
    void the_schema_and_the_reader_have_the_same_fields_limits_and_defaults(@TempDir Path scratch) throws IOException {
        JsonNode schema =
                new YAMLMapper().readTree(CrdFile.generate(scratch)).at("/spec/versions/0/schema/openAPIV3Schema");
        List<String> differences = new ArrayList<>();
        for (String part : List.of("spec", "status")) {
            compare(
                    part,
                    schema.path("properties").path(part),
                    Shapes.STORAGE_TUNING.fields().get(part).shape(),
                    differences);
        }
        assertThat(differences).isEmpty();
        assertThat(schema.path("required").toString()).isEqualTo("[\"spec\"]");
    }

    private static void compare(String path, JsonNode schema, Shape shape, List<String> differences) {
        switch (shape) {
            case Shape.Fields fields -> {
                Set<String> names = new TreeSet<>();
                schema.path("properties").fieldNames().forEachRemaining(names::add);
                differ(path, "fields", names, new TreeSet<>(fields.fields().keySet()), differences);
                fields.fields().forEach((name, field) -> {
                    JsonNode property = schema.path("properties").path(name);
                    String at = path + "." + name;
                    differ(at, "required", contains(schema.path("required"), name), field.required(), differences);
                    differ(at, "default", property.path("default"), defaultOf(field), differences);
                    compare(at, property, field.shape(), differences);
                });
            }
            case Shape.Elements elements -> {
                differ(path, "fewest", schema.path("minItems").asLong(0), elements.fewest(), differences);
                differ(path, "most", schema.path("maxItems").asLong(Long.MAX_VALUE), elements.most(), differences);
                compare(path + "[]", schema.path("items"), elements.element(), differences);
            }
            case Shape.Named named ->
                compare(path + ".*", schema.path("additionalProperties"), named.value(), differences);
            case Shape.WholeNumber number -> {
                differ(path, "type", schema.path("type").asText(), "integer", differences);
                if (schema.has("maximum")) {
                    differ(path, "largest", bound(schema, "maximum"), new BigDecimal(number.largest()), differences);
                }
                if (schema.has("minimum")) {
                    differ(path, "smallest", bound(schema, "minimum"), new BigDecimal(number.smallest()), differences);
                }
            }
            case Shape.Choice choice -> {
                Set<String> labels = new TreeSet<>();
                schema.path("enum").forEach(label -> labels.add(label.asText()));
                differ(path, "labels", labels, new TreeSet<>(choice.labels()), differences);
            }
            case Shape.Text text -> {
                differ(path, "type", schema.path("type").asText(), "string", differences);
                if (!schema.path("format").asText().equals("date-time")) {
                    differ(
                            path,
                            "rules",
                            schema.path("x-kubernetes-validations").size(),
                            text.rules().size(),
                            differences);
                    differ(
                            path,
                            "longest",
                            schema.path("maxLength").asLong(Long.MAX_VALUE),
                            text.longest(),
                            differences);
                }
            }
            case Shape.Flag flag -> differ(path, "type", schema.path("type").asText(), "boolean", differences);
            case Shape.Decimal decimal ->
                differ(path, "type", schema.path("type").asText(), "number", differences);
            case Shape.Amount amount ->
                differ(path, "kind", schema.path("x-kubernetes-int-or-string").asBoolean(), true, differences);
            case Shape.Anything anything ->
                differ(
                        path,
                        "kind",
                        schema.path("x-kubernetes-preserve-unknown-fields").asBoolean(),
                        true,
                        differences);
        }
    }

    private static JsonNode defaultOf(Shape.Field field) throws IllegalArgumentException {
        try {
            return field.defaultYaml().isPresent()
                    ? new YAMLMapper().readTree(field.defaultYaml().get())
                    : MissingNode.getInstance();
        } catch (IOException malformed) {
            throw new IllegalArgumentException(malformed);
        }
    }

    private static BigDecimal bound(JsonNode schema, String name) {
        return new BigDecimal(schema.path(name).decimalValue().toBigIntegerExact());
    }

    private static boolean contains(JsonNode names, String name) {
        for (JsonNode candidate : names) {
            if (candidate.asText().equals(name)) {
                return true;
            }
        }
        return false;
    }

    private static void differ(String path, String what, Object schema, Object reader, List<String> differences) {
        if (!schema.equals(reader)) {
            differences.add(path + ": " + what + " " + schema + " in the schema, " + reader + " in the reader");
        }
    }

    private static void isUpToDate(Path file, String generated) throws IOException {
        if (GENERATE) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, generated);
        }
        assertThat(file).content().as("run crds/generate and commit the result").isEqualTo(generated);
    }
}
