package dev.kneepoint.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.kneepoint.server.RawClient;
import dev.kneepoint.server.Servers;
import dev.kneepoint.server.StorageServer;
import dev.kneepoint.server.storage.MemoryStore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests that are wrong, or rare: each has one clear answer, and the selector serves on. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class MalformedRequestTest {
    private static final String ENTITY = "/v0/entity?id=a";
    private static StorageServer server;

    @BeforeAll
    static void start() throws Exception {
        server = Servers.start(new MemoryStore(), "--max-body-size=1Ki");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    static Stream<Arguments> requestsThatEndTheConnection() {
        return Stream.of(
                arguments("no method", " / HTTP/1.1\r\n\r\n", 400),
                arguments("no target", "GET HTTP/1.1\r\n\r\n", 400),
                arguments("no version", "GET /v0/status\r\n\r\n", 400),
                arguments("too many parts", "GET /v0/status x HTTP/1.1\r\n\r\n", 400),
                arguments("a TLS hello", "\u0016\u0003\u0001\u0002\u0000", 400),
                arguments("a control character", "GET /v0/\u0001status HTTP/1.1\r\n\r\n", 400),
                arguments("HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
                arguments("no colon", "GET " + ENTITY + " HTTP/1.1\r\nHost\r\n\r\n", 400),
                arguments("a blank before the colon", "GET " + ENTITY + " HTTP/1.1\r\nHost : a\r\n\r\n", 400),
                arguments("a folded header", "GET " + ENTITY + " HTTP/1.1\r\nA: b\r\n c\r\n\r\n", 400),
                arguments("a negative length", put("Content-Length: -1"), 400),
                arguments("a length with a sign", put("Content-Length: +1"), 400),
                arguments("a length beyond all numbers", put("Content-Length: 99999999999999999999"), 400),
                arguments("two lengths", put("Content-Length: 1\r\nContent-Length: 2"), 400),
                arguments("chunks", put("Transfer-Encoding: chunked"), 411),
                arguments("chunks and a length", put("Transfer-Encoding: chunked\r\nContent-Length: 1"), 400),
                arguments("a body over the limit", put("Content-Length: 1025"), 413),
                arguments("an expected body over the limit", put("Content-Length: 1025\r\nExpect: 100-continue"), 413),
                arguments("an id of 64 KiB", RawClient.get("x".repeat(64 << 10)), 414),
                arguments("a header of 64 KiB", "GET / HTTP/1.1\r\nA: " + "x".repeat(64 << 10) + "\r\n\r\n", 431),
                arguments("ten thousand headers", "GET / HTTP/1.1\r\n" + "A: b\r\n".repeat(10_000) + "\r\n", 431));
    }

    private static String put(String headers) {
        return "PUT " + ENTITY + " HTTP/1.1\r\n" + headers + "\r\n\r\n";
    }

    @ParameterizedTest(name = "{0} -> {2}")
    @MethodSource
    void requestsThatEndTheConnection(String what, String request, int status) throws Exception {
        try (RawClient client = new RawClient(server.publicAddress())) {
            RawClient.Answer answer = client.ask(request);
            assertThat(answer.status()).isEqualTo(status);
            assertThat(answer.header("Connection")).isEqualTo("close");
            assertThat(answer.text()).isNotBlank();
            assertThat(client.isEnded()).isTrue();
        }
        assertStillServes();
    }

    private static void assertStillServes() throws Exception {
        try (RawClient client = new RawClient(server.publicAddress())) {
            assertThat(client.ask("GET /v0/status HTTP/1.1\r\n\r\n").status()).isEqualTo(200);
        }
    }

    static Stream<Arguments> requestsThatKeepTheConnection() {
        return Stream.of(
                arguments("no id", "GET /v0/entity HTTP/1.1\r\n\r\n", 400, null),
                arguments("an empty id", "GET /v0/entity?id= HTTP/1.1\r\n\r\n", 400, null),
                arguments("another parameter", "GET /v0/entity?xid=1 HTTP/1.1\r\n\r\n", 400, null),
                arguments("a broken escape", "GET /v0/entity?id=%4 HTTP/1.1\r\n\r\n", 400, null),
                arguments("an escape of no digits", "GET /v0/entity?id=%zz HTTP/1.1\r\n\r\n", 400, null),
                arguments("an unknown path", "GET /v1/entity?id=a HTTP/1.1\r\n\r\n", 404, null),
                arguments("a longer path", "GET /v0/entity/?id=a HTTP/1.1\r\n\r\n", 404, null),
                arguments("POST", "POST " + ENTITY + " HTTP/1.1\r\n\r\n", 405, "GET, PUT, DELETE"),
                arguments("an unknown method", "BREW " + ENTITY + " HTTP/1.1\r\n\r\n", 405, "GET, PUT, DELETE"),
                arguments("PUT of the status", "PUT /v0/status HTTP/1.1\r\n\r\n", 405, "GET, HEAD"),
                arguments("blank lines before", "\r\n\r\nGET /v0/status HTTP/1.1\r\n\r\n", 200, null),
                arguments("bare newlines", "GET /v0/status HTTP/1.1\nHost: a\n\n", 200, null),
                arguments("a whole address", "GET http://a:80/v0/status HTTP/1.1\r\n\r\n", 200, null),
                arguments("a second parameter", "GET /v0/entity?a=b&id=none HTTP/1.1\r\n\r\n", 404, null));
    }

    @ParameterizedTest(name = "{0} -> {2}")
    @MethodSource
    void requestsThatKeepTheConnection(String what, String request, int status, String allow) throws Exception {
        try (RawClient client = new RawClient(server.publicAddress())) {
            for (int i = 0; i < 2; i++) {
                RawClient.Answer answer = client.ask(request);
                assertThat(answer.status()).isEqualTo(status);
                assertThat(answer.header("Allow")).isEqualTo(allow);
                assertThat(answer.header("Connection")).isNull();
            }
        }
    }

    @Test
    void theAnswerToHeadHasNoBody() throws Exception {
        try (RawClient client = new RawClient(server.publicAddress())) {
            client.send("HEAD " + ENTITY + " HTTP/1.1\r\n\r\n");
            assertThat(client.receive(false).status()).isEqualTo(405);
            assertThat(client.ask("GET /v0/status HTTP/1.1\r\n\r\n").status()).isEqualTo(200);
        }
    }

    @Test
    void oldClientsAndThoseThatSayCloseAreLeft() throws Exception {
        try (RawClient client = new RawClient(server.publicAddress())) {
            RawClient.Answer kept = client.ask("GET /v0/status HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n");
            assertThat(kept.header("Connection")).isEqualTo("keep-alive");
            RawClient.Answer last = client.ask("GET /v0/status HTTP/1.0\r\n\r\n");
            assertThat(last.header("Connection")).isEqualTo("close");
            assertThat(client.isEnded()).isTrue();
        }
        try (RawClient client = new RawClient(server.publicAddress())) {
            RawClient.Answer last = client.ask("GET /v0/status HTTP/1.1\r\nConnection: foo, Close\r\n\r\n");
            assertThat(last.header("Connection")).isEqualTo("close");
            assertThat(client.isEnded()).isTrue();
        }
    }

    @Test
    void aClientThatWaitsForContinueIsToldToGoOn() throws Exception {
        try (RawClient client = new RawClient(server.publicAddress())) {
            String head = "PUT /v0/entity?id=c HTTP/1.1\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n";
            assertThat(client.ask(head).status()).isEqualTo(100);
            assertThat(client.ask("hello").status()).isEqualTo(201);
            assertThat(client.ask(RawClient.get("c")).text()).isEqualTo("hello");
        }
    }

    @Test
    void idsAreDecodedAndBodiesMayBeEmptyOrBinary() throws Exception {
        try (RawClient client = new RawClient(server.publicAddress())) {
            String binary = "\u0000\u00ff\r\n\r\nGET ";
            assertThat(client.ask(RawClient.put("a%2Fb%20c", binary)).status()).isEqualTo(201);
            assertThat(client.ask(RawClient.get("a/b+c")).body())
                    .isEqualTo(binary.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
            assertThat(client.ask(RawClient.put("empty", "")).status()).isEqualTo(201);
            assertThat(client.ask(RawClient.get("empty")).body()).isEmpty();
        }
    }

    @Test
    void aBodyThatEndsEarlyIsNotStored() throws Exception {
        try (RawClient client = new RawClient(server.publicAddress())) {
            client.send("PUT /v0/entity?id=torn HTTP/1.1\r\nContent-Length: 9\r\n\r\nhalf");
            client.shutdownOutput();
            assertThat(client.receive().status()).isEqualTo(400);
            assertThat(client.isEnded()).isTrue();
        }
        try (RawClient client = new RawClient(server.publicAddress())) {
            assertThat(client.ask(RawClient.get("torn")).status()).isEqualTo(404);
        }
    }
}
