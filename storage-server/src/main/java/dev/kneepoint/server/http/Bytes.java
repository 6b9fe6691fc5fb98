package dev.kneepoint.server.http;

import java.util.Arrays;

/** Looking at request bytes without making strings of them. */
final class Bytes {
    private static final int CASE_BIT = 0x20;
    private static final boolean[] TOKEN = new boolean[128];

    static {
        for (char c = '!'; c < TOKEN.length; c++) {
            TOKEN[c] = Character.isLetterOrDigit(c) || "!#$%&'*+-.^_`|~".indexOf(c) >= 0;
        }
    }

    private Bytes() {}

    /** Whether a byte may stand in a method or a header's name (RFC 9110, section 5.6.2). */
    static boolean isToken(byte b) {
        return b >= 0 && TOKEN[b];
    }

    static boolean equal(byte[] buffer, int from, int to, byte[] expected) {
        return to - from == expected.length && Arrays.equals(buffer, from, to, expected, 0, expected.length);
    }

    static boolean startsWith(byte[] buffer, int from, int to, byte[] prefix) {
        return to - from >= prefix.length
                && Arrays.equals(buffer, from, from + prefix.length, prefix, 0, prefix.length);
    }

    /** Compares letters without case; {@code lower} is in lower case and has nothing but letters and hyphens. */
    static boolean equalIgnoringCase(byte[] buffer, int from, int to, byte[] lower) {
        if (to - from != lower.length) {
            return false;
        }
        for (int i = 0; i < lower.length; i++) {
            if ((buffer[from + i] | CASE_BIT) != lower[i]) {
                return false;
            }
        }
        return true;
    }

    static int indexOf(byte[] buffer, byte wanted, int from, int to) {
        for (int i = from; i < to; i++) {
            if (buffer[i] == wanted) {
                return i;
            }
        }
        return -1;
    }

    static int hexDigit(byte b) {
        return b < 0 ? -1 : Character.digit(b, 16);
    }
}
