package dev.kneepoint.server;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A connection that sends what it is told, byte for byte, and reads one answer at a time. */
public final class RawClient implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 30_000;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    public record Answer(int status, Map<String, String> headers, byte[] body) {
        public String text() {
            return new String(body, StandardCharsets.UTF_8);
        }

        public String header(String name) {
            return headers.get(name.toLowerCase(Locale.ROOT));
        }
    }

    public RawClient(InetSocketAddress server) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), server.getPort());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
        out = socket.getOutputStream();
    }

    public void send(String bytes) throws IOException {
        send(bytes.getBytes(StandardCharsets.ISO_8859_1));
    }

    public void send(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    public static String get(String id) {
        return "GET /v0/entity?id=" + id + " HTTP/1.1\r\nHost: test\r\n\r\n";
    }

    public static String put(String id, String value) {
        int length = value.getBytes(StandardCharsets.ISO_8859_1).length;
        return "PUT /v0/entity?id=" + id + " HTTP/1.1\r\nHost: test\r\nContent-Length: " + length + "\r\n\r\n" + value;
    }

    public static String delete(String id) {
        return "DELETE /v0/entity?id=" + id + " HTTP/1.1\r\nHost: test\r\n\r\n";
    }

    public Answer ask(String request) throws IOException {
        send(request);
        return receive();
    }

    public Answer receive() throws IOException {
        return receive(true);
    }

    /** @param withBody false for the answer to a HEAD, which announces a body and has none */
    public Answer receive(boolean withBody) throws IOException {
        String statusLine = line();
        Map<String, String> headers = new TreeMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        int length = withBody ? Integer.parseInt(headers.getOrDefault("content-length", "0")) : 0;
        byte[] body = in.readNBytes(length);
        if (body.length < length) {
            throw new EOFException("inside a body");
        }
        return new Answer(Integer.parseInt(statusLine.substring(9, 12)), headers, body);
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("no more answers");
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    /** Whether the server has ended the connection, with nothing more before the end. */
    public boolean isEnded() throws IOException {
        try {
            return in.read() < 0;
        } catch (java.net.SocketException e) {
            return true;
        }
    }

    public void shutdownOutput() throws IOException {
        socket.shutdownOutput();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
