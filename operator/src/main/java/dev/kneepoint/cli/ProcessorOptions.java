package dev.kneepoint.cli;

import dev.kneepoint.local.Processors;
import picocli.CommandLine.Option;

/** Which processors server and generator are pinned to. */
final class ProcessorOptions {

    @Option(
            names = "--server-cpus",
            paramLabel = "LIST",
            description = "Processors of the server, such as 0 or 0-3. By default the first half of those allowed.")
    private String server;

    @Option(
            names = "--load-cpus",
            paramLabel = "LIST",
            description = "Processors of the load generator. By default those that the server does not have.")
    private String load;

    Processors.Split split() {
        Processors allowed = Processors.allowed();
        Processors.Split halves = allowed.halved();
        return new Processors.Split(
                server == null ? halves.server() : parse("--server-cpus", server, allowed),
                load == null ? halves.load() : parse("--load-cpus", load, allowed));
    }

    static Processors parse(String option, String list, Processors allowed) {
        Processors asked;
        try {
            asked = Processors.parse(list);
        } catch (IllegalArgumentException e) {
            throw new BadInputException(option + ": " + e.getMessage());
        }
        if (!allowed.containsAll(asked)) {
            throw new BadInputException(option + ": found " + list + "; allowed: processors of " + allowed);
        }
        return asked;
    }
}
