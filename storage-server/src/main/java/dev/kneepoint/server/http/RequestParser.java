package dev.kneepoint.server.http;

import java.nio.charset.StandardCharsets;

/**
 * Parses one request's head from a buffer that holds it from its first byte. Strict where leniency lets two parties see
 * different requests (RFC 9112, section 11.2). One per selector thread at a time; its fields are valid until the next call.
 */
final class RequestParser {
    static final int INCOMPLETE = -1;
    static final int FAILED = -2;

    static final int MAX_REQUEST_LINE_BYTES = 8 << 10;
    static final int MAX_HEAD_BYTES = 16 << 10;

    private static final byte[] VERSION = bytes("HTTP/");
    private static final byte[] HTTP_1_0 = bytes("HTTP/1.0");
    private static final byte[] HTTP_1_1 = bytes("HTTP/1.1");
    private static final byte[] CONTENT_LENGTH = bytes("content-length");
    private static final byte[] TRANSFER_ENCODING = bytes("transfer-encoding");
    private static final byte[] CONNECTION = bytes("connection");
    private static final byte[] EXPECT = bytes("expect");
    private static final byte[] CLOSE = bytes("close");
    private static final byte[] KEEP_ALIVE = bytes("keep-alive");
    private static final int MAX_LENGTH_DIGITS = 18;

    Method method;
    RequestTarget.Resource resource;
    byte[] id;
    Persistence persistence;
    long contentLength;
    boolean expectsContinue;

    Status failure;
    String complaint;

    private boolean http10;
    private boolean hasLength;
    private boolean hasTransferEncoding;

    /** Returns where the body begins, {@link #INCOMPLETE}, or {@link #FAILED} with {@link #failure} set. */
    int parse(byte[] buffer, int from, int to) {
        int lineEnd = Bytes.indexOf(buffer, (byte) '\n', from, to);
        if (lineEnd < 0 ? to - from > MAX_REQUEST_LINE_BYTES : lineEnd - from > MAX_REQUEST_LINE_BYTES) {
            return fail(Status.URI_TOO_LONG, "the request line is longer than " + MAX_REQUEST_LINE_BYTES + " bytes");
        }
        if (!Bytes.isToken(buffer[from])) {
            return fail(Status.BAD_REQUEST, "a request begins with a method");
        }
        if (lineEnd < 0) {
            return INCOMPLETE;
        }
        if (!parseRequestLine(buffer, from, withoutReturn(buffer, from, lineEnd))) {
            return FAILED;
        }
        return parseHeaders(buffer, from, lineEnd + 1, to);
    }

    private boolean parseRequestLine(byte[] buffer, int from, int to) {
        int methodEnd = from;
        while (methodEnd < to && Bytes.isToken(buffer[methodEnd])) {
            methodEnd++;
        }
        int targetEnd = methodEnd + 1;
        while (targetEnd < to && (buffer[targetEnd] > ' ' && buffer[targetEnd] != 0x7f || buffer[targetEnd] < 0)) {
            targetEnd++;
        }
        if (targetEnd >= to || buffer[methodEnd] != ' ' || buffer[targetEnd] != ' ' || targetEnd == methodEnd + 1) {
            fail(Status.BAD_REQUEST, "a request line is: method, space, target, space, HTTP/1.1");
            return false;
        }
        if (!parseVersion(buffer, targetEnd + 1, to)) {
            return false;
        }
        method = Method.of(buffer, from, methodEnd);
        int pathStart = RequestTarget.pathStart(buffer, methodEnd + 1, targetEnd);
        int pathEnd = RequestTarget.pathEnd(buffer, pathStart, targetEnd);
        resource = RequestTarget.resource(buffer, pathStart, pathEnd);
        id = resource == RequestTarget.Resource.ENTITY ? RequestTarget.id(buffer, pathEnd + 1, targetEnd) : null;
        return true;
    }

    private boolean parseVersion(byte[] buffer, int from, int to) {
        http10 = Bytes.equal(buffer, from, to, HTTP_1_0);
        if (http10 || Bytes.equal(buffer, from, to, HTTP_1_1)) {
            return true;
        }
        if (Bytes.startsWith(buffer, from, to, VERSION) && to - from == HTTP_1_1.length) {
            fail(Status.VERSION_NOT_SUPPORTED, "only HTTP/1.0 and HTTP/1.1 are spoken here");
        } else {
            fail(Status.BAD_REQUEST, "a request line ends in HTTP/1.1");
        }
        return false;
    }

