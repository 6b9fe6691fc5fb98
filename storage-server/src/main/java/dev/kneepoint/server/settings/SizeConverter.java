package dev.kneepoint.server.settings;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Bytes, alone or with Ki, Mi or Gi. */
final class SizeConverter implements ITypeConverter<Long> {
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,12})(Ki|Mi|Gi)?");

    @Override
    public Long convert(String text) {
        Matcher matcher = SIZE.matcher(text);
        if (!matcher.matches()) {
            throw new TypeConversionException(
                    "found '" + text + "', allowed is a number of bytes, or one with Ki, Mi or Gi");
        }
        int shift =
                switch (matcher.group(2)) {
                    case "Ki" -> 10;
                    case "Mi" -> 20;
                    case "Gi" -> 30;
                    case null, default -> 0;
                };
        long number = Long.parseLong(matcher.group(1));
        if (number > Long.MAX_VALUE >> shift) {
            throw new TypeConversionException("found '" + text + "', which is more than there can be");
        }
        return number << shift;
    }
}
