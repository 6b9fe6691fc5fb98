package dev.kneepoint.server.http;

import java.nio.charset.StandardCharsets;

/** The answers there are. Each is rendered once, for each fate of its connection, with its standard text for a body. */
enum Status {
    OK(200, "OK", ""),
    CREATED(201, "Created", ""),
    ACCEPTED(202, "Accepted", ""),
    BAD_REQUEST(400, "Bad Request", ""),
    NOT_FOUND(404, "Not Found", ""),
    METHOD_NOT_ALLOWED(405, "Method Not Allowed", ""),
    LENGTH_REQUIRED(411, "Length Required", ""),
    CONTENT_TOO_LARGE(413, "Content Too Large", ""),
    URI_TOO_LONG(414, "URI Too Long", ""),
    HEADER_FIELDS_TOO_LARGE(431, "Request Header Fields Too Large", ""),
    INTERNAL_ERROR(500, "Internal Server Error", ""),
    SERVICE_UNAVAILABLE(503, "Service Unavailable", "Retry-After: 1\r\n"),
    GATEWAY_TIMEOUT(504, "Gateway Timeout", ""),
    VERSION_NOT_SUPPORTED(505, "HTTP Version Not Supported", ""),
    INSUFFICIENT_STORAGE(507, "Insufficient Storage", "");

    final int code;
    final String line;
    final String headers;
    private final byte[][] standard = new byte[Persistence.values().length][];

    Status(int code, String phrase, String headers) {
        this.code = code;
        this.line = "HTTP/1.1 " + code + " " + phrase + "\r\n";
        this.headers = headers;
        byte[] text = code < 300 ? new byte[0] : (phrase + "\n").getBytes(StandardCharsets.ISO_8859_1);
        for (Persistence persistence : Persistence.values()) {
            standard[persistence.ordinal()] = Answers.render(this, "", text, persistence, true);
        }
    }

    /** The rendered answer with its standard body; shared, never to be changed. */
    byte[] standard(Persistence persistence) {
        return standard[persistence.ordinal()];
    }
}
