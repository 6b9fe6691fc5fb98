package dev.kneepoint.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {

    @Property
    void what_is_formatted_reads_back_to_the_microsecond(
            @ForAll @LongRange(min = 0, max = 10_000_000_000_000L) long micros) {
        Duration duration = Duration.ofNanos(micros * 1000);
        assertThat(DurationText.parse(DurationText.format(duration))).isEqualTo(duration);
    }

    @ParameterizedTest
    @CsvSource({
        "0,0us",
        "1,1us",
        "999,999us",
        "1000,1ms",
        "4217,4.217ms",
        "20000,20ms",
        "1500000,1.5s",
        "90000000,90s",
        "1800000000,30m",
        "3600000000,1h",
        "5400000000,90m",
        "1000001,1000.001ms"
    })
    void durations_read_as_people_write_them(long micros, String text) {
        assertThat(DurationText.format(Duration.ofNanos(micros * 1000))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"1h30m,5400000", "1.5s,1500", "500us,0.5", "1m1s1ms,61001"})
    void units_add_up(String text, double millis) {
        assertThat(DurationText.parse(text).toNanos()).isEqualTo((long) (millis * 1e6));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "s", "5 s", "-5s", "5ss", "5s ", "1e3s", "5d"})
    void anything_else_is_no_duration(String text) {
        assertThatThrownBy(() -> DurationText.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
