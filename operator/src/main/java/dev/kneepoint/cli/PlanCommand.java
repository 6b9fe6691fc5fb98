package dev.kneepoint.cli;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import dev.kneepoint.core.Configuration;
import dev.kneepoint.core.Plan;
import dev.kneepoint.core.TuningSpec;
import dev.kneepoint.manifest.ManifestResult;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code kneepoint plan}: what a tuning would do. */
@Command(
        name = "plan",
        mixinStandardHelpOptions = true,
        description = {
            "Print the configurations that a StorageTuning would compare, how many trials that is, and the time they may"
                    + " take. Nothing is started.",
        },
        footerHeading = "%nExample:%n",
        footer = "  ./kneepoint plan examples/quickstart.yaml")
final class PlanCommand implements Callable<Integer> {

    @Spec
    private CommandSpec command;

    @Parameters(index = "0", paramLabel = "FILE", description = "A StorageTuning in YAML or JSON.")
    private Path file;

    @Override
    public Integer call() {
        PrintWriter out = command.commandLine().getOut();
        ManifestResult.Accepted accepted =
                Manifests.read(file, command.commandLine().getErr());
        TuningSpec spec = accepted.spec();
        Plan plan = Plan.of(spec);
        out.println(table(plan.configurations(), spec));
        out.printf(
                "%d trials of some %s each: about %s, at most %s.%n",
                plan.configurations().size(),
                Figures.coarse(plan.typicalTrial()),
                Figures.coarse(plan.typical()),
                Figures.coarse(plan.longest()));
        out.flush();
        return Kneepoint.DONE;
    }

    private static String table(List<Configuration> configurations, TuningSpec spec) {
        return AsciiTable.builder()
                .border(AsciiTable.NO_BORDERS)
                .data(
                        configurations,
                        List.of(
                                new Column()
                                        .header("trial")
                                        .dataAlign(HorizontalAlign.RIGHT)
                                        .with(configuration ->
                                                String.valueOf(configurations.indexOf(configuration) + 1)),
                                new Column()
                                        .header("configuration")
                                        .dataAlign(HorizontalAlign.LEFT)
                                        .with(Configuration::toString),
                                new Column()
                                        .header("")
                                        .with(configuration -> spec.search()
                                                        .baseline()
                                                        .filter(configuration::equals)
                                                        .isPresent()
                                                ? "baseline"
                                                : "")))
                .asString();
    }
}
