package dev.kneepoint.server.admin;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** {@code /profile?event=cpu|alloc|lock|wall&seconds=N&format=flamegraph|collapsed|jfr}: profiles for that long, and answers. */
final class ProfileHandler implements HttpHandler {
    static final int MAX_SECONDS = 300;
    private static final int DEFAULT_SECONDS = 10;

    // The profiler is one for the whole process, so a second request has to be refused, not queued behind minutes.
    private final ReentrantLock profiling = new ReentrantLock();

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        ProfileRequest request;
        try {
            request = parse(exchange.getRequestURI().getRawQuery());
        } catch (IllegalArgumentException e) {
            AdminServer.answer(exchange, 400, e.getMessage());
            return;
        }
        if (!profiling.tryLock()) {
            exchange.getResponseHeaders().set("Retry-After", "10");
            AdminServer.answer(exchange, 409, "a profile is being taken already");
            return;
        }
        try {
            byte[] profile = Profiler.take(request);
            AdminServer.send(exchange, 200, request.format().mediaType, profile);
        } catch (ProfilerException e) {
            AdminServer.answer(exchange, 500, e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            AdminServer.answer(exchange, 503, "the server stops");
        } finally {
            profiling.unlock();
        }
    }

    private static ProfileRequest parse(String query) {
        Map<String, String> parameters = new HashMap<>();
        if (query != null && !query.isEmpty()) {
            for (String pair : query.split("&")) {
                int equals = pair.indexOf('=');
                String name = equals < 0 ? pair : pair.substring(0, equals);
                String value = equals < 0 ? "" : pair.substring(equals + 1);
                parameters.put(name, URLDecoder.decode(value, StandardCharsets.UTF_8));
            }
        }
        ProfileRequest request = new ProfileRequest(
                oneOf(ProfileRequest.Event.class, "event", parameters.remove("event"), ProfileRequest.Event.cpu),
                seconds(parameters.remove("seconds")),
                oneOf(
                        ProfileRequest.Format.class,
                        "format",
                        parameters.remove("format"),
                        ProfileRequest.Format.flamegraph));
        if (!parameters.isEmpty()) {
            throw new IllegalArgumentException("unknown parameters " + parameters.keySet()
                    + ": there are event=cpu|alloc|lock|wall, seconds=N and format=flamegraph|collapsed|jfr");
        }
        return request;
    }

    private static int seconds(String text) {
        if (text == null) {
            return DEFAULT_SECONDS;
        }
        if (text.matches("[0-9]{1,3}")) {
            int seconds = Integer.parseInt(text);
            if (seconds >= 1 && seconds <= MAX_SECONDS) {
                return seconds;
            }
        }
        throw new IllegalArgumentException("seconds: found " + text + ", allowed 1 to " + MAX_SECONDS);
    }

    private static <E extends Enum<E>> E oneOf(Class<E> type, String name, String text, E absent) {
        if (text == null) {
            return absent;
        }
        StringBuilder allowed = new StringBuilder();
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equals(text)) {
                return constant;
            }
            allowed.append(allowed.isEmpty() ? "" : ", ").append(constant.name());
        }
        throw new IllegalArgumentException(name + ": found " + text + ", allowed " + allowed);
    }
}
