package dev.kneepoint.cli;

import dev.kneepoint.core.Conclusion;
import dev.kneepoint.core.Configuration;
import dev.kneepoint.core.Engine;
import dev.kneepoint.core.History;
import dev.kneepoint.core.KeyDistribution;
import dev.kneepoint.core.Objective;
import dev.kneepoint.core.QueueType;
import dev.kneepoint.core.Strategy;
import dev.kneepoint.core.TrialOutcome;
import dev.kneepoint.core.TuningSpec;
import dev.kneepoint.core.WriteAheadLog;
import dev.kneepoint.local.ChildProcesses;
import dev.kneepoint.local.Generator;
import dev.kneepoint.local.Installation;
import dev.kneepoint.local.Processors;
import dev.kneepoint.local.RunningEndpoint;
import dev.kneepoint.local.TuningLoop;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code kneepoint saturate}: the saturation point of an endpoint that runs already. */
@Command(
        name = "saturate",
        mixinStandardHelpOptions = true,
        description = {
            "Find the highest rate that a running HTTP endpoint sustains inside a latency objective.",
            "",
            "Warms the endpoint up, then probes it at constant rates: a rate is sustained when at least 99 %% of it"
                    + " completes, errors stay within their share, and the percentile of the corrected latency"
                    + " (measured from the intended send time) stays within its bound."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./kneepoint saturate http://127.0.0.1:8080/ --percentile 99 --max 20ms",
            "  ./kneepoint saturate http://127.0.0.1:8080 --script get.lua --json -- --keys 100000"
        })
