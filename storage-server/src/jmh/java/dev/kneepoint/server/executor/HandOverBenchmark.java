package dev.kneepoint.server.executor;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
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

/** The way of a request that costs nothing from the submitting thread to a worker and back. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class HandOverBenchmark {
    private static final int BATCH = 64;

    @Param
    private QueueType type;

    @Param({"1", "4"})
    private int poolSize;

    private RequestExecutor executor;
    private final Semaphore answered = new Semaphore(0);

    @Setup(Level.Trial)
    public void start() {
        executor = RequestExecutor.of(type, poolSize, poolSize, 1024);
    }

    @TearDown(Level.Trial)
    public void stop() throws InterruptedException {
        executor.stop(Duration.ofSeconds(5));
    }

    /** One request at a time: what an idle server adds to a request's latency. */
    @Benchmark
    public void roundTrip() throws InterruptedException {
        executor.execute(new Task(answered));
        answered.acquire();
    }

    /** 64 requests at once, as a selector finds them under load; refusals count as answers. Time for all 64. */
    @Benchmark
    public void batchOf64() throws InterruptedException {
        for (int i = 0; i < BATCH; i++) {
            executor.execute(new Task(answered));
        }
        answered.acquire(BATCH);
    }

    private static final class Task extends RequestTask {
        private final Semaphore answered;

        Task(Semaphore answered) {
            this.answered = answered;
        }

        @Override
        protected void perform() {
            // Nothing: the hand-over alone is measured.
        }

        @Override
        protected void answer() {
            answered.release();
        }

        @Override
        protected void refuse() {
            answered.release();
        }
    }
}
