package dev.kneepoint.server.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Single operations on a store of a million values of 256 bytes, keys uniform. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "-Xmx2g")
public class StoreBenchmark {
    private static final int KEYS = 1_000_000;
    private static final int VALUE_BYTES = 256;
    private static final long BUFFER_BYTES = 64L << 20;

    @Param({"memory", "rocksdb"})
    private String engine;

    private Path directory;
    private Store store;
    private final byte[] value = new byte[VALUE_BYTES];

    @Setup(Level.Trial)
    public void fill() throws IOException, StoreException {
        directory = Files.createTempDirectory("store-benchmark");
        store = engine.equals("memory")
                ? new MemoryStore()
                : new RocksStore(directory, false, BUFFER_BYTES, BUFFER_BYTES);
        store.fill(new Prefill(KEYS, VALUE_BYTES, VALUE_BYTES, 1), (done, total) -> {});
    }

    @TearDown(Level.Trial)
    public void remove() throws IOException {
        store.close();
        List<Path> files;
        try (Stream<Path> walk = Files.walk(directory)) {
            files = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
    }

    private static byte[] randomKey() {
        return Prefill.key(ThreadLocalRandom.current().nextInt(KEYS));
    }

    @Benchmark
    public byte[] get() throws StoreException {
        return store.get(randomKey());
    }

    @Benchmark
    public void put() throws StoreException {
        store.put(randomKey(), value);
    }
}
