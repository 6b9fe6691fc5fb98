package dev.kneepoint.core.saturation;

import dev.kneepoint.core.SaturationPoint;
import dev.kneepoint.core.Verdict;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Closes in on the highest sustained rate: a geometric ramp until one rate is sustained and a higher one is not, then
 * bisection in the logarithm of the rate, then a longer, decisive probe of either bound. Decisive probes overrule the
 * short ones at their rate, and a failure among them is repeated, so that one run in the noise does not decide; the
 * search then goes on from where it stands.
 * What was measured is all it knows: the same samples give the same next step.
 */
public final class RateSearch {

    /** The lowest rate tried, in requests per second. */
    public static final double MIN_RATE = 1;

    /** After so many invalid probes at one rate it counts as beyond what can be measured. */
    public static final int MAX_INVALID = 3;

    /** Most probes of one search; then it ends with what it has. */
    public static final int MAX_PROBES = 60;

    /** Of decisive samples at one rate, where the first was a failure. */
    private static final int MAJORITY = 2;

    private static final double FIRST_SHARE = 0.8;
    private static final double RAMP_UP = 1.5;
    private static final double RAMP_DOWN = 2;

    /**
     * One probe that has been judged.
     *
     * @param rate requests per second
     * @param decisive whether it ran for the final duration
     * @param verdict what it said
     */
    public record Sample(double rate, boolean decisive, Verdict.Kind verdict) {}

    /** What to do next. */
    public sealed interface Next {
        /** Probe this rate, in requests per second. */
        record Measure(double rate, boolean decisive) implements Next {}

        /** The saturation point, and why its upper bound is open if it is. */
        record Found(SaturationPoint point, String note) implements Next {}

        /** Not even this rate was sustained. */
        record NothingSustained(double rate) implements Next {}

        /** No answer can be given. */
        record GaveUp(String reason) implements Next {}
    }

    private final double precision;
    private final TreeMap<Double, Evidence> evidence = new TreeMap<>();
    private final int probes;
    private boolean reversed;

    private RateSearch(List<Sample> samples, double precision) {
        this.precision = precision;
        this.probes = samples.size();
        for (Sample sample : samples) {
            Evidence before = evidence.getOrDefault(sample.rate(), Evidence.NONE);
            Evidence after = before.and(sample);
            reversed |= before.known() && after.known() && before.sustained() != after.sustained();
            evidence.put(sample.rate(), after);
        }
    }

    /**
     * @param samples every probe so far, oldest first
     * @param estimate what the server can take, roughly, in requests per second
     * @param precision ratio of the two bounds less one at which the search ends, such as 0.05
     */
    public static Next next(List<Sample> samples, double estimate, double precision) {
        return new RateSearch(samples, precision).next(estimate);
    }

    /** The bounds that the samples so far allow, for a search that was cut short; empty if nothing was sustained. */
    public static Optional<SaturationPoint> bracket(List<Sample> samples, double precision) {
        RateSearch search = new RateSearch(samples, precision);
        return search.lower().map(low -> search.point(low.getKey()));
    }

    private Next next(double estimate) {
        if (evidence.isEmpty()) {
            return explore(FIRST_SHARE * estimate);
        }
        // What is still open at a rate is settled before anything else is asked.
        for (Map.Entry<Double, Evidence> entry : evidence.entrySet()) {
            Evidence at = entry.getValue();
            if (at.toBeRepeated()) {
                return bounded(new Next.Measure(entry.getKey(), at.repeatedDecisively()));
            }
        }
        Optional<Map.Entry<Double, Evidence>> lower = lower();
        Optional<Map.Entry<Double, Evidence>> upper = upper();
        if (lower.isEmpty()) {
            double lowest = upper.orElseThrow().getKey();
            if (lowest > MIN_RATE) {
                return explore(lowest / RAMP_DOWN);
            }
            return upper.get().getValue().beyondMeasuring()
                    ? new Next.GaveUp("every probe was invalid")
                    : new Next.NothingSustained(lowest);
        }
        double low = lower.get().getKey();
        if (upper.isEmpty()) {
            // Once a decisive probe has overruled a short one the bound is near: small steps then.
            return explore(low * (reversed ? 1 + 2 * precision : RAMP_UP));
        }
        double high = upper.get().getKey();
        if (high / low > 1 + precision) {
            double middle = rounded(Math.sqrt(low * high));
            if (middle > low && middle < high) {
                return explore(middle);
            }
        }
        // The upper bound first: a short probe fails by chance more easily than it passes by chance.
        if (!upper.get().getValue().decided() && !upper.get().getValue().beyondMeasuring()) {
            return bounded(new Next.Measure(high, true));
        }
        if (!lower.get().getValue().decided()) {
            return bounded(new Next.Measure(low, true));
        }
        return new Next.Found(
                point(low),
                upper.get().getValue().beyondMeasuring()
                        ? "what lies above could not be measured: it is at least this"
                        : "");
    }

