package dev.kneepoint.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A set of processors, as {@code taskset -c} writes it: {@code 0}, {@code 0,2}, {@code 0-3}.
 *
 * @param numbers at least one
 */
public record Processors(SortedSet<Integer> numbers) {

    /** Which processors server and generator run on. */
    public record Split(Processors server, Processors load) {
        /** Whether they compete for a processor. */
        public boolean shared() {
            return server.numbers.stream().anyMatch(load.numbers::contains);
        }
    }

    public Processors {
        numbers = new TreeSet<>(numbers);
        if (numbers.isEmpty()) {
            throw new IllegalArgumentException("no processor");
        }
    }

    /** @throws IllegalArgumentException if it is not a list of numbers and ranges */
    public static Processors parse(String list) {
        TreeSet<Integer> numbers = new TreeSet<>();
        for (String part : list.trim().split(",", -1)) {
            if (!part.matches("\\d{1,5}(-\\d{1,5})?")) {
                throw new IllegalArgumentException(
                        "found \"" + list + "\"; allowed: processor numbers and ranges such as 0, 0,2 or 0-3");
            }
            String[] ends = part.split("-");
            int first = Integer.parseInt(ends[0]);
            int last = Integer.parseInt(ends[ends.length - 1]);
            if (last < first) {
                throw new IllegalArgumentException("found \"" + list + "\"; allowed: ranges that rise, such as 0-3");
            }
            for (int number = first; number <= last; number++) {
                numbers.add(number);
            }
        }
        return new Processors(numbers);
    }

    /** Those that the kernel lets this process use: a container's or a {@code taskset}'s share, not the machine's all. */
    public static Processors allowed() {
        try (var lines = Files.lines(Path.of("/proc/self/status"))) {
            return lines.filter(line -> line.startsWith("Cpus_allowed_list:"))
                    .map(line -> parse(line.substring(line.indexOf(':') + 1)))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("/proc/self/status names no processors"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Halves for server and generator, the server's not the smaller; one processor is shared. */
    public Split halved() {
        if (numbers.size() == 1) {
            return new Split(this, this);
        }
        List<Integer> all = new ArrayList<>(numbers);
        int serverShare = (all.size() + 1) / 2;
        return new Split(
                new Processors(new TreeSet<>(all.subList(0, serverShare))),
                new Processors(new TreeSet<>(all.subList(serverShare, all.size()))));
    }

    public boolean containsAll(Processors others) {
        return numbers.containsAll(others.numbers);
    }

    /** As {@code taskset -c} takes it. */
    @Override
    public String toString() {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
