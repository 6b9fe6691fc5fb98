package dev.kneepoint.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessorsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0         | 0
            0-3       | 0,1,2,3
            7,2-3,2   | 2,3,7
            """)
    void readsTheKernelsLists(String list, String numbers) {
        assertThat(Processors.parse(list)).hasToString(numbers);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",", "0,", "3-1", "a", "-1", "1-", "0x1", "123456"})
    void refusesWhatIsNone(String list) {
        assertThatThrownBy(() -> Processors.parse(list))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("found \"" + list + "\"");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0     | 0   | 0     | true
            0-1   | 0   | 1     | false
            4-6   | 4,5 | 6     | false
            0-3   | 0,1 | 2,3   | false
            """)
    void serverAndLoadGetHalvesAndShareOnlyASingleOne(String allowed, String server, String load, boolean shared) {
        Processors.Split split = Processors.parse(allowed).halved();

        assertThat(split.server()).hasToString(server);
        assertThat(split.load()).hasToString(load);
        assertThat(split.shared()).isEqualTo(shared);
    }

    @Test
    void thisProcessMayUseAtLeastOne() {
        assertThat(Processors.allowed().numbers()).isNotEmpty();
    }
}
