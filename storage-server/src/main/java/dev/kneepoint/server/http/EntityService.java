package dev.kneepoint.server.http;

import dev.kneepoint.server.metrics.ServerMetrics;
import dev.kneepoint.server.storage.Store;
import dev.kneepoint.server.storage.StoreException;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a worker does with an entity's request: looks at the deadline, asks the store, leaves the answer behind. */
final class EntityService {
    private static final Logger log = LoggerFactory.getLogger(EntityService.class);

    private final Store store;
    private final long deadlineNanos;
    private final ServerMetrics metrics;
    private final DistributionDataPoint getDuration;
    private final DistributionDataPoint putDuration;
    private final DistributionDataPoint deleteDuration;

    EntityService(Store store, Duration deadline, ServerMetrics metrics) {
        this.store = store;
        this.deadlineNanos = deadline.toNanos();
        this.metrics = metrics;
        this.getDuration = metrics.storeDuration("get");
        this.putDuration = metrics.storeDuration("put");
        this.deleteDuration = metrics.storeDuration("delete");
    }

    void handle(Exchange exchange) {
        long begun = System.nanoTime();
        long waited = begun - exchange.parsedAtNanos;
        metrics.queueWait(waited);
        if (waited > deadlineNanos) {
            metrics.expired();
            exchange.respond(Status.GATEWAY_TIMEOUT);
            return;
        }
        try {
            switch (exchange.method) {
                case GET -> get(exchange, begun);
                case PUT -> {
                    store.put(exchange.id, exchange.body);
                    observe(putDuration, begun);
                    exchange.respond(Status.CREATED);
                }
                case DELETE -> {
                    store.delete(exchange.id);
                    observe(deleteDuration, begun);
                    exchange.respond(Status.ACCEPTED);
                }
                case HEAD, OTHER -> throw new IllegalStateException(exchange.method + " was handed over");
            }
        } catch (StoreException e) {
            // The client is told the whole story; a line for each of these would bury the log when the disk is full.
            exchange.explain(e.outOfSpace() ? Status.INSUFFICIENT_STORAGE : Status.INTERNAL_ERROR, "", e.getMessage());
        } catch (RuntimeException | Error e) {
            log.error("A request failed", e);
            exchange.respond(Status.INTERNAL_ERROR);
        }
    }

    private void get(Exchange exchange, long begun) throws StoreException {
        byte[] value = store.get(exchange.id);
        observe(getDuration, begun);
        if (value == null) {
            exchange.respond(Status.NOT_FOUND);
        } else {
            exchange.respondWith(value);
        }
    }

    private static void observe(DistributionDataPoint duration, long begun) {
        duration.observe(ServerMetrics.seconds(System.nanoTime() - begun));
    }
}