final class SaturateCommand implements Callable<Integer> {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);

    @Spec
    private CommandSpec command;

    @Parameters(index = "0", paramLabel = "URL", description = "Where requests go, such as http://127.0.0.1:8080/.")
    private String url;

    @Parameters(index = "1..*", paramLabel = "SCRIPT-ARGS", description = "After --: arguments of the script.")
    private List<String> scriptArguments = List.of();

    @Option(
            names = {"-s", "--script"},
            paramLabel = "FILE",
            description = "Lua script for the generator; without it, GET the URL.")
    private Path script;

    @Option(
            names = "--percentile",
            paramLabel = "P",
            defaultValue = "99",
            description = "Percentile of the corrected latency that must hold (default: ${DEFAULT-VALUE}).")
    private double percentile;

    @Option(
            names = "--max",
            paramLabel = "DURATION",
            defaultValue = "20ms",
            description = "Its bound (default: ${DEFAULT-VALUE}).")
    private String max;

    @Option(
            names = "--max-error-rate",
            paramLabel = "PERCENT",
            defaultValue = "0.1%",
            description = "Share of requests that may fail (default: ${DEFAULT-VALUE}).")
    private String maxErrorRate;

    @Option(
            names = "--precision",
            paramLabel = "PERCENT",
            defaultValue = "5%",
            description = "Width at which the search ends (default: ${DEFAULT-VALUE}).")
    private String precision;

    @Option(
            names = {"-c", "--connections"},
            defaultValue = "64",
            description = "Open connections (default: ${DEFAULT-VALUE}).")
    private int connections;

    @Option(
            names = {"-t", "--threads"},
            defaultValue = "1",
            description = "Threads of the generator (default: ${DEFAULT-VALUE}).")
    private int threads;

    @Option(
            names = {"-H", "--header"},
            paramLabel = "NAME: VALUE",
            description = "Header of every request; repeatable.")
    private List<String> headers = List.of();

    @Option(
            names = "--initial-duration",
            paramLabel = "DURATION",
            defaultValue = "2s",
            description = "Length of a probe that explores (default: ${DEFAULT-VALUE}).")
    private String initialDuration;

    @Option(
            names = "--final-duration",
            paramLabel = "DURATION",
            defaultValue = "5s",
            description = "Length of a probe that decides (default: ${DEFAULT-VALUE}).")
    private String finalDuration;

    @Option(
            names = "--max-duration",
            paramLabel = "DURATION",
            defaultValue = "10m",
            description = "Budget: ends with the best answer so far (default: ${DEFAULT-VALUE}).")
    private String maxDuration;

    @Option(names = "--expect-not-found", description = "Count a 404 as a right answer.")
    private boolean expectNotFound;

    @Option(
            names = "--load-cpus",
            paramLabel = "LIST",
            description = "Processors of the generator, such as 1 or 2-3; by default all that are allowed.")
    private String loadCpus;

    @Option(names = "--json", description = "Print {\"saturation\": {...}, \"probes\": [...]} on standard output.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        URI uri = uri();
        TuningSpec spec = spec();
        Processors processors = processors();
        requireAnswer(uri);
        PrintWriter err = command.commandLine().getErr();
        Path scratch = Files.createTempDirectory("kneepoint-saturate");
        ChildProcesses children = new ChildProcesses();
        History history;
        Conclusion conclusion;
        try (EndOnExit _ = new EndOnExit(children, scratch, () -> {});
                ProgressView view = new ProgressView(spec, url, err, ProgressView.onTerminal())) {
            Generator generator = new Generator(
                    Installation.find().wrk2(),
                    children,
                    processors,
                    spec.objective(),
                    new Generator.Workload(script, scriptArguments, headers, connections, threads, expectNotFound),
                    scratch);
            TuningLoop loop = new TuningLoop(
                    spec, History.EMPTY, new RunningEndpoint(url), generator, (_, _) -> {}, view, Clock.systemUTC());
            conclusion = loop.run();
            history = loop.history();
        }
        TrialOutcome outcome = conclusion.outcomes().getFirst();
        if (json) {
            command.commandLine().getOut().println(SaturationJson.of(spec, outcome, history));
        } else {
            command.commandLine().getOut().println(asText(outcome));
        }
        command.commandLine().getOut().flush();
        if (outcome.kind() == TrialOutcome.Kind.FAILED) {
            throw new IllegalStateException(outcome.reason());
        }
        return outcome.saturation().isPresent() ? Kneepoint.DONE : Kneepoint.NO_ANSWER;
    }

    private URI uri() {
        URI uri;
        try {
            uri = URI.create(url);
        } catch (IllegalArgumentException e) {
            throw new BadInputException("URL: found \"" + url + "\"; allowed: such as http://127.0.0.1:8080/");
        }
        if (!"http".equals(uri.getScheme()) || uri.getHost() == null) {
            throw new BadInputException("URL: found \"" + url + "\"; allowed: http://HOST[:PORT][/PATH]");
        }
        if (script != null && !Files.isReadable(script)) {
            throw new BadInputException("--script: found " + script + "; allowed: a file that can be read");
        }
        return uri;
    }

    private static void requireAnswer(URI uri) {
        int port = uri.getPort() < 0 ? 80 : uri.getPort();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(uri.getHost(), port), Math.toIntExact(CONNECT_TIMEOUT.toMillis()));
        } catch (IOException e) {
            throw new IllegalStateException(
                    "nothing answers at " + uri.getHost() + ":" + port + " (" + e.getMessage() + ")", e);
        }
    }

    private Processors processors() {
        Processors allowed = Processors.allowed();
        return loadCpus == null ? allowed : ProcessorOptions.parse("--load-cpus", loadCpus, allowed);
    }

    private TuningSpec spec() {
        if (!(percentile > 0 && percentile < 100)) {
            throw new BadInputException("--percentile: found " + percentile + "; allowed: above 0 and below 100");
        }
        if (threads < 1) {
            throw new BadInputException("--threads: found " + threads + "; allowed: 1 or more");
        }
        if (connections < threads) {
            throw new BadInputException(
                    "--connections: found " + connections + "; allowed: at least --threads, " + threads);
        }
        Duration initial = Arguments.duration("--initial-duration", initialDuration);
        Duration decisive = Arguments.duration("--final-duration", finalDuration);
        if (decisive.compareTo(initial) < 0) {
            throw new BadInputException("--final-duration: found " + finalDuration
                    + "; allowed: at least --initial-duration, " + initialDuration);
        }
        // Nothing is started, so nothing of the server's side matters: one configuration without pool or queue.
        Configuration asItRuns = new Configuration(0, 0, QueueType.NONE, 0);
        return new TuningSpec(
                new Objective(
                        List.of(new Objective.LatencyGoal(percentile, Arguments.duration("--max", max))),
                        Arguments.percent("--max-error-rate", maxErrorRate, 0, 100)),
                new TuningSpec.Workload(100, 0, 0, 1, KeyDistribution.UNIFORM, 1, 1, !expectNotFound, 0),
                new TuningSpec.Load(connections, threads, initial, decisive),
                new TuningSpec.Storage(Engine.MEMORY, WriteAheadLog.ASYNC, 0, 0),
                new TuningSpec.Search(
                        Strategy.GRID,
                        List.of(asItRuns),
                        Optional.empty(),
                        Arguments.percent("--precision", precision, 1, 50),
                        1,
                        0,
                        new TuningSpec.Budget(Arguments.duration("--max-duration", maxDuration), OptionalInt.empty())));
    }

    private static String asText(TrialOutcome outcome) {
        return outcome.saturation()
                .map(point -> "saturation " + Figures.rate(point.rps()) + " requests/s: " + Figures.rate(point.low())
                        + "/s was sustained, " + Figures.rate(point.high()) + "/s was not"
                        + (outcome.reason().isEmpty() ? "" : " (" + outcome.reason() + ")"))
                .orElse("no saturation point: " + outcome.reason());
    }
}