    private Next explore(double rate) {
        return bounded(new Next.Measure(rounded(Math.max(MIN_RATE, rate)), false));
    }

    private Next bounded(Next.Measure measure) {
        if (probes < MAX_PROBES) {
            return measure;
        }
        return lower().<Next>map(low -> new Next.Found(point(low.getKey()), "not settled after " + probes + " probes"))
                .orElseGet(() -> new Next.GaveUp("not settled after " + probes + " probes"));
    }

    private SaturationPoint point(double low) {
        double high = upper().filter(bound -> !bound.getValue().beyondMeasuring())
                .map(Map.Entry::getKey)
                .orElse(Double.POSITIVE_INFINITY);
        return new SaturationPoint(low, low, high);
    }

    /** The lowest rate that was not sustained, or could not be measured: RFC 9971's relevant upper bound. */
    private Optional<Map.Entry<Double, Evidence>> upper() {
        return evidence.entrySet().stream()
                .filter(entry -> entry.getValue().beyondMeasuring()
                        || entry.getValue().known() && !entry.getValue().sustained())
                .findFirst();
    }

    /** The highest sustained rate below that: RFC 9971's relevant lower bound. */
    private Optional<Map.Entry<Double, Evidence>> lower() {
        double below = upper().map(Map.Entry::getKey).orElse(Double.POSITIVE_INFINITY);
        return evidence.headMap(below, false).descendingMap().entrySet().stream()
                .filter(entry -> entry.getValue().known() && entry.getValue().sustained())
                .findFirst();
    }

    /** Four significant digits: a rate that a person can read and repeat. */
    private static double rounded(double rate) {
        return new BigDecimal(rate).round(new MathContext(4)).doubleValue();
    }

    /**
     * What all samples at one rate say together. Decisive samples overrule the short ones. Among them a first pass is
     * enough, because chance makes rates fail that could be sustained and hardly ever the other way round; a first
     * failure is repeated, and the best of three counts.
     */
    private record Evidence(
            boolean explored, boolean passedShort, int passes, int fails, int invalid, boolean decisive) {
        static final Evidence NONE = new Evidence(false, false, 0, 0, 0, false);

        /** {@link #decisive} is whether the last sample was: an invalid one is repeated alike. */
        Evidence and(Sample sample) {
            boolean pass = sample.verdict() == Verdict.Kind.PASS;
            if (sample.verdict() == Verdict.Kind.INVALID) {
                return new Evidence(explored, passedShort, passes, fails, invalid + 1, sample.decisive());
            }
            if (!sample.decisive()) {
                return new Evidence(true, pass, passes, fails, 0, false);
            }
            return new Evidence(explored, passedShort, passes + (pass ? 1 : 0), fails + (pass ? 0 : 1), 0, true);
        }

        boolean known() {
            return (explored || passes + fails > 0) && !beyondMeasuring();
        }

        boolean sustained() {
            return passes + fails > 0 ? passes > fails : passedShort;
        }

        /** Whether decisive samples have spoken. */
        boolean decided() {
            return passes > 0 && fails == 0 || passes >= MAJORITY || fails >= MAJORITY;
        }

        boolean beyondMeasuring() {
            return invalid >= MAX_INVALID;
        }

        /** What was invalid is repeated, and so is what decisive samples leave open. */
        boolean toBeRepeated() {
            return invalid > 0 && !beyondMeasuring() || passes + fails > 0 && !decided() && !beyondMeasuring();
        }

        /** Whether the repetition is a decisive probe. */
        boolean repeatedDecisively() {
            return invalid > 0 ? decisive : passes + fails > 0;
        }
    }
}
