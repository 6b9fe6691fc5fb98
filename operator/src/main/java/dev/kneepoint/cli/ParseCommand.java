package dev.kneepoint.cli;

import dev.kneepoint.wrk2.JsonOutput;
import dev.kneepoint.wrk2.LoadReport;
import dev.kneepoint.wrk2.LoadReportReader;
import dev.kneepoint.wrk2.LoadReportReader.Reading;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Reads the runs in a saved output and prints them as a table or as JSON Lines. */
@Command(
        name = "parse",
        description = {
            "Reads a load generator's saved output: the text of wrk2 or wrk, or the generator's JSON.",
            "Prints one row, or with --json one line of JSON, per run. Prose between runs is skipped.",
        },
        footerHeading = "%n",
        footer = "A run of text begins at \"Running\", \"Thread calibration:\" or \"Thread Stats\" and ends at"
                + " \"Transfer/sec:\". If any run is torn, nothing is printed but where and what was expected;"
                + " --keep-going prints the complete ones besides. What a text does not tell is null.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every run was read",
            "1:with --keep-going, some runs were printed and others are torn",
            "2:nothing was printed: no such file, no run in it, or a torn one",
        })
public final class ParseCommand implements Callable<Integer> {

    /** Some thousand runs with full spectra; anything larger is not a load generator's output. */
    private static final int MAX_BYTES = 256 << 20;

    private static final int INCOMPLETE = 1;
    private static final int BAD_INPUT = 2;

    @Parameters(index = "0", paramLabel = "FILE", description = "the saved output; - for standard input")
    private String file;

    @Option(names = "--json", description = "print one compact JSON object per run and line")
    private boolean json;

    @Option(names = "--keep-going", description = "print the complete runs even if others are torn")
    private boolean keepGoing;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "show this help and exit")
    private boolean help;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        String source = file.equals("-") ? "standard input" : file;
        String output;
        try {
            output = decoded(bytes());
        } catch (InvalidPathException | IOException e) {
            err.println(source + ": " + reason(e));
            return BAD_INPUT;
        }
        Reading reading = LoadReportReader.readLeniently(source, output);
        reading.problems().forEach(err::println);
        boolean torn = !reading.problems().isEmpty();
        if (torn && !(keepGoing && !reading.reports().isEmpty())) {
            if (!reading.reports().isEmpty()) {
                err.println(source + ": nothing printed; --keep-going prints the "
                        + reading.reports().size() + " complete runs");
            }
            return BAD_INPUT;
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            for (LoadReport report : reading.reports()) {
                out.println(JsonOutput.write(report));
            }
        } else {
            out.print(RunTable.render(reading.reports()));
        }
        out.flush();
        return torn ? INCOMPLETE : 0;
    }

    private byte[] bytes() throws IOException {
        if (!file.equals("-") && Files.isDirectory(Path.of(file))) {
            throw new IOException("is a directory, expected a file");
        }
        try (InputStream in = file.equals("-") ? System.in : Files.newInputStream(Path.of(file))) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new IOException("larger than " + (MAX_BYTES >> 20) + " MiB, too large for a saved output");
            }
            return bytes;
        }
    }

    private static String decoded(byte[] bytes) throws IOException {
        String text = new String(bytes, encoding(bytes));
        // Prose in an old encoding may decode to replacement characters, but no text has a NUL.
        if (text.indexOf('\0') >= 0) {
            throw new IOException("is a binary file, expected text or JSON");
        }
        return text;
    }

    /** UTF-8 unless a byte order mark says otherwise: what a Windows shell saves is UTF-16. */
    private static Charset encoding(byte[] bytes) {
        boolean marked = bytes.length >= 2
                && (bytes[0] == (byte) 0xFE && bytes[1] == (byte) 0xFF
                        || bytes[0] == (byte) 0xFF && bytes[1] == (byte) 0xFE);
        return marked ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8;
    }

    private static String reason(Exception e) {
        return switch (e) {
            case NoSuchFileException _ -> "no such file";
            case AccessDeniedException _ -> "permission denied";
            case InvalidPathException _ -> "not a path";
            default -> e.getMessage();
        };
    }
}
