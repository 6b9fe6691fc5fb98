package dev.kneepoint.manifest;

import dev.kneepoint.api.Rules;
import dev.kneepoint.api.StorageTuningSpec;
import dev.kneepoint.api.StorageTuningStatus;
import io.fabric8.generator.annotation.ValidationRule;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Map;

/** The reference of every field, from the types that the reader and the CRD have too. */
final class ReferencePage {

    private static final String INTRODUCTION = """
            <!-- Generated from operator/src/main/java/dev/kneepoint/api by crds/generate. -->
            # StorageTuning

            `apiVersion: kneepoint.dev/v1alpha1`, `kind: StorageTuning`, short name `stune`.

            A field without a default may be left out unless it is required. A duration is one or more numbers, each with
            a unit of `us`, `ms`, `s`, `m` or `h` (`500ms`, `1.5s`, `1h30m`). A size is a whole number of bytes, or one with
            `Ki`, `Mi`, `Gi`, `Ti`, `k`, `M`, `G` or `T`. Percentages and percentiles are text, in quotes where YAML would
            read a number.

            """;

    private final StringBuilder page = new StringBuilder(INTRODUCTION);

    private ReferencePage() {}

    static String generate() {
        ReferencePage reference = new ReferencePage();
        reference.section("spec", StorageTuningSpec.class);
        reference.section("status", StorageTuningStatus.class);
        return reference.page.toString().stripTrailing() + "\n";
    }

    private void section(String path, Class<?> type) {
        page.append("## ")
                .append(path)
                .append("\n\n| field | type | default | allowed | description |\n|---|---|---|---|---|\n");
        Map<String, Shape.Field> fields = Shapes.ofRecord(type).fields();
        fields.forEach(this::row);
        page.append('\n');
        for (ValidationRule rule : type.getAnnotationsByType(ValidationRule.class)) {
            page.append("- Allowed")
                    .append(
                            rule.fieldPath().isEmpty()
                                    ? ""
                                    : " for `" + rule.fieldPath().substring(1) + "`")
                    .append(": ")
                    .append(rule.message().substring(Rules.ALLOWED.length()))
                    .append(".\n");
        }
        if (type.isAnnotationPresent(ValidationRule.class)
                || type.getAnnotationsByType(ValidationRule.class).length > 0) {
            page.append('\n');
        }
        for (RecordComponent component : type.getRecordComponents()) {
            subsection(path + "." + component.getName(), component.getGenericType());
        }
    }

    private void subsection(String path, Type type) {
        if (type instanceof ParameterizedType parameterized) {
            Type[] arguments = parameterized.getActualTypeArguments();
            subsection(path + "[]", arguments[arguments.length - 1]);
        } else if (type instanceof Class<?> raw && raw.isRecord()) {
            section(path, raw);
        }
    }

    private void row(String name, Shape.Field field) {
        String fallback = field.required()
                ? "required"
                : field.defaultYaml().map(text -> "`" + text + "`").orElse("");
        cell("`" + name + "`");
        cell(kind(field.shape()));
        cell(fallback);
        cell(limits(field.shape()));
        cell(field.description());
        page.append("|\n");
    }

    private void cell(String text) {
        page.append("| ").append(text.replace("|", "\\|")).append(' ');
    }

    private static String kind(Shape shape) {
        return switch (shape) {
            case Shape.Fields fields -> "object";
            case Shape.Elements elements -> "list of " + kind(elements.element());
            case Shape.Named named -> "map to " + kind(named.value());
            case Shape.Text text -> "text";
            case Shape.WholeNumber number -> "whole number";
            case Shape.Decimal number -> "number";
            case Shape.Flag flag -> "truth value";
            case Shape.Choice choice -> "choice";
            case Shape.Amount amount -> "quantity";
            case Shape.Anything anything -> "any";
        };
    }

    private static String limits(Shape shape) {
        return switch (shape) {
            case Shape.Text(var rules, var longest) ->
                rules.isEmpty() ? "" : rules.getFirst().allowed();
            case Shape.WholeNumber number
            when number.smallest().bitLength() < 31 -> number.smallest() + " to " + number.largest();
            case Shape.Choice choice -> "`" + String.join("`, `", choice.labels()) + "`";
            case Shape.Flag flag -> flag.allowed();
            case Shape.Elements elements -> {
                String each = limits(elements.element());
                String count = elements.most() == Long.MAX_VALUE ? "" : elements.fewest() + " to " + elements.most();
                yield each.isEmpty() || count.isEmpty() ? count + each : count + " of: " + each;
            }
            default -> "";
        };
    }
}
