package dev.kneepoint.server.http;

import java.nio.charset.StandardCharsets;

/** Request methods; those this server has no use for are told apart only as far as answers differ. */
enum Method {
    GET,
    PUT,
    DELETE,
    HEAD,
    OTHER;

    private static final Method[] NAMED = {GET, PUT, DELETE, HEAD};

    private final byte[] token = name().getBytes(StandardCharsets.ISO_8859_1);

    /** Whether it changes nothing (RFC 9110, section 9.2.1). Those with no use here change nothing either. */
    boolean isSafe() {
        return this != PUT && this != DELETE;
    }

    static Method of(byte[] buffer, int from, int to) {
        for (Method method : NAMED) {
            if (Bytes.equal(buffer, from, to, method.token)) {
                return method;
            }
        }
        return OTHER;
    }
}
