package dev.kneepoint.server;

import dev.kneepoint.server.storage.Prefill;
import java.io.Console;
import java.io.PrintStream;
import java.util.concurrent.TimeUnit;

/** Shows how far the prefill is: a bar on a terminal, a line every few seconds elsewhere. */
final class PrefillProgress implements Prefill.Progress {
    private static final int KEYS_BETWEEN_LOOKS = 1 << 12;
    private static final int BAR_CELLS = 40;
    private static final long BAR_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LINE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final PrintStream out;
    private final boolean terminal;
    private final long begun = System.nanoTime();
    private long shown = begun;

    PrefillProgress(PrintStream out) {
        this.out = out;
        Console console = System.console();
        this.terminal = console != null && console.isTerminal();
    }

    @Override
    public void filled(long done, long total) {
        if (done % KEYS_BETWEEN_LOOKS != 0 && done != total) {
            return;
        }
        long now = System.nanoTime();
        if (done != total && now - shown < (terminal ? BAR_NANOS : LINE_NANOS)) {
            return;
        }
        shown = now;
        double seconds = (now - begun) / 1e9;
        if (terminal) {
            int cells = (int) (BAR_CELLS * done / total);
            String bar = "#".repeat(cells) + ".".repeat(BAR_CELLS - cells);
            out.printf(
                    "\rprefill [%s] %d/%d keys, %.1f s%s",
                    bar, done, total, seconds, done == total ? "%n".formatted() : "");
        } else {
            out.printf("prefill: %d of %d keys, %.1f s%n", done, total, seconds);
        }
    }
}
