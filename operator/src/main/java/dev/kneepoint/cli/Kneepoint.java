package dev.kneepoint.cli;

import io.quarkus.runtime.annotations.QuarkusMain;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code kneepoint}. Local commands run without Quarkus: it starts with the operator alone. */
@QuarkusMain
@Command(
        name = "kneepoint",
        mixinStandardHelpOptions = true,
        version = "kneepoint 0.1.0",
        description = "Finds the thread-pool configuration at which a storage server holds the most load inside its"
                + " latency objective, and proves it.",
        subcommands = {TuneCommand.class, PlanCommand.class, SaturateCommand.class, ParseCommand.class},
        footerHeading = "%nRun by the launcher itself:%n",
        footer = {
            "  serve     Run the storage server alone: ./kneepoint serve --help",
            "  wrk2      Run the load generator alone: ./kneepoint wrk2 --help",
            "  build     Build what is missing or stale, and nothing else.",
            "",
            "Exit codes: 0 done; 1 it failed; 2 the input is wrong; 3 done, but nothing can be recommended;",
            "130 interrupted.",
            "",
            "Begin with:  ./kneepoint tune examples/quickstart.yaml --output out"
        })
public final class Kneepoint implements Callable<Integer> {

    /** The work was done. */
    static final int DONE = 0;

    /** It failed, through no fault of the input. */
    static final int FAILED = 1;

    /** The arguments or a file cannot be understood. */
    static final int BAD_INPUT = 2;

    /** The work was done, and its answer is that there is none. */
    static final int NO_ANSWER = 3;

    @Spec
    private CommandSpec spec;

    public static void main(String... arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Kneepoint())
                .setUsageHelpWidth(100)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((failure, command, _) -> {
                    command.getErr()
                            .println("kneepoint " + command.getCommandName() + ": "
                                    + (failure.getMessage() == null ? failure.toString() : failure.getMessage()));
                    return failure instanceof BadInputException ? BAD_INPUT : FAILED;
                });
    }

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "a command is needed, such as tune");
    }
}