    private int parseHeaders(byte[] buffer, int from, int firstLine, int to) {
        persistence = http10 ? Persistence.CLOSE : Persistence.KEEP;
        contentLength = 0;
        expectsContinue = false;
        hasLength = false;
        hasTransferEncoding = false;
        for (int line = firstLine; ; ) {
            int lineEnd = Bytes.indexOf(buffer, (byte) '\n', line, to);
            if ((lineEnd < 0 ? to : lineEnd) - from > MAX_HEAD_BYTES) {
                return fail(Status.HEADER_FIELDS_TOO_LARGE, "the headers are longer than " + MAX_HEAD_BYTES + " bytes");
            }
            if (lineEnd < 0) {
                return INCOMPLETE;
            }
            int end = withoutReturn(buffer, line, lineEnd);
            if (end == line) {
                return finish(lineEnd + 1);
            }
            if (!parseHeader(buffer, line, end)) {
                return FAILED;
            }
            line = lineEnd + 1;
        }
    }

    private int finish(int bodyStart) {
        if (hasTransferEncoding) {
            return hasLength
                    ? fail(Status.BAD_REQUEST, "Content-Length and Transfer-Encoding exclude each other")
                    : fail(Status.LENGTH_REQUIRED, "send the body with a Content-Length; chunks are not accepted");
        }
        return bodyStart;
    }

    private boolean parseHeader(byte[] buffer, int from, int to) {
        int colon = from;
        while (colon < to && Bytes.isToken(buffer[colon])) {
            colon++;
        }
        if (colon == from || colon == to || buffer[colon] != ':') {
            fail(Status.BAD_REQUEST, "a header is: name, colon, value");
            return false;
        }
        int valueEnd = to;
        for (int i = colon + 1; i < to; i++) {
            if (buffer[i] >= 0 && buffer[i] < ' ' && buffer[i] != '\t') {
                fail(Status.BAD_REQUEST, "a header's value has a control character");
                return false;
            }
        }
        int valueStart = colon + 1;
        while (valueStart < valueEnd && isBlank(buffer[valueStart])) {
            valueStart++;
        }
        while (valueEnd > valueStart && isBlank(buffer[valueEnd - 1])) {
            valueEnd--;
        }
        if (Bytes.equalIgnoringCase(buffer, from, colon, CONTENT_LENGTH)) {
            return parseLength(buffer, valueStart, valueEnd);
        }
        if (Bytes.equalIgnoringCase(buffer, from, colon, CONNECTION)) {
            parseConnection(buffer, valueStart, valueEnd);
        } else if (Bytes.equalIgnoringCase(buffer, from, colon, TRANSFER_ENCODING)) {
            hasTransferEncoding = true;
        } else if (Bytes.equalIgnoringCase(buffer, from, colon, EXPECT)) {
            expectsContinue = !http10;
        }
        return true;
    }

    private boolean parseLength(byte[] buffer, int from, int to) {
        long length = 0;
        boolean valid = to > from && to - from <= MAX_LENGTH_DIGITS;
        for (int i = from; i < to && valid; i++) {
            valid = buffer[i] >= '0' && buffer[i] <= '9';
            length = length * 10 + (buffer[i] - '0');
        }
        if (!valid || hasLength && length != contentLength) {
            fail(Status.BAD_REQUEST, "Content-Length is one decimal number");
            return false;
        }
        hasLength = true;
        contentLength = length;
        return true;
    }

    private void parseConnection(byte[] buffer, int from, int to) {
        for (int start = from; start < to; ) {
            int comma = Bytes.indexOf(buffer, (byte) ',', start, to);
            int end = comma < 0 ? to : comma;
            int optionStart = start;
            int optionEnd = end;
            while (optionStart < optionEnd && isBlank(buffer[optionStart])) {
                optionStart++;
            }
            while (optionEnd > optionStart && isBlank(buffer[optionEnd - 1])) {
                optionEnd--;
            }
            if (Bytes.equalIgnoringCase(buffer, optionStart, optionEnd, CLOSE)) {
                persistence = Persistence.CLOSE;
            } else if (http10 && Bytes.equalIgnoringCase(buffer, optionStart, optionEnd, KEEP_ALIVE)) {
                persistence = Persistence.KEEP_ANNOUNCED;
            }
            start = end + 1;
        }
    }

    private int fail(Status status, String sentence) {
        failure = status;
        complaint = sentence;
        return FAILED;
    }

    private static int withoutReturn(byte[] buffer, int lineStart, int newline) {
        return newline > lineStart && buffer[newline - 1] == '\r' ? newline - 1 : newline;
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
