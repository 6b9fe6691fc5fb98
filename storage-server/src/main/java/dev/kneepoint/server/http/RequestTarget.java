package dev.kneepoint.server.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** What a request is about: one of the two resources, and for an entity its id as bytes. */
final class RequestTarget {
    enum Resource {
        ENTITY,
        STATUS,
        UNKNOWN
    }

    private static final byte[] ENTITY_PATH = "/v0/entity".getBytes(StandardCharsets.ISO_8859_1);
    private static final byte[] STATUS_PATH = "/v0/status".getBytes(StandardCharsets.ISO_8859_1);
    private static final byte[] SCHEME = "http://".getBytes(StandardCharsets.ISO_8859_1);
    private static final byte[] ID = "id=".getBytes(StandardCharsets.ISO_8859_1);

    private RequestTarget() {}

    /** Where the path begins: a proxy's client sends the whole address (RFC 9112, section 3.2.2). */
    static int pathStart(byte[] buffer, int from, int to) {
        if (!Bytes.startsWith(buffer, from, to, SCHEME)) {
            return from;
        }
        int slash = Bytes.indexOf(buffer, (byte) '/', from + SCHEME.length, to);
        return slash < 0 ? to : slash;
    }

    static int pathEnd(byte[] buffer, int from, int to) {
        int question = Bytes.indexOf(buffer, (byte) '?', from, to);
        return question < 0 ? to : question;
    }

    static Resource resource(byte[] buffer, int from, int to) {
        if (Bytes.equal(buffer, from, to, ENTITY_PATH)) {
            return Resource.ENTITY;
        }
        return Bytes.equal(buffer, from, to, STATUS_PATH) ? Resource.STATUS : Resource.UNKNOWN;
    }

    /**
     * The decoded id from a query that begins at {@code from}; empty when there is none.
     * Returns null when its percent-encoding is broken.
     */
    static byte[] id(byte[] buffer, int from, int to) {
        for (int start = from; start < to; ) {
            int ampersand = Bytes.indexOf(buffer, (byte) '&', start, to);
            int end = ampersand < 0 ? to : ampersand;
            if (Bytes.startsWith(buffer, start, end, ID)) {
                return decoded(buffer, start + ID.length, end);
            }
            start = end + 1;
        }
        return new byte[0];
    }

    private static byte[] decoded(byte[] buffer, int from, int to) {
        byte[] id = Arrays.copyOfRange(buffer, from, to);
        int length = 0;
        for (int i = 0; i < id.length; i++) {
            byte b = id[i];
            if (b == '+') {
                b = ' ';
            } else if (b == '%') {
                int high = i + 2 <= id.length - 1 ? Bytes.hexDigit(id[i + 1]) : -1;
                int low = i + 2 <= id.length - 1 ? Bytes.hexDigit(id[i + 2]) : -1;
                if (high < 0 || low < 0) {
                    return null;
                }
                b = (byte) (high << 4 | low);
                i += 2;
            }
            id[length++] = b;
        }
        return length == id.length ? id : Arrays.copyOf(id, length);
    }
}
