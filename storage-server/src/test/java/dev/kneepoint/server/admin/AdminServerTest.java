package dev.kneepoint.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kneepoint.server.Await;
import dev.kneepoint.server.RawClient;
import dev.kneepoint.server.Servers;
import dev.kneepoint.server.StorageServer;
import dev.kneepoint.server.storage.MemoryStore;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdminServerTest {
    private StorageServer server;

    @BeforeEach
    void start() throws Exception {
        server = Servers.start(new MemoryStore(), "--queue-capacity=77");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void countersAreExact() throws Exception {
        try (RawClient client = new RawClient(server.publicAddress())) {
            for (int i = 0; i < 30; i++) {
                client.ask(RawClient.put("k" + i, "v"));
                client.ask(RawClient.get("k" + i));
                client.ask(RawClient.get("none"));
            }
            client.ask("POST /v0/entity?id=1 HTTP/1.1\r\n\r\n");
        }
        // An answer is counted after it has been written, so the page may be a moment behind the client.
        String requests = "kneepoint_http_requests_total{method=\"%s\",status=\"%s\"}";
        Await.until("60 GETs", () -> Servers.metric(server, requests.formatted("GET", "404")) == 30);
        Await.until("the POST", () -> Servers.metric(server, requests.formatted("other", "405")) == 1);
        assertThat(Servers.metric(server, requests.formatted("GET", "200"))).isEqualTo(30);
        assertThat(Servers.metric(server, requests.formatted("PUT", "201"))).isEqualTo(30);
        String durations = "kneepoint_http_request_duration_seconds_count{method=\"GET\"}";
        Await.until("60 durations", () -> Servers.metric(server, durations) == 60);
        assertThat(Servers.metric(server, "kneepoint_queue_wait_seconds_count")).isEqualTo(90);
        assertThat(Servers.metric(server, "kneepoint_store_operation_duration_seconds_count{operation=\"put\"}"))
                .isEqualTo(30);
        assertThat(Servers.metric(server, "kneepoint_queue_capacity")).isEqualTo(77);
        assertThat(Servers.metric(server, "kneepoint_pool_size")).isEqualTo(4);
        assertThat(Servers.metric(server, "kneepoint_threads_active")).isZero();
    }

    @Test
    void everyLineOfTheMetricsPageParses() throws Exception {
        String sample = "[a-zA-Z_:][a-zA-Z0-9_:]*(\\{.*})? (NaN|[-+]?[0-9.]+(E-?[0-9]+)?|[-+]Inf)";
        assertThat(Servers.admin(server, "/metrics").body().lines())
                .allMatch(line -> line.startsWith("# HELP ") || line.startsWith("# TYPE ") || line.matches(sample))
                .anyMatch(line -> line.startsWith("jvm_gc_collection_seconds_count"))
                .anyMatch(line -> line.startsWith("process_cpu_seconds_total"));
    }

    @ParameterizedTest
    @CsvSource({"/livez, 200", "/readyz, 200", "/metrics, 200", "/, 404", "/metricsx, 404", "/livez/x, 404"})
    void pathsAreExact(String path, int status) throws Exception {
        assertThat(Servers.admin(server, path).statusCode()).isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"event=heap", "seconds=0", "seconds=301", "seconds=x", "format=svg", "second=1"})
    void aBadProfileRequestIsExplained(String query) throws Exception {
        var answer = Servers.admin(server, "/profile?" + query);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains(query.substring(0, query.indexOf('=')));
    }

    @Test
    void aProfileIsAFlameGraphAndOnlyOneIsTakenAtATime() throws Exception {
        String path = "/profile?event=wall&seconds=3";
        Callable<HttpResponse<String>> profile = () -> Servers.admin(server, path);
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            List<HttpResponse<String>> answers = new ArrayList<>();
            for (Future<HttpResponse<String>> answer : threads.invokeAll(List.of(profile, profile))) {
                answers.add(answer.get());
            }
            answers.sort(Comparator.comparingInt(HttpResponse::statusCode));
            assertThat(answers.getFirst().statusCode()).isEqualTo(200);
            assertThat(answers.getFirst().body()).containsIgnoringCase("<html").contains("cpool");
            assertThat(answers.getLast().statusCode()).isEqualTo(409);
        }
        String collapsed = Servers.admin(server, "/profile?event=wall&seconds=1&format=collapsed")
                .body();
        assertThat(collapsed.lines())
                .isNotEmpty()
                .allMatch(line -> line.matches(".* [0-9]+"))
                .anyMatch(line -> line.contains("SelectorThread.run"));
    }
}
