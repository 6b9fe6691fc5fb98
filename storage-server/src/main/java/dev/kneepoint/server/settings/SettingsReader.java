package dev.kneepoint.server.settings;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** Reads the settings from arguments and environment, or says what is wrong with them. */
public final class SettingsReader {
    /** What a start with bad settings ends with: EX_USAGE of sysexits.h. */
    public static final int EXIT_BAD_SETTINGS = 64;

    private final Map<String, String> environment;
    private final PrintWriter out;
    private final PrintWriter err;
    private OptionalInt exitCode = OptionalInt.empty();

    public SettingsReader(Map<String, String> environment, PrintWriter out, PrintWriter err) {
        this.environment = environment;
        this.out = out;
        this.err = err;
    }

    /** The settings, or empty when there is nothing to start: then {@link #exitCode} says how to end. */
    public Optional<ServerSettings> read(String... arguments) {
        SettingsCommand command = new SettingsCommand();
        CommandLine line = new CommandLine(command)
                .registerConverter(Duration.class, new DurationConverter())
                .registerConverter(Long.class, new SizeConverter())
                .registerConverter(long.class, new SizeConverter())
                .registerConverter(Integer.class, new IntegerConverter())
                .registerConverter(int.class, new IntegerConverter())
                .registerConverter(Path.class, Path::of)
                .setOut(out)
                .setErr(err)
                .setDefaultValueProvider(argument -> argument instanceof OptionSpec option && !isHelp(option)
                        ? environment.get(variable(option))
                        : null);
        try {
            line.parseArgs(arguments);
            if (CommandLine.printHelpIfRequested(line.getParseResult())) {
                exitCode = OptionalInt.of(0);
                return Optional.empty();
            }
            return Optional.of(command.settings());
        } catch (ParameterException e) {
            err.println("storage-server: " + sentence(e, arguments));
            err.println("storage-server --help explains every setting.");
            err.flush();
            exitCode = OptionalInt.of(EXIT_BAD_SETTINGS);
            return Optional.empty();
        }
    }

    public OptionalInt exitCode() {
        return exitCode;
    }

    private String sentence(ParameterException e, String[] arguments) {
        if (!(e.getArgSpec() instanceof OptionSpec option)) {
            return e.getMessage();
        }
        String flag = option.longestName();
        boolean fromFlag = Arrays.stream(arguments).anyMatch(a -> a.equals(flag) || a.startsWith(flag + "="));
        boolean fromVariable = !fromFlag && environment.containsKey(variable(option));
        return (fromVariable ? variable(option) : flag) + ": " + problem(e);
    }

    // picocli puts its own words before a converter's; ours begin with what was found.
    private static String problem(ParameterException e) {
        String message = e.getMessage();
        int found = message.indexOf("found ");
        int expected = message.indexOf("expected one of ");
        if (found < 0 && expected >= 0) {
            return "found '" + e.getValue() + "', allowed is one of "
                    + message.substring(message.indexOf('[', expected), message.indexOf(']', expected) + 1);
        }
        return found < 0 ? message : message.substring(found);
    }

    private static boolean isHelp(OptionSpec option) {
        return option.usageHelp() || option.versionHelp();
    }

    private static String variable(OptionSpec option) {
        String name = option.longestName().substring(2).replace('-', '_');
        return "KNEEPOINT_" + name.toUpperCase(Locale.ROOT);
    }
}
