package dev.kneepoint.cli;

import dev.kneepoint.api.StorageTuning;
import dev.kneepoint.core.Conclusion;
import dev.kneepoint.core.History;
import dev.kneepoint.core.TuningSpec;
import dev.kneepoint.local.ChildProcesses;
import dev.kneepoint.local.Generator;
import dev.kneepoint.local.Installation;
import dev.kneepoint.local.Journal;
import dev.kneepoint.local.Processors;
import dev.kneepoint.local.StorageServer;
import dev.kneepoint.local.TuningLoop;
import dev.kneepoint.local.WorkloadScript;
import dev.kneepoint.manifest.ManifestResult;
import dev.kneepoint.manifest.ResultYaml;
import dev.kneepoint.manifest.TuningStatus;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code kneepoint tune}: a whole tuning on this machine. */
@Command(
        name = "tune",
        mixinStandardHelpOptions = true,
        description = {
            "Tune a storage server on this machine: start it with one configuration after another, find the highest rate that"
                    + " each sustains, and recommend one.",
            "",
            "Writes to the output folder: result.yaml, the StorageTuning with its status; probes.jsonl, every probe with the"
                    + " generator's whole report; logs. Run again with the same folder, it goes on where it was."
        },
        footerHeading = "%nExample:%n",
        footer = "  ./kneepoint tune examples/quickstart.yaml --output out")
final class TuneCommand implements Callable<Integer> {

    private static final String RESULT_FILE = "result.yaml";

    @Spec
    private CommandSpec command;

    @Parameters(index = "0", paramLabel = "FILE", description = "A StorageTuning in YAML or JSON.")
    private Path file;

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "DIR",
            description = "Folder for the results; made if it is not there.")
    private Path output;

    @Mixin
    private ProcessorOptions processorOptions;

    @Override
    public Integer call() throws IOException {
        PrintWriter err = command.commandLine().getErr();
        ManifestResult.Accepted accepted = Manifests.read(file, err);
        TuningSpec spec = accepted.spec();
        Processors.Split processors = processorOptions.split();
        Path directory = prepared();
        err.println("server on processor " + processors.server() + ", generator on processor " + processors.load()
                + (processors.shared()
                        ? ": they share one, so what is found is the pair's limit, not the server's"
                        : ""));
        Conclusion conclusion;
        try (Journal journal = Journal.open(directory, spec, processors)) {
            conclusion = tune(accepted.resource(), spec, processors, directory, journal, err);
        } catch (Journal.UnusableJournalException e) {
            throw new BadInputException(e.getMessage());
        }
        PrintWriter out = command.commandLine().getOut();
        out.print(TuningReport.of(spec, conclusion, processors, directory.resolve(RESULT_FILE)));
        out.flush();
        return conclusion.recommendation().isPresent() ? Kneepoint.DONE : Kneepoint.NO_ANSWER;
    }

    private Conclusion tune(
            StorageTuning resource,
            TuningSpec spec,
            Processors.Split processors,
            Path directory,
            Journal journal,
            PrintWriter err)
            throws IOException {
        Installation installation = Installation.find();
        ChildProcesses children = new ChildProcesses();
        Path scratch = directory.resolve("scratch");
        StorageServer server = new StorageServer(installation, children, processors.server(), spec, directory);
        Generator generator = new Generator(
                installation.wrk2(),
                children,
                processors.load(),
                spec.objective(),
                WorkloadScript.of(installation, spec),
                scratch);
        if (!journal.history().observations().isEmpty()) {
            err.println("going on from " + directory.resolve(Journal.FILE));
        }
        err.flush();
        Runnable interrupted = () -> {
            server.removeData();
            err.println();
            err.println("interrupted: nothing is lost, run the same command again to resume");
            err.flush();
        };
        try (EndOnExit _ = new EndOnExit(children, scratch, interrupted);
                ProgressView view = new ProgressView(spec, err, ProgressView.onTerminal())) {
            TuningLoop loop = new TuningLoop(
                    spec, journal.history(), server, generator, journal::append, view, Clock.systemUTC());
            Conclusion conclusion = loop.run();
            writeResult(resource, spec, loop.history(), directory);
            return conclusion;
        }
    }

    private Path prepared() {
        try {
            return Files.createDirectories(output.toAbsolutePath());
        } catch (IOException e) {
            throw new BadInputException(
                    "--output: found " + output + "; allowed: a folder that can be made or written to (" + e + ")");
        }
    }

    /** Written aside and moved into place: a reader sees the old result or the new one, never half of one. */
    private static void writeResult(StorageTuning resource, TuningSpec spec, History history, Path directory)
            throws IOException {
        resource.setStatus(TuningStatus.of(spec, history, resource.getMetadata().getGeneration()));
        Path aside = directory.resolve(RESULT_FILE + ".new");
        Files.writeString(aside, ResultYaml.write(resource));
        Files.move(
                aside,
                directory.resolve(RESULT_FILE),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
    }
}
