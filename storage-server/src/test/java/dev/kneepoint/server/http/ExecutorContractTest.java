package dev.kneepoint.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kneepoint.server.Await;
import dev.kneepoint.server.GatedStore;
import dev.kneepoint.server.RawClient;
import dev.kneepoint.server.Servers;
import dev.kneepoint.server.StorageServer;
import dev.kneepoint.server.executor.QueueType;
import dev.kneepoint.server.storage.MemoryStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every executor keeps to, over real sockets. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ExecutorContractTest {
    private static final int POOL = 2;
    private static final int CAPACITY = 3;

    private static StorageServer start(QueueType type, GatedStore store) throws Exception {
        return start(type, store, POOL, CAPACITY, "30s");
    }

    private static StorageServer start(QueueType type, GatedStore store, int pool, int capacity, String deadline)
            throws Exception {
        return Servers.start(
                store,
                "--queue-type=" + type,
                "--pool-size=" + pool,
                "--queue-capacity=" + capacity,
                "--deadline=" + deadline);
    }

    /** Requests that may be unanswered at a time: those with a thread and those with a place in the queue. */
    private static int unansweredBound(QueueType type) {
        return switch (type) {
            case none -> Integer.MAX_VALUE;
            case synchronous -> POOL;
            case virtual -> CAPACITY;
            case array, linked, lifo, lockFree -> POOL + CAPACITY;
        };
    }

    @ParameterizedTest
    @EnumSource
    void concurrentClientsGetTheValuesTheyPut(QueueType type) throws Exception {
        // As many clients as there are places: none of them may ever be refused.
        int clients = Math.min(unansweredBound(type), 5);
        try (StorageServer server = start(type, new GatedStore());
                ExecutorService threads = Executors.newFixedThreadPool(clients)) {
            List<Callable<Integer>> work = new ArrayList<>();
            for (int client = 0; client < clients; client++) {
                String prefix = "client" + client + "-";
                work.add(() -> putAndGet(server, prefix, 1_000));
            }
            for (Future<Integer> correct : threads.invokeAll(work)) {
                assertThat(correct.get()).isEqualTo(1_000);
            }
            assertThat(Servers.metric(server, "kneepoint_requests_rejected_total"))
                    .isZero();
        }
    }

    private static int putAndGet(StorageServer server, String prefix, int times) throws IOException {
        int correct = 0;
        try (RawClient client = new RawClient(server.publicAddress())) {
            for (int i = 0; i < times; i++) {
                String id = prefix + i % 50;
                String value = "value " + i + " of " + id;
                assertThat(client.ask(RawClient.put(id, value)).status()).isEqualTo(201);
                RawClient.Answer answer = client.ask(RawClient.get(id));
                assertThat(answer.status()).isEqualTo(200);
                assertThat(answer.text()).isEqualTo(value);
                correct++;
            }
        }
        return correct;
    }

    @ParameterizedTest
    @EnumSource
    void refusesExactlyWhenItsCapacityIsExceeded(QueueType type) throws Exception {
        GatedStore store = new GatedStore();
        int places = Math.min(unansweredBound(type), 6);
        List<RawClient> clients = new ArrayList<>();
        try (StorageServer server = start(type, store)) {
            for (int i = 0; i < places; i++) {
                RawClient client = new RawClient(server.publicAddress());
                clients.add(client);
                client.send(RawClient.get("held" + i));
                awaitTaken(server, store, type, i + 1);
            }
            if (type != QueueType.none) {
                for (int i = 0; i < 5; i++) {
                    try (RawClient tooMany = new RawClient(server.publicAddress())) {
                        RawClient.Answer refusal = tooMany.ask(RawClient.get("any"));
                        assertThat(refusal.status()).isEqualTo(503);
                        assertThat(refusal.header("Retry-After")).isEqualTo("1");
                        assertThat(refusal.header("Connection")).isNull();
                    }
                }
                assertThat(Servers.metric(server, "kneepoint_requests_rejected_total"))
                        .isEqualTo(5);
            }
            store.open();
            for (int i = 0; i < places; i++) {
                RawClient.Answer answer = clients.get(i).receive();
                assertThat(answer.status()).isEqualTo(200);
                assertThat(answer.text()).isEqualTo("value of held" + i);
            }
        } finally {
            store.open();
            close(clients);
        }
    }

    private static void awaitTaken(StorageServer server, GatedStore store, QueueType type, int sent) throws Exception {
        if (type == QueueType.none) {
            // One request at a time gets past the selector; the others wait in their sockets.
            Await.until("the selector is held", () -> store.held() == 1);
        } else {
            Await.until(
                    sent + " requests are held or queued",
                    () -> Servers.metric(server, "kneepoint_threads_active")
                                    + Servers.metric(server, "kneepoint_queue_depth")
                            == sent);
        }
    }

    private static int threadsToHold(QueueType type) {
        return type == QueueType.virtual ? Runtime.getRuntime().availableProcessors() : 1;
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"none", "synchronous"}) // where nothing waits
    void answersGatewayTimeoutWhenTheDeadlinePassedInTheQueue(QueueType type) throws Exception {
        GatedStore store = new GatedStore();
        int held = threadsToHold(type);
        List<RawClient> clients = new ArrayList<>();
        try (StorageServer server = start(type, store, 1, held + 1, "50ms");
                RawClient late = new RawClient(server.publicAddress())) {
            for (int i = 0; i < held; i++) {
                RawClient client = new RawClient(server.publicAddress());
                clients.add(client);
                client.send(RawClient.get("held" + i));
                int running = i + 1;
                Await.until("a thread is held", () -> store.held() == running);
            }
            late.send(RawClient.put("late", "must not be written"));
            Await.until("it waits", () -> Servers.metric(server, "kneepoint_queue_depth") == 1);
            long waiting = System.nanoTime();
            Await.until("the deadline passes", () -> System.nanoTime() - waiting > 60_000_000L);
            store.open();
            assertThat(late.receive().status()).isEqualTo(504);
            for (RawClient client : clients) {
                assertThat(client.receive().status()).isEqualTo(200);
            }
            assertThat(late.ask(RawClient.get("late")).status()).isEqualTo(404);
            assertThat(Servers.metric(server, "kneepoint_requests_expired_total"))
                    .isEqualTo(1);
        } finally {
            store.open();
            close(clients);
        }
    }

    @ParameterizedTest
    @EnumSource
    void answersWhatItAcceptedWhenItIsStopped(QueueType type) throws Exception {
        GatedStore store = new GatedStore();
        int accepted = type == QueueType.none ? 1 : unansweredBound(type);
        List<RawClient> clients = new ArrayList<>();
        StorageServer server = start(type, store);
        RawClient idle = new RawClient(server.publicAddress());
        try (ExecutorService stopping = Executors.newSingleThreadExecutor()) {
            assertThat(idle.ask("GET /v0/status HTTP/1.1\r\n\r\n").status()).isEqualTo(200);
            for (int i = 0; i < accepted; i++) {
                RawClient client = new RawClient(server.publicAddress());
                clients.add(client);
                client.send(RawClient.get("held" + i));
                awaitTaken(server, store, type, i + 1);
            }
            Future<Boolean> stopped = stopping.submit(server::stop);
            Await.until("not ready", () -> Servers.admin(server, "/readyz").statusCode() == 503);
            Await.until("connections are refused", () -> isRefused(server));
            assertThat(stopped.isDone()).isFalse();
            assertThat(store.isClosed()).isFalse();
            store.open();
            for (int i = 0; i < accepted; i++) {
                RawClient.Answer answer = clients.get(i).receive();
                assertThat(answer.status()).isEqualTo(200);
                assertThat(answer.text()).isEqualTo("value of held" + i);
                assertThat(clients.get(i).isEnded()).isTrue();
                clients.get(i).close();
            }
            assertThat(idle.isEnded()).isTrue();
            close(List.of(idle));
            assertThat(stopped.get()).isTrue();
            assertThat(store.isClosed()).isTrue();
        } finally {
            store.open();
            close(clients);
        }
    }

    private static boolean isRefused(StorageServer server) {
        try (RawClient late = new RawClient(server.publicAddress())) {
            return late.isEnded();
        } catch (IOException e) {
            return true;
        }
    }

    @ParameterizedTest
    @EnumSource
    void pipelinedAnswersComeOnceAndInOrder(QueueType type) throws Exception {
        long seed = ThreadLocalRandom.current().nextLong();
        Random random = new Random(seed);
        try (StorageServer server =
                Servers.start(new MemoryStore(), "--queue-type=" + type, "--pool-size=3", "--queue-capacity=4096")) {
            for (int pipeline = 0; pipeline < 30; pipeline++) {
                assertThat(pipeline(server, random)).as("seed %d", seed).isEmpty();
            }
        }
    }

    /** Sends a random pipeline in random pieces while reading its answers; returns what was wrong with them. */
    private static List<String> pipeline(StorageServer server, Random random) throws Exception {
        StringBuilder requests = new StringBuilder();
        List<String> expected = new ArrayList<>();
        Map<String, String> model = new HashMap<>();
        String prefix = "p" + random.nextInt() + "-";
        int length = 1 + random.nextInt(400);
        for (int i = 0; i < length; i++) {
            String id = prefix + random.nextInt(8);
            switch (random.nextInt(6)) {
                case 0 -> {
                    String value = "v" + i + "x".repeat(random.nextInt(3000));
                    requests.append(RawClient.put(id, value));
                    model.put(id, value);
                    expected.add("201 ");
                }
                case 1 -> {
                    requests.append(RawClient.delete(id));
                    model.remove(id);
                    expected.add("202 ");
                }
                case 2 -> {
                    requests.append("POST /v0/entity?id=x HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc");
                    expected.add("405 use GET, PUT or DELETE\n");
                }
                default -> {
                    requests.append(RawClient.get(id));
                    expected.add(model.containsKey(id) ? "200 " + model.get(id) : "404 Not Found\n");
                }
            }
        }
        List<String> wrong = new ArrayList<>();
        try (RawClient client = new RawClient(server.publicAddress());
                ExecutorService sender = Executors.newSingleThreadExecutor()) {
            String all = requests.toString();
            Random cuts = new Random(random.nextLong());
            Future<?> sent = sender.submit(() -> {
                for (int at = 0; at < all.length(); ) {
                    int end = Math.min(all.length(), at + 1 + cuts.nextInt(cuts.nextBoolean() ? 20 : 20_000));
                    client.send(all.substring(at, end));
                    at = end;
                }
                client.shutdownOutput();
                return null;
            });
            for (String wanted : expected) {
                RawClient.Answer answer = client.receive();
                String got = answer.status() + " " + answer.text();
                if (!got.equals(wanted)) {
                    wrong.add("wanted " + wanted + " got " + got);
                }
            }
            sent.get();
            if (!client.isEnded()) {
                wrong.add("an answer too many");
            }
        }
        return wrong;
    }

    private static void close(List<RawClient> clients) throws IOException {
        for (RawClient client : clients) {
            client.close();
        }
    }
}
