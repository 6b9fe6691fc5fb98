package dev.kneepoint.server.settings;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Any whole number of 64 bits: unlike a size, it may be negative and takes no unit. */
final class SeedConverter implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
        try {
            return Long.valueOf(text);
        } catch (NumberFormatException e) {
            throw new TypeConversionException("found '" + text + "', allowed is a whole number of 64 bits");
        }
    }
}
