package dev.kneepoint.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Checks one value against its shape: the type that YAML gives it, then its range or form. */
final class ScalarCheck {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final int LONGEST_SHOWN = 60;

    /** Without YAML 1.1's octal and sexagesimal readings of 010 and 1:30, which nobody means. */
    private static final Pattern WHOLE_NUMBER = Pattern.compile("[-+]?(0|[1-9][0-9_]*)");

    private final Problems problems;

    ScalarCheck(Problems problems) {
        this.problems = problems;
    }

    /** The value; empty where it is wrong. */
    Optional<JsonNode> check(Node node, Shape shape, String path) {
        Optional<JsonNode> value = node instanceof ScalarNode scalar ? value(scalar, shape) : Optional.empty();
        if (value.isEmpty()) {
            problems.add(path, found(node), shape.allowed());
        }
        return value;
    }

    private static Optional<JsonNode> value(ScalarNode scalar, Shape shape) {
        String text = scalar.getValue();
        return switch (shape) {
            case Shape.Text rules ->
                isText(scalar) && rules.holds(text) ? Optional.of(JSON.textNode(text)) : Optional.empty();
            case Shape.Choice choice ->
                isText(scalar) && choice.labels().contains(text) ? Optional.of(JSON.textNode(text)) : Optional.empty();
            case Shape.Flag _ ->
                scalar.getTag().equals(Tag.BOOL) ? Optional.of(JSON.booleanNode(truth(text))) : Optional.empty();
            case Shape.WholeNumber range -> wholeNumber(scalar, range);
            case Shape.Decimal _ -> decimal(scalar);
            case Shape.Amount _ -> amount(scalar);
            default -> throw new IllegalArgumentException("no scalar: " + shape);
        };
    }

    private static Optional<JsonNode> wholeNumber(ScalarNode scalar, Shape.WholeNumber range) {
        String text = scalar.getValue();
        if (!scalar.getTag().equals(Tag.INT) || !WHOLE_NUMBER.matcher(text).matches()) {
            return Optional.empty();
        }
        BigInteger number = new BigInteger(text.replace("_", ""));
        return range.smallest().compareTo(number) <= 0 && number.compareTo(range.largest()) <= 0
                ? Optional.of(JSON.numberNode(number))
                : Optional.empty();
    }

    private static Optional<JsonNode> decimal(ScalarNode scalar) {
        boolean number = scalar.getTag().equals(Tag.INT) || scalar.getTag().equals(Tag.FLOAT);
        try {
            return number ? Optional.of(JSON.numberNode(new BigDecimal(scalar.getValue()))) : Optional.empty();
        } catch (NumberFormatException notDecimal) {
            return Optional.empty();
        }
    }

    private static Optional<JsonNode> amount(ScalarNode scalar) {
        try {
            Quantity.parse(scalar.getValue()).getNumericalAmount();
            return Optional.of(JSON.textNode(scalar.getValue()));
        } catch (IllegalArgumentException | ArithmeticException malformed) {
            return Optional.empty();
        }
    }

    /** YAML reads a bare date as a time, which no field of ours has as anything but text. */
    private static boolean isText(ScalarNode scalar) {
        return scalar.getTag().equals(Tag.STR) || scalar.getTag().equals(Tag.TIMESTAMP);
    }

    /** YAML 1.1's words for true, as kubectl takes them too. */
    private static boolean truth(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "yes", "on" -> true;
            default -> false;
        };
    }

    /** For a problem: text in quotes, everything else as it stands. */
    static String found(Node node) {
        return switch (node) {
            case MappingNode _ -> "an object";
            case SequenceNode _ -> "a list";
            case ScalarNode scalar when scalar.getTag().equals(Tag.NULL) -> "nothing";
            case ScalarNode scalar when isText(scalar) -> '"' + shortened(scalar.getValue()) + '"';
            case ScalarNode scalar -> shortened(scalar.getValue());
            default -> node.getNodeId().name();
        };
    }

    private static String shortened(String text) {
        String line = text.replaceAll("\\p{Cntrl}", " ");
        return line.length() <= LONGEST_SHOWN ? line : line.substring(0, LONGEST_SHOWN) + "...";
    }
}
