package dev.kneepoint.manifest;

import dev.kneepoint.api.Rules;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The condition of a text field, read from the CEL that the schema carries, so that manifest and API server refuse the
 * same. Only the forms that {@link Rules} puts together are known; any other is a mistake in the types, not in a
 * manifest.
 *
 * @param holds whether a text is allowed
 * @param allowed in words
 */
record TextRule(Predicate<String> holds, String allowed) {

    private static final Pattern MATCHES = Pattern.compile("self\\.matches\\('([^']+)'\\)(.*)");
    private static final Pattern DURATIONS = Pattern.compile(
            " && duration\\(self\\) >= duration\\('(\\w+)'\\) && duration\\(self\\) <= duration\\('(\\w+)'\\)");
    private static final Pattern QUANTITIES =
            Pattern.compile(" && quantity\\(self\\)\\.compareTo\\(quantity\\('(\\w+)'\\)\\) >= 0"
                    + " && quantity\\(self\\)\\.compareTo\\(quantity\\('(\\w+)'\\)\\) <= 0");

    static TextRule of(ValidationRule rule) {
        Matcher parts = MATCHES.matcher(rule.value());
        if (!parts.matches() || !rule.message().startsWith(Rules.ALLOWED)) {
            throw new IllegalArgumentException("no known form of condition: " + rule);
        }
        Predicate<String> form = Pattern.compile(parts.group(1)).asPredicate();
        return new TextRule(form.and(range(parts.group(2))), rule.message().substring(Rules.ALLOWED.length()));
    }

    private static Predicate<String> range(String condition) {
        Matcher durations = DURATIONS.matcher(condition);
        if (durations.matches()) {
            return between(text -> DurationText.parse(text).toNanos(), durations);
        }
        Matcher quantities = QUANTITIES.matcher(condition);
        if (quantities.matches()) {
            return between(SizeText::parse, quantities);
        }
        if (!condition.isEmpty()) {
            throw new IllegalArgumentException("no known form of range: " + condition);
        }
        return text -> true;
    }

    private static Predicate<String> between(ToLongFunction<String> measure, Matcher bounds) {
        long smallest = measure.applyAsLong(bounds.group(1));
        long largest = measure.applyAsLong(bounds.group(2));
        return text -> {
            try {
                long value = measure.applyAsLong(text);
                return smallest <= value && value <= largest;
            } catch (ArithmeticException tooLarge) {
                return false;
            }
        };
    }
}
