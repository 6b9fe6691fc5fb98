package dev.kneepoint.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Unmodifiable copies that keep an absent field absent, and a map's order: it shows in what is printed. */
final class Frozen {

    private Frozen() {}

    static <T> List<T> list(List<T> given) {
        return given == null ? null : List.copyOf(given);
    }

    static <K, V> Map<K, V> map(Map<K, V> given) {
        return given == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(given));
    }
}
