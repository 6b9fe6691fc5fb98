package dev.kneepoint.cli;

import dev.kneepoint.core.Conclusion;
import dev.kneepoint.core.Configuration;
import dev.kneepoint.core.Decision;
import dev.kneepoint.core.History;
import dev.kneepoint.core.Judge;
import dev.kneepoint.core.Measurement;
import dev.kneepoint.core.Observation;
import dev.kneepoint.core.Plan;
import dev.kneepoint.core.SaturationPoint;
import dev.kneepoint.core.TrialOutcome;
import dev.kneepoint.core.Tuner;
import dev.kneepoint.core.TuningSpec;
import dev.kneepoint.core.Verdict;
import dev.kneepoint.local.TuningListener;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * Shows a tuning as it goes: a line for every probe and trial, and on a terminal below them one line that stands for the
 * step under way and the time left.
 */
final class ProgressView implements TuningListener, AutoCloseable {

    private static final Duration REFRESH = Duration.ofMillis(250);
    private static final String CLEAR_LINE = "\r\u001b[K";

    private final TuningSpec spec;
    private final Plan plan;
    private final String endpoint;
    private final PrintWriter out;
    private final boolean terminal;

    private String step = "";
    private String best = "";
    private long stepBegunNanos = System.nanoTime();
    private Duration remaining;
    private volatile boolean closed;

    /** A tuning, whose trials are named by their configurations. */
    ProgressView(TuningSpec spec, PrintWriter out, boolean terminal) {
        this(spec, null, out, terminal);
    }

    /** @param endpoint what is measured instead of configurations; null: configurations */
    ProgressView(TuningSpec spec, String endpoint, PrintWriter out, boolean terminal) {
        this.endpoint = endpoint;
        this.spec = spec;
        this.plan = Plan.of(spec);
        this.remaining = plan.typical();
        this.out = out;
        this.terminal = terminal;
        if (terminal) {
            Thread.ofPlatform().daemon().name("progress").start(this::refreshUntilClosed);
        }
    }

    /** Whether a person watches; the launcher asked the terminal, because a JVM cannot ask about standard error. */
    static boolean onTerminal() {
        return "1".equals(System.getenv("KNEEPOINT_TERMINAL"));
    }

    @Override
    public synchronized void decided(Decision decision, History before) {
        stepBegunNanos = System.nanoTime();
        remaining = plan.remaining(spec, before);
        switch (decision) {
            case Decision.StartServer start -> {
                line(heading(start.trial()) + name(start.configuration()));
                step = heading(start.trial()) + "starting the server";
            }
            case Decision.WarmUp burst ->
                step = heading(burst.trial()) + "warm-up " + Figures.rate(burst.rate()) + "/s";
            case Decision.Probe probe ->
                step = heading(probe.trial()) + "probe " + Figures.rate(probe.rate()) + "/s for "
                        + Figures.coarse(probe.duration());
            case Decision.StopServer stop -> step = heading(stop.trial()) + "stopping the server";
            case Decision.Finish _ -> step = "";
        }
        refresh();
    }

    @Override
    public synchronized void observed(Observation observation, History after) {
        switch (observation) {
            case Observation.Probed probed -> line(probeLine(probed.measured(), probed.decisive()));
            case Observation.ServerFailed failed -> line("       server failed: " + failed.reason());
            case Observation.ServerLost lost -> line("       server lost: " + lost.reason());
            case Observation.LoadFailed failed -> line("       load failed: " + failed.reason());
            case Observation.ServerStopped stopped -> {
                Conclusion soFar = Tuner.soFar(spec, after);
                line("       " + outcomeLine(soFar.outcomes().get(stopped.trial())));
                soFar.recommendation()
                        .ifPresent(recommended -> best = " | best "
                                + Figures.rate(recommended.saturation().rps()) + "/s "
                                + recommended.trial().configuration());
                if (!terminal) {
                    line("       " + Figures.coarse(plan.remaining(spec, after)) + " left" + best);
                }
            }
            case Observation.WarmedUp burst -> {
                if (!terminal) {
                    line("       warm-up " + measuredLine(burst.measured()));
                }
            }
            case Observation.ServerStarted _ -> {}
        }
    }

    private String name(Configuration configuration) {
        return endpoint == null ? configuration.toString() : endpoint;
    }

    private String heading(int trial) {
        return String.format(
                Locale.ROOT, "[%d/%d] ", trial + 1, plan.configurations().size());
    }

    private String probeLine(Measurement measured, boolean decisive) {
        Verdict verdict = Judge.judge(spec.objective(), measured);
        String mark =
                switch (verdict.kind()) {
                    case PASS -> "sustained";
                    case FAIL -> "not sustained: " + verdict.reason();
                    case INVALID -> "invalid: " + verdict.reason();
                };
        return "       " + (decisive ? "confirm " : "probe   ") + measuredLine(measured) + "  " + mark;
    }

    private static String measuredLine(Measurement measured) {
        return String.format(
                Locale.ROOT,
                "%9s/s  p50 %8s  p99 %8s",
                Figures.rate(measured.rate()),
                Figures.latency(measured.latency().p50Micros()),
                Figures.latency(measured.latency().p99Micros()));
    }

    private static String outcomeLine(TrialOutcome outcome) {
        Optional<SaturationPoint> point = outcome.saturation();
        return point.map(saturation -> "saturation " + Figures.rate(saturation.rps()) + "/s ("
                                + Figures.rate(saturation.low()) + " to " + Figures.rate(saturation.high()) + ")")
                        .orElse("no saturation point")
                + (outcome.reason().isEmpty() ? "" : ": " + outcome.reason());
    }

    private void line(String text) {
        out.println(terminal ? CLEAR_LINE + text : text);
        out.flush();
        refresh();
    }

    private void refreshUntilClosed() {
        while (!closed) {
            refresh();
            try {
                Thread.sleep(REFRESH);
            } catch (InterruptedException _) {
                return;
            }
        }
    }

    private synchronized void refresh() {
        if (!terminal || closed) {
            return;
        }
        Duration inStep = Duration.ofNanos(System.nanoTime() - stepBegunNanos);
        Duration left = remaining.minus(inStep);
        String status = step
                + (step.isEmpty()
                        ? ""
                        : best + " | " + Figures.coarse(left.isNegative() ? Duration.ZERO : left) + " left");
        out.print(CLEAR_LINE + status);
        out.flush();
    }

    @Override
    public synchronized void close() {
        if (terminal && !closed) {
            out.print(CLEAR_LINE);
            out.flush();
        }
        closed = true;
    }
}
