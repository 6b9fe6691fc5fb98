package dev.kneepoint.core.saturation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kneepoint.core.SaturationPoint;
import dev.kneepoint.core.Verdict;
import dev.kneepoint.core.saturation.RateSearch.Next;
import dev.kneepoint.core.saturation.RateSearch.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class RateSearchTest {

    private final List<Sample> samples = new ArrayList<>();

    private Next run(double estimate, double precision, Function<Next.Measure, Verdict.Kind> server) {
        samples.clear();
        while (true) {
            Next next = RateSearch.next(samples, estimate, precision);
            if (!(next instanceof Next.Measure measure)) {
                return next;
            }
            samples.add(new Sample(measure.rate(), measure.decisive(), server.apply(measure)));
        }
    }

    private static Verdict.Kind sustains(double capacity, double rate) {
        return rate <= capacity ? Verdict.Kind.PASS : Verdict.Kind.FAIL;
    }

    @Property
    void closesInOnTheTruthWhateverTheEstimate(
            @ForAll @DoubleRange(min = 1.5, max = 1e6) double truth,
            @ForAll @DoubleRange(min = 0.1, max = 10) double estimateError,
            @ForAll @DoubleRange(min = 0.01, max = 0.5) double precision) {
        Next end = run(truth * estimateError, precision, measure -> sustains(truth, measure.rate()));

        SaturationPoint point = ((Next.Found) end).point();
        assertThat(truth).isBetween(point.low(), point.high());
        assertThat(point.high() / point.low()).isLessThanOrEqualTo(1 + precision);
        assertThat(samples).hasSizeLessThan(25);
    }

    @Property
    void shortProbesThatLieAreOverruledByDecisiveOnes(
            @ForAll @DoubleRange(min = 100, max = 1e5) double truth, @ForAll long seed) {
        Random chance = new Random(seed);
        Next end = run(truth, 0.05, measure -> {
            boolean lies = !measure.decisive() && chance.nextInt(10) == 0;
            return sustains(truth, measure.rate()) == Verdict.Kind.PASS ^ lies ? Verdict.Kind.PASS : Verdict.Kind.FAIL;
        });

        SaturationPoint point = ((Next.Found) end).point();
        assertThat(truth).isBetween(point.low(), point.high());
    }

    @Property
    void invalidProbesAreRepeatedAndNeverCounted(
            @ForAll @DoubleRange(min = 100, max = 1e5) double truth, @ForAll long seed) {
        Random chance = new Random(seed);
        Next end = run(truth, 0.05, measure -> {
            int invalidInARow = 0;
            for (Sample sample : samples.reversed()) {
                if (sample.rate() != measure.rate() || sample.verdict() != Verdict.Kind.INVALID) {
                    break;
                }
                invalidInARow++;
            }
            boolean disturbed = invalidInARow < RateSearch.MAX_INVALID - 1 && chance.nextInt(3) == 0;
            return disturbed ? Verdict.Kind.INVALID : sustains(truth, measure.rate());
        });

        SaturationPoint point = ((Next.Found) end).point();
        assertThat(truth).isBetween(point.low(), point.high());
    }

    @Property
    void aDecisiveProbeThatFailsByChanceIsRepeated(
            @ForAll @DoubleRange(min = 100, max = 1e5) double truth, @ForAll long seed) {
        Random chance = new Random(seed);
        Next end = run(truth, 0.05, measure -> {
            boolean failedBefore = samples.stream()
                    .anyMatch(sample -> sample.rate() == measure.rate()
                            && sample.decisive()
                            && sample.verdict() == Verdict.Kind.FAIL);
            boolean disturbed = measure.decisive() && !failedBefore && chance.nextInt(4) == 0;
            return disturbed ? Verdict.Kind.FAIL : sustains(truth, measure.rate());
        });

        SaturationPoint point = ((Next.Found) end).point();
        assertThat(truth).isBetween(point.low(), point.high());
    }

    @Test
    void whereTheGeneratorIsTheLimitTheUpperBoundStaysOpen() {
        Next end = run(1000, 0.05, measure -> measure.rate() > 5000 ? Verdict.Kind.INVALID : Verdict.Kind.PASS);

        Next.Found found = (Next.Found) end;
        assertThat(found.point().low()).isBetween(4700.0, 5000.0);
        assertThat(found.point().high()).isInfinite();
        assertThat(found.note()).contains("at least");
    }

    @Test
    void saysSoWhenEvenTheLowestRateIsNotSustained() {
        assertThat(run(100, 0.05, _ -> Verdict.Kind.FAIL)).isEqualTo(new Next.NothingSustained(RateSearch.MIN_RATE));
    }

    @Test
    void givesUpOnAServerThatContradictsItselfForEver() {
        Random chance = new Random(1);
        Next end = run(100, 0.01, _ -> chance.nextBoolean() ? Verdict.Kind.PASS : Verdict.Kind.FAIL);

        assertThat(end).isNotInstanceOf(Next.Measure.class);
        assertThat(samples).hasSizeLessThanOrEqualTo(RateSearch.MAX_PROBES);
    }
}
