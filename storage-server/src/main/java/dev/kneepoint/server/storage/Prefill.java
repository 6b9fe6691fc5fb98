package dev.kneepoint.server.storage;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * A store's first content: the decimal numbers 0 ... keys-1, each with pseudo-random bytes that follow from the seed and
 * the number alone, so that any value can be computed again without the others.
 *
 * @param keys how many, 0 or more
 * @param minValueBytes the shortest value, 0 or more
 * @param maxValueBytes the longest value; lengths are uniform between the two
 * @param seed any number
 */
public record Prefill(long keys, int minValueBytes, int maxValueBytes, long seed) {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;
    private static final int LONG_BYTES = 8;

    /** Told after each key, on the filling thread; must be cheap. */
    @FunctionalInterface
    public interface Progress {
        void filled(long done, long total);
    }

    public static byte[] key(long id) {
        return Long.toString(id).getBytes(StandardCharsets.ISO_8859_1);
    }

    public int valueLength(long id) {
        if (minValueBytes == maxValueBytes) {
            return minValueBytes;
        }
        long range = (long) maxValueBytes - minValueBytes + 1;
        return minValueBytes + (int) Long.remainderUnsigned(mix(state(id) - GOLDEN_GAMMA), range);
    }

    /** Fills the whole array, which has to be {@link #valueLength} long. */
    public void writeValue(long id, byte[] value) {
        long state = state(id);
        int at = 0;
        for (; at + LONG_BYTES <= value.length; at += LONG_BYTES) {
            LONGS.set(value, at, mix(state += GOLDEN_GAMMA));
        }
        for (long last = mix(state + GOLDEN_GAMMA); at < value.length; at++, last >>>= Byte.SIZE) {
            value[at] = (byte) last;
        }
    }

    /**
     * The number after {@code id} in the bytewise order of decimal strings: 0, 1, 10, 100, ..., 101, ... 11, ... 2, ...
     * Begins with 0; meaningless after the last.
     */
    public long successor(long id) {
        if (id != 0 && id * 10 < keys) {
            return id * 10;
        }
        long next = id;
        while (next % 10 == 9 || next + 1 >= keys) {
            next /= 10;
        }
        return next + 1;
    }

    private long state(long id) {
        return mix(seed * GOLDEN_GAMMA + mix(id + 1));
    }

    // The finaliser of SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
    private static long mix(long z) {
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
