package dev.kneepoint.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Walks a manifest against its shape: unknown, repeated and missing fields become problems, absent ones their defaults,
 * and what is right becomes the tree that the api's types are filled from.
 */
final class TreeCheck {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final Problems problems;
    private final ScalarCheck scalars;

    /** An alias inside its own anchor would be walked for ever. */
    private final Set<Node> open = Collections.newSetFromMap(new IdentityHashMap<>());

    TreeCheck(Problems problems) {
        this.problems = problems;
        this.scalars = new ScalarCheck(problems);
    }

    /** What stands at the path; empty where it is wrong. */
    Optional<JsonNode> check(Node node, Shape shape, String path) {
        if (!open.add(node)) {
            problems.add(path, "an alias of what it stands in", shape.allowed());
            return Optional.empty();
        }
        try {
            return switch (shape) {
                case Shape.Fields fields -> mapping(node, shape, path).map(mapping -> fields(mapping, fields, path));
                case Shape.Named named -> mapping(node, shape, path).map(mapping -> named(mapping, named, path));
                case Shape.Elements elements -> elements(node, elements, path);
                case Shape.Anything any -> Optional.of(anything(node));
                default -> scalars.check(node, shape, path);
            };
        } finally {
            open.remove(node);
        }
    }

    private Optional<MappingNode> mapping(Node node, Shape shape, String path) {
        if (node instanceof MappingNode mapping) {
            return Optional.of(mapping);
        }
        problems.add(path, ScalarCheck.found(node), shape.allowed());
        return Optional.empty();
    }

    private JsonNode fields(MappingNode node, Shape.Fields shape, String path) {
        Map<String, Node> given = given(node, path);
        for (String name : given.keySet()) {
            if (!shape.fields().containsKey(name)) {
                String guess = NearestName.of(name, shape.fields().keySet())
                        .map(nearest -> " (did you mean " + nearest + "?)")
                        .orElse("");
                problems.add(
                        child(path, name),
                        "an unknown field" + guess,
                        String.join(", ", shape.fields().keySet()));
            }
        }
        ObjectNode object = JSON.objectNode();
        shape.fields().forEach((name, field) -> field(Optional.ofNullable(given.get(name)), field, child(path, name))
                .ifPresent(value -> object.set(name, value)));
        return object;
    }

    private Optional<JsonNode> field(Optional<Node> given, Shape.Field field, String path) {
        // As the API server has it: what is null is absent.
        boolean absent = given.isEmpty() || given.get().getTag().equals(Tag.NULL);
        if (!absent) {
            return check(given.get(), field.shape(), path);
        }
        if (field.required()) {
            problems.add(path, "nothing", field.shape().allowed());
        }
        return field.defaultYaml().flatMap(text -> check(YamlText.compose(text), field.shape(), path));
    }

    private JsonNode named(MappingNode node, Shape.Named shape, String path) {
        ObjectNode object = JSON.objectNode();
        given(node, path).forEach((name, value) -> check(value, shape.value(), child(path, name))
                .ifPresent(checked -> object.set(name, checked)));
        return object;
    }

    /** By name, in the order of the file; of repeated fields the first. */
    private Map<String, Node> given(MappingNode node, String path) {
        Map<String, Node> given = new LinkedHashMap<>();
        Map<String, Integer> lines = new HashMap<>();
        for (NodeTuple entry : node.getValue()) {
            if (!(entry.getKeyNode() instanceof ScalarNode key)) {
                problems.add(
                        path, ScalarCheck.found(entry.getKeyNode()) + " as a field's name", "text as a field's name");
                continue;
            }
            String name = key.getValue();
            int line = YamlText.line(key);
            if (given.putIfAbsent(name, entry.getValueNode()) == null) {
                lines.put(name, line);
                problems.locate(child(path, name), line);
            } else {
                problems.add(
                        child(path, name),
                        OptionalInt.of(line),
                        "a second " + name + ", after that in line " + lines.get(name),
                        "each field once");
            }
        }
        return given;
    }

    private Optional<JsonNode> elements(Node node, Shape.Elements shape, String path) {
        if (!(node instanceof SequenceNode sequence)) {
            problems.add(path, ScalarCheck.found(node), shape.allowed());
            return Optional.empty();
        }
        int count = sequence.getValue().size();
        if (count < shape.fewest() || count > shape.most()) {
            problems.add(path, count == 0 ? "an empty list" : "a list of " + count, shape.allowed());
            return Optional.empty();
        }
        ArrayNode array = JSON.arrayNode();
        for (int index = 0; index < count; index++) {
            Node element = sequence.getValue().get(index);
            String at = path + "[" + index + "]";
            problems.locate(at, YamlText.line(element));
            check(element, shape.element(), at).ifPresent(array::add);
        }
        return Optional.of(array);
    }

    private static JsonNode anything(Node node) {
        return switch (node) {
            case MappingNode mapping -> {
                ObjectNode object = JSON.objectNode();
                for (NodeTuple entry : mapping.getValue()) {
                    if (entry.getKeyNode() instanceof ScalarNode key) {
                        object.set(key.getValue(), anything(entry.getValueNode()));
                    }
                }
                yield object;
            }
            case SequenceNode sequence -> {
                ArrayNode array = JSON.arrayNode();
                sequence.getValue().forEach(element -> array.add(anything(element)));
                yield array;
            }
            case ScalarNode scalar -> JSON.textNode(scalar.getValue());
            default -> JSON.nullNode();
        };
    }

    private static String child(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }
}
