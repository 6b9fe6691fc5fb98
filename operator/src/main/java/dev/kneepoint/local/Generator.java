package dev.kneepoint.local;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kneepoint.core.Measurement;
import dev.kneepoint.core.Objective;
import dev.kneepoint.wrk2.LoadReport;
import dev.kneepoint.wrk2.LoadReportReader;
import dev.kneepoint.wrk2.UnreadableLoadReportException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Runs the load generator once for every warm-up burst and probe. */
public final class Generator {

    /**
     * What stays the same from run to run.
     *
     * @param script the workload; null: GET the URL itself
     * @param arguments of the script
     * @param headers sent with every request, {@code Name: value}
     * @param connections open connections, at least {@code threads}
     * @param expectsNotFound whether a 404 is a right answer
     */
    public record Workload(
            Path script,
            List<String> arguments,
            List<String> headers,
            int connections,
            int threads,
            boolean expectsNotFound) {}

    /** What came of a run. */
    public sealed interface Outcome {
        /** @param report the generator's own, whole */
        record Measured(Measurement measurement, JsonNode report) implements Outcome {}

        /** @param reason in the generator's own words */
        record Failed(String reason) implements Outcome {}
    }

    /** The generator's own default. */
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(2);

    /** What is in flight when a window closes is not lost: its answers are waited for, so long at most. */
    private static final Duration DEFAULT_DRAIN = Duration.ofSeconds(1);

    private final Duration timeout;
    private final Duration drain;
    private final Path wrk2;
    private final ChildProcesses children;
    private final Processors processors;
    private final Objective objective;
    private final Workload workload;
    private final Path scratch;

    /** @param scratch a folder for the files of the run at hand */
    public Generator(
            Path wrk2,
            ChildProcesses children,
            Processors processors,
            Objective objective,
            Workload workload,
            Path scratch) {
        this.wrk2 = wrk2;
        this.children = children;
        this.processors = processors;
        this.objective = objective;
        this.workload = workload;
        this.scratch = scratch;
        this.timeout = atLeast(DEFAULT_TIMEOUT, objective, 2);
        this.drain = atLeast(DEFAULT_DRAIN, objective, 1);
    }

    /**
     * Loads the URL at a constant rate.
     *
     * @param rate requests per second
     * @param window how long
     */
    public Outcome run(String url, double rate, Duration window) {
        Path json = scratch.resolve("generator.json");
        Path output = scratch.resolve("generator.out");
        Path errors = scratch.resolve("generator.log");
        try {
            Files.createDirectories(scratch);
            for (Path stale : List.of(json, output, errors)) {
                Files.deleteIfExists(stale);
            }
            Process process = children.start(processors, command(url, rate, window, json), Map.of(), output, errors);
            int code = children.await(process);
            if (code != 0 || !Files.exists(json)) {
                return new Outcome.Failed("the generator ended with code " + code + ": "
                        + Files.readString(errors).strip().replace('\n', ' '));
            }
            String text = Files.readString(json);
            LoadReport report =
                    LoadReportReader.read(json.getFileName().toString(), text).getFirst();
            return new Outcome.Measured(
                    LoadMeasurement.of(report, objective, workload.expectsNotFound()), Json.MAPPER.readTree(text));
        } catch (UnreadableLoadReportException | IOException e) {
            return new Outcome.Failed("the generator's result cannot be read: " + e.getMessage());
        }
    }

    /** Long enough that an answer within the objective is never taken for a missing one. */
    private static Duration atLeast(Duration least, Objective objective, int times) {
        return objective.latency().stream()
                .map(goal -> goal.max().multipliedBy(times))
                .reduce(least, (a, b) -> a.compareTo(b) > 0 ? a : b);
    }

    private List<String> command(String url, double rate, Duration window, Path json) {
        List<String> command = new ArrayList<>(List.of(
                wrk2.toString(),
                "--threads",
                String.valueOf(workload.threads()),
                "--connections",
                String.valueOf(workload.connections()),
                "--rate",
                String.format(Locale.ROOT, "%.3f", rate),
                "--duration",
                window.toMillis() + "ms",
                "--timeout",
                timeout.toMillis() + "ms",
                "--drain",
                drain.toMillis() + "ms",
                "--no-calibration",
                "--json",
                json.toString()));
        if (workload.script() != null) {
            command.addAll(List.of("--script", workload.script().toString()));
        }
        workload.headers().forEach(header -> command.addAll(List.of("--header", header)));
        command.add(url);
        if (!workload.arguments().isEmpty()) {
            command.add("--");
            command.addAll(workload.arguments());
        }
        return command;
    }
}
