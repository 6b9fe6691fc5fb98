package dev.kneepoint.server.http;

import java.nio.charset.StandardCharsets;

/** Renders answers into the bytes that go to the socket in one write. */
final class Answers {
    static final byte[] CONTINUE = bytes("HTTP/1.1 100 Continue\r\n\r\n");

    private static final byte[] HEAD_END = bytes("\r\n\r\n");
    private static final byte[][] OK_HEAD = new byte[Persistence.values().length][];

    static {
        for (Persistence persistence : Persistence.values()) {
            OK_HEAD[persistence.ordinal()] = bytes("HTTP/1.1 200 OK\r\n" + persistence.header + "Content-Length: ");
        }
    }

    private Answers() {}

    /** A stored value: the only answer on the hot path that is not rendered beforehand. */
    static byte[] value(byte[] value, Persistence persistence) {
        byte[] head = OK_HEAD[persistence.ordinal()];
        int digits = decimalDigits(value.length);
        byte[] answer = new byte[head.length + digits + HEAD_END.length + value.length];
        System.arraycopy(head, 0, answer, 0, head.length);
        int at = head.length + digits;
        for (int rest = value.length, i = at - 1; i >= head.length; rest /= 10) {
            answer[i--] = (byte) ('0' + rest % 10);
        }
        System.arraycopy(HEAD_END, 0, answer, at, HEAD_END.length);
        System.arraycopy(value, 0, answer, at + HEAD_END.length, value.length);
        return answer;
    }

    /** An answer that says why, in a sentence. */
    static byte[] explained(
            Status status, String extraHeaders, String sentence, Persistence persistence, boolean withBody) {
        return render(status, extraHeaders, (sentence + "\n").getBytes(StandardCharsets.UTF_8), persistence, withBody);
    }

    static byte[] render(Status status, String extraHeaders, byte[] body, Persistence persistence, boolean withBody) {
        String type = body.length == 0 ? "" : "Content-Type: text/plain; charset=utf-8\r\n";
        byte[] head = bytes(status.line + status.headers + extraHeaders + type + persistence.header + "Content-Length: "
                + body.length + "\r\n\r\n");
        if (!withBody || body.length == 0) {
            return head;
        }
        byte[] answer = new byte[head.length + body.length];
        System.arraycopy(head, 0, answer, 0, head.length);
        System.arraycopy(body, 0, answer, head.length, body.length);
        return answer;
    }

    private static int decimalDigits(int number) {
        int digits = 1;
        for (int rest = number; rest >= 10; rest /= 10) {
            digits++;
        }
        return digits;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
