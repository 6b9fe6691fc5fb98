package dev.kneepoint.manifest;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import dev.kneepoint.api.StorageTuningSpec;
import dev.kneepoint.api.StorageTuningStatus;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Quantity;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads the shape of a manifest off the api's types: the record components, with the annotations that the CRD is
 * generated from. Kubernetes' own types are beans; Jackson, which will fill them, says what they hold.
 */
final class Shapes {

    private static final String NAME_ALLOWED =
            "1 to 253 lower-case letters, digits, dashes and dots, a letter or digit at each end";
    private static final long LONGEST_NAME = 253;

    private static final TextRule INSTANT = new TextRule(
            text -> {
                try {
                    return Instant.parse(text) != null;
                } catch (DateTimeParseException malformed) {
                    return false;
                }
            },
            "a time such as 2026-01-31T12:00:00Z");

    static final Shape.Fields STORAGE_TUNING = storageTuning();

    private Shapes() {}

    private static Shape.Fields storageTuning() {
        Map<String, Shape.Field> metadata =
                new LinkedHashMap<>(bean(new ObjectMapper(), ObjectMeta.class).fields());
        TextRule name =
                new TextRule(Pattern.compile("^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$").asMatchPredicate(), NAME_ALLOWED);
        metadata.put("name", required(new Shape.Text(List.of(name), LONGEST_NAME)));
        Map<String, Shape.Field> root = new LinkedHashMap<>();
        root.put("apiVersion", required(text()));
        root.put("kind", required(text()));
        root.put("metadata", required(new Shape.Fields(metadata)));
        root.put("spec", required(ofRecord(StorageTuningSpec.class)));
        root.put("status", optional(ofRecord(StorageTuningStatus.class)));
        return new Shape.Fields(root);
    }

    static Shape.Fields ofRecord(Class<?> type) {
        Map<String, Shape.Field> fields = new LinkedHashMap<>();
        for (RecordComponent component : type.getRecordComponents()) {
            AnnotatedElement annotated = component.getAccessor();
            fields.put(
                    component.getName(),
                    new Shape.Field(
                            of(component.getAnnotatedType(), annotated),
                            annotated.isAnnotationPresent(Required.class),
                            Optional.ofNullable(annotated.getAnnotation(Default.class))
                                    .map(Default::value),
                            Optional.ofNullable(annotated.getAnnotation(JsonPropertyDescription.class))
                                    .map(JsonPropertyDescription::value)
                                    .orElse("")));
        }
        return new Shape.Fields(fields);
    }

    /** @param annotated carries the limits: the component, or a list's element type */
    private static Shape of(AnnotatedType type, AnnotatedElement annotated) {
        if (type instanceof AnnotatedParameterizedType parameterized) {
            AnnotatedType[] arguments = parameterized.getAnnotatedActualTypeArguments();
            AnnotatedType last = arguments[arguments.length - 1];
            if (arguments.length == 2) {
                return new Shape.Named(of(last, last));
            }
            Size size = annotated.getAnnotation(Size.class);
            return new Shape.Elements(
                    of(last, last), size == null ? 0 : size.min(), size == null ? Long.MAX_VALUE : size.max());
        }
        Class<?> raw = (Class<?>) type.getType();
        return raw.isRecord() ? ofRecord(raw) : scalar(raw, annotated).orElseGet(() -> bean(new ObjectMapper(), raw));
    }

    private static Optional<Shape> scalar(Class<?> raw, AnnotatedElement annotated) {
        if (raw == String.class) {
            Size size = annotated.getAnnotation(Size.class);
            List<TextRule> rules = Arrays.stream(annotated.getAnnotationsByType(ValidationRule.class))
                    .map(TextRule::of)
                    .toList();
            return Optional.of(new Shape.Text(rules, size == null ? Long.MAX_VALUE : size.max()));
        }
        if (raw == Integer.class || raw == int.class) {
            return Optional.of(wholeNumber(Integer.MIN_VALUE, Integer.MAX_VALUE, annotated));
        }
        if (raw == Long.class || raw == long.class) {
            return Optional.of(wholeNumber(Long.MIN_VALUE, Long.MAX_VALUE, annotated));
        }
        if (raw == Double.class) {
            return Optional.of(new Shape.Decimal());
        }
        if (raw == Boolean.class || raw == boolean.class) {
            return Optional.of(new Shape.Flag());
        }
        if (raw == Instant.class) {
            return Optional.of(new Shape.Text(List.of(INSTANT), Long.MAX_VALUE));
        }
        if (raw == Quantity.class) {
            return Optional.of(new Shape.Amount());
        }
        return raw.isEnum() ? Optional.of(choice(raw)) : Optional.empty();
    }

    private static Shape wholeNumber(long smallest, long largest, AnnotatedElement annotated) {
        Min min = annotated.getAnnotation(Min.class);
        Max max = annotated.getAnnotation(Max.class);
        return new Shape.WholeNumber(
                min == null ? BigInteger.valueOf(smallest) : exact(min.value()),
                max == null ? BigInteger.valueOf(largest) : exact(max.value()));
    }

    private static BigInteger exact(double bound) {
        return new BigDecimal(bound).toBigIntegerExact();
    }

    /** By the labels that Jackson writes, in the order of the enumeration. */
    private static Shape choice(Class<?> type) {
        ObjectMapper mapper = new ObjectMapper();
        return new Shape.Choice(Arrays.stream(type.getEnumConstants())
                .map(constant -> mapper.convertValue(constant, String.class))
                .toList());
    }

    private static Shape.Fields bean(ObjectMapper mapper, Class<?> type) {
        Map<String, Shape.Field> fields = new LinkedHashMap<>();
        JavaType javaType = mapper.constructType(type);
        for (BeanPropertyDefinition property :
                mapper.getDeserializationConfig().introspect(javaType).findProperties()) {
            fields.put(property.getName(), optional(inBean(mapper, property.getPrimaryType())));
        }
        return new Shape.Fields(fields);
    }

    private static Shape inBean(ObjectMapper mapper, JavaType type) {
        if (type.isMapLikeType()) {
            return new Shape.Named(inBean(mapper, type.getContentType()));
        }
        if (type.isCollectionLikeType()) {
            return new Shape.Elements(inBean(mapper, type.getContentType()), 0, Long.MAX_VALUE);
        }
        Class<?> raw = type.getRawClass();
        return scalar(raw, raw).orElseGet(() -> {
            Shape.Fields fields = bean(mapper, raw);
            return fields.fields().isEmpty() ? new Shape.Anything() : fields;
        });
    }

    private static Shape text() {
        return new Shape.Text(List.of(), Long.MAX_VALUE);
    }

    private static Shape.Field required(Shape shape) {
        return new Shape.Field(shape, true, Optional.empty(), "");
    }

    private static Shape.Field optional(Shape shape) {
        return new Shape.Field(shape, false, Optional.empty(), "");
    }
}
