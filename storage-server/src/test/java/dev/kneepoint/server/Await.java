package dev.kneepoint.server;

import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
import java.util.concurrent.Callable;

/** Waits for a condition by looking, with a deadline, instead of sleeping and hoping. */
public final class Await {
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private Await() {}

    public static void until(String what, Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + DEADLINE.toNanos();
        while (!condition.call()) {
            if (System.nanoTime() - end > 0) {
                fail("not within " + DEADLINE + ": " + what);
            }
            Thread.sleep(1);
        }
    }
}
