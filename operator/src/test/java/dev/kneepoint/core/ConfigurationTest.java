package dev.kneepoint.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ConfigurationTest {

    @Test
    void whatItsTypeHasNoUseForDoesNotTellConfigurationsApart() {
        assertThat(new Configuration(4, 8, QueueType.NONE, 256))
                .isEqualTo(new Configuration(1, 1, QueueType.NONE, 1024))
                .hasToString("none");
        assertThat(new Configuration(4, 4, QueueType.SYNCHRONOUS, 256))
                .isEqualTo(new Configuration(4, 4, QueueType.SYNCHRONOUS, 1))
                .hasToString("synchronous pool 4");
        assertThat(new Configuration(4, 4, QueueType.VIRTUAL, 256))
                .isEqualTo(new Configuration(9, 9, QueueType.VIRTUAL, 256))
                .hasToString("virtual in flight 256");
        assertThat(new Configuration(4, 64, QueueType.ARRAY, 600)).hasToString("array pool 4..64 queue 600");
    }

    @Test
    void theCheapestHasTheFewestThreadsThenTheSmallestQueue() {
        Configuration few = new Configuration(1, 1, QueueType.LINKED, 1024);
        Configuration small = new Configuration(4, 4, QueueType.ARRAY, 128);
        Configuration large = new Configuration(4, 4, QueueType.ARRAY, 256);
        assertThat(Stream.of(large, small, few).sorted(Configuration.CHEAPEST_FIRST))
                .containsExactly(few, small, large);
    }

    @Test
    void refusesAnEmptyPoolAndAnEmptyQueue() {
        assertThatThrownBy(() -> new Configuration(0, 4, QueueType.ARRAY, 1)).hasMessageContaining("pool of 0 to 4");
        assertThatThrownBy(() -> new Configuration(4, 2, QueueType.ARRAY, 1)).hasMessageContaining("pool of 4 to 2");
        assertThatThrownBy(() -> new Configuration(4, 4, QueueType.ARRAY, 0)).hasMessageContaining("capacity 0");
    }
}
