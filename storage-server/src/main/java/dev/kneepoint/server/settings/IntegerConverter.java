package dev.kneepoint.server.settings;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A whole number, with a message that says what was found. */
final class IntegerConverter implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
        try {
            return Integer.valueOf(text);
        } catch (NumberFormatException e) {
            throw new TypeConversionException("found '" + text + "', allowed is a whole number");
        }
    }
}
