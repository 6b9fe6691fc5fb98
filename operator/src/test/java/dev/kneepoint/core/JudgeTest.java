package dev.kneepoint.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JudgeTest {

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            all answered in time                  | 10000 | 10000 |  0 |   0 |   0 | 0.30 |     0 | PASS    | 0.00 % slower than 20 ms
            exactly as many slow as p99 allows    | 10000 | 10000 |  0 |   0 | 100 | 0.30 |     0 | PASS    | 1.00 % slower
            one more slow                         | 10000 | 10000 |  0 |   0 | 101 | 0.30 |     0 | FAIL    | slower than 20 ms, over the 1 % that p99 allows
            exactly as many errors as allowed     | 10000 | 10000 | 10 |   0 |   0 | 0.30 |     0 | PASS    | sustained
            one more error                        | 10000 | 10000 | 11 |   0 |   0 | 0.30 |     0 | FAIL    | 0.110 % errors, over 0.1 %
            never answered counts as an error     | 10000 |  9989 |  0 |  11 |   0 | 0.30 |     0 | FAIL    | 0.110 % errors
            99 % of the rate completed            | 10000 |  9900 |  0 |   0 |   0 | 0.30 |     0 | PASS    | sustained
            less than 99 % of the rate completed  | 10000 |  9899 |  0 |   0 |   0 | 0.30 |     0 | FAIL    | completed 9899/s of 10000/s intended
            nothing completed                     |     0 |     0 |  0 |   0 |   0 | 0.30 |     0 | FAIL    | completed 0/s
            a miss of a generator without reserve | 10000 |  5000 |  0 |   0 |   0 | 0.96 |     0 | INVALID | generator-limited: it used 96 %
            a pass of a generator without reserve | 10000 | 10000 |  0 |   0 |   0 | 0.99 |     0 | PASS    | sustained
            a miss of a generator that sent late  | 10000 | 10000 |  0 |   0 | 500 | 0.30 | 10001 | INVALID | generator late
            """)
    void judges(
            String name,
            long scheduled,
            long completed,
            long failed,
            long unanswered,
            long slow,
            double cpu,
            long lag,
            Verdict.Kind expected,
            String reason) {
        Measurement measured = new Measurement(
                10_000,
                Duration.ofSeconds(1),
                scheduled,
                completed + unanswered,
                completed,
                failed,
                unanswered,
                List.of(slow),
                new Measurement.Latency(1, 1, 1, 1, 1),
                cpu,
                lag);

        Verdict verdict = Judge.judge(Specs.P99_WITHIN_20_MS, measured);

        assertThat(verdict.kind()).isEqualTo(expected);
        assertThat(verdict.reason()).contains(reason);
    }
}
