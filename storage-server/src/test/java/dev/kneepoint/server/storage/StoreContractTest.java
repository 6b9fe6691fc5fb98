package dev.kneepoint.server.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoreContractTest {
    private static final long MEBIBYTE = 1 << 20;

    @TempDir
    private Path directory;

    private Store open(String engine) throws StoreException {
        return engine.equals("memory") ? new MemoryStore() : rocks();
    }

    private RocksStore rocks() throws StoreException {
        return new RocksStore(directory.resolve("data"), false, MEBIBYTE, MEBIBYTE);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "rocksdb"})
    void whatIsPutIsGotUntilItIsDeleted(String engine) throws StoreException {
        try (Store store = open(engine)) {
            assertThat(store.get(bytes("k"))).isNull();
            store.put(bytes("k"), bytes("1"));
            store.put(bytes("k"), bytes("2"));
            store.put(bytes("empty"), new byte[0]);
            assertThat(store.get(bytes("k"))).isEqualTo(bytes("2"));
            assertThat(store.get(bytes("empty"))).isEmpty();
            store.delete(bytes("k"));
            store.delete(bytes("never there"));
            assertThat(store.get(bytes("k"))).isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "rocksdb"})
    void everyPrefilledIdHasItsOwnValue(String engine) throws StoreException {
        Prefill prefill = new Prefill(1_234, 3, 70, 5);
        try (Store store = open(engine)) {
            store.fill(prefill, (done, total) -> {});
            for (long id = 0; id < 1_234; id++) {
                byte[] value = new byte[prefill.valueLength(id)];
                prefill.writeValue(id, value);
                assertThat(store.get(Prefill.key(id))).isEqualTo(value).hasSizeBetween(3, 70);
            }
            assertThat(store.get(bytes("1234"))).isNull();
        }
    }

    @Test
    void theSuccessorRuleVisitsEveryIdInBytewiseOrder() {
        for (int keys : new int[] {1, 2, 9, 10, 11, 99, 100, 101, 12_345}) {
            Prefill prefill = new Prefill(keys, 0, 0, 1);
            TreeSet<String> sorted = new TreeSet<>();
            for (long id = 0; id < keys; id++) {
                sorted.add(Long.toString(id));
            }
            long id = 0;
            for (String expected : sorted) {
                assertThat(Long.toString(id)).isEqualTo(expected);
                id = expected.equals(sorted.last()) ? id : prefill.successor(id);
            }
        }
    }

    @Test
    void rocksdbKeepsItsDataAcrossARestartAndDoesNotFillTwice() throws Exception {
        Prefill prefill = new Prefill(100, 8, 8, 1);
        try (Store store = rocks()) {
            store.fill(prefill, (done, total) -> {});
            store.put(bytes("7"), bytes("changed"));
        }
        try (Store store = rocks()) {
            store.fill(prefill, (done, total) -> {});
            assertThat(store.get(bytes("7"))).isEqualTo(bytes("changed"));
            store.fill(new Prefill(100, 8, 8, 2), (done, total) -> {});
            assertThat(store.get(bytes("7"))).hasSize(8);
        }
        assertThat(directory.resolve("data/prefill")).doesNotExist();
    }

    @Test
    void aDirectoryThatIsTakenOrUnusableIsNamed() throws Exception {
        try (Store store = rocks()) {
            assertThat(store).isNotNull();
            assertThatThrownBy(this::rocks).isInstanceOf(StoreException.class).hasMessageContaining("in use");
        }
        Path file = Files.createFile(directory.resolve("file"));
        assertThatThrownBy(() -> new RocksStore(file, false, MEBIBYTE, MEBIBYTE))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(file.toString());
    }
}
