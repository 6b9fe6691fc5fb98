package dev.kneepoint.manifest;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What may stand at one place of a manifest. */
sealed interface Shape {

    /** In words, for the allowed part of a problem. */
    String allowed();

    /**
     * @param fields by name, in the order of the type
     */
    record Fields(Map<String, Field> fields) implements Shape {
        @Override
        public String allowed() {
            return "an object with " + String.join(", ", fields.keySet());
        }
    }

    /** @param defaultYaml what stands there when nothing does */
    record Field(Shape shape, boolean required, Optional<String> defaultYaml, String description) {}

    /** @param fewest and most elements */
    record Elements(Shape element, long fewest, long most) implements Shape {
        @Override
        public String allowed() {
            String count = most == Long.MAX_VALUE ? "" : fewest + " to " + most + " of: ";
            return "a list of " + count + element.allowed();
        }
    }

    /** Names that the user chooses. */
    record Named(Shape value) implements Shape {
        @Override
        public String allowed() {
            return "an object of names, each with " + value.allowed();
        }
    }

    record Text(List<TextRule> rules, long longest) implements Shape {
        @Override
        public String allowed() {
            return rules.isEmpty()
                    ? "text, in quotes where it looks like a number"
                    : rules.getFirst().allowed();
        }

        boolean holds(String text) {
            return text.length() <= longest
                    && rules.stream().allMatch(rule -> rule.holds().test(text));
        }
    }

    record WholeNumber(BigInteger smallest, BigInteger largest) implements Shape {
        @Override
        public String allowed() {
            return "a whole number from " + smallest + " to " + largest;
        }
    }

    record Decimal() implements Shape {
        @Override
        public String allowed() {
            return "a number";
        }
    }

    record Flag() implements Shape {
        @Override
        public String allowed() {
            return "true or false";
        }
    }

    record Choice(List<String> labels) implements Shape {
        @Override
        public String allowed() {
            return "one of " + String.join(", ", labels);
        }
    }

    /** A number or a text with a unit: Kubernetes' own, in resources. */
    record Amount() implements Shape {
        @Override
        public String allowed() {
            return "a Kubernetes quantity such as 2, 500m or 1Gi";
        }
    }

    /** What only the API server writes and only it reads. */
    record Anything() implements Shape {
        @Override
        public String allowed() {
            return "anything";
        }
    }
}
