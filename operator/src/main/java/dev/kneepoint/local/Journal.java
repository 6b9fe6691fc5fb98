package dev.kneepoint.local;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kneepoint.core.History;
import dev.kneepoint.core.Judge;
import dev.kneepoint.core.Observation;
import dev.kneepoint.core.TuningSpec;
import dev.kneepoint.core.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code probes.jsonl}: the tuning's header, then one line per observation, written before the next step is
 * decided. A probe's line also has its verdict and the generator's whole report. A tuning that finds a journal
 * of the same specification goes on where it ends; a last line that was torn by a crash is dropped.
 */
public final class Journal implements AutoCloseable {

    /** The name of the file in the output folder. */
    public static final String FILE = "probes.jsonl";

    private static final int VERSION = 1;

    private final FileChannel channel;
    private final TuningSpec spec;
    private final History history;

    private Journal(FileChannel channel, TuningSpec spec, History history) {
        this.channel = channel;
        this.spec = spec;
        this.history = history;
    }

    /** The journal is of another tuning, damaged, or in use; the message says which and what to do. */
    public static final class UnusableJournalException extends Exception {
        private static final long serialVersionUID = 1L;

        UnusableJournalException(String message) {
            super(message);
        }
    }

    /** Opens or begins the journal of a tuning that runs on these processors. */
    public static Journal open(Path directory, TuningSpec spec, Processors.Split processors)
            throws IOException, UnusableJournalException {
        Path file = directory.resolve(FILE);
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            lock(channel, file);
            byte[] content = new byte[Math.toIntExact(channel.size())];
            channel.read(ByteBuffer.wrap(content), 0);
            int complete = lengthOfCompleteLines(content);
            channel.truncate(complete);
            channel.position(complete);
            List<String> lines = new String(content, 0, complete, StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            ObjectNode header = header(spec, processors);
            Journal journal = new Journal(channel, spec, history(file, lines, header, spec));
            if (lines.isEmpty()) {
                journal.write(header);
            }
            return journal;
        } catch (IOException | UnusableJournalException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** What the tuning observed before it was interrupted. */
    public History history() {
        return history;
    }

    /** @param report the generator's own, where the observation has one; else null */
    public void append(Observation observation, JsonNode report) {
        ObjectNode line = Json.MAPPER.valueToTree(observation);
        line.put(
                "configuration",
                spec.search().configurations().get(observation.trial()).toString());
        if (observation instanceof Observation.Probed probed) {
            Verdict verdict = Judge.judge(spec.objective(), probed.measured());
            line.put("verdict", verdict.kind().name().toLowerCase(java.util.Locale.ROOT));
            line.put("reason", verdict.reason());
        }
        if (report != null) {
            line.set("report", report);
        }
        write(line);
    }

    private void write(ObjectNode line) {
        try {
            channel.write(
                    ByteBuffer.wrap((Json.MAPPER.writeValueAsString(line) + "\n").getBytes(StandardCharsets.UTF_8)));
            // Not forced to the disk: a process that is killed loses nothing without it, and the journal's commit
            // would stall the writes of the server under test, which are on the same disk as a rule.
        } catch (IOException e) {
            throw new UncheckedIOException("the journal cannot be written: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private static void lock(FileChannel channel, Path file) throws IOException, UnusableJournalException {
        FileLock lock = null;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException _) {
            // Held by this JVM: taken as held by another.
        }
        if (lock == null) {
            throw new UnusableJournalException(
                    file + " is in use by another tuning: wait for it, or use another --output");
        }
    }

    private static ObjectNode header(TuningSpec spec, Processors.Split processors) {
        ObjectNode header = Json.MAPPER.createObjectNode();
        header.put("event", "tuning");
        header.put("version", VERSION);
        header.put("serverCpus", processors.server().toString());
        header.put("loadCpus", processors.load().toString());
        header.set("spec", Json.MAPPER.valueToTree(spec));
        return header;
    }

    private static History history(Path file, List<String> lines, ObjectNode header, TuningSpec spec)
            throws UnusableJournalException {
        List<Observation> observations = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            try {
                // Through text and back, so that 1 and 1.0 read from a file compare as they were written.
                if (i == 0) {
                    requireSameTuning(
                            file, Json.MAPPER.readTree(lines.get(0)), Json.MAPPER.readTree(header.toString()));
                } else {
                    observations.add(Json.MAPPER.readValue(lines.get(i), Observation.class));
                }
            } catch (JsonProcessingException e) {
                throw new UnusableJournalException(file + ":" + (i + 1) + " is damaged (" + e.getOriginalMessage()
                        + "): remove the file to start anew");
            }
        }
        for (Observation observation : observations) {
            if (observation.trial() < 0
                    || observation.trial() >= spec.search().configurations().size()) {
                throw new UnusableJournalException(file + " has a trial " + observation.trial() + " that there is not");
            }
        }
        return new History(observations);
    }

    private static void requireSameTuning(Path file, JsonNode found, JsonNode wanted) throws UnusableJournalException {
        for (String part : List.of("version", "spec", "serverCpus", "loadCpus")) {
            if (!wanted.get(part).equals(found.get(part))) {
                throw new UnusableJournalException(file + " belongs to a tuning with another " + part
                        + ": use another --output, or remove the file to start anew");
            }
        }
    }

    private static int lengthOfCompleteLines(byte[] content) {
        int length = content.length;
        while (length > 0 && content[length - 1] != '\n') {
            length--;
        }
        return length;
    }
}
