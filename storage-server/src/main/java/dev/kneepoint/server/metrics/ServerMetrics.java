package dev.kneepoint.server.metrics;

import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.function.IntSupplier;

/** The server's own metrics, and the JVM's. Durations are given in nanoseconds and published in seconds. */
public final class ServerMetrics {
    private static final double NANOS_PER_SECOND = 1e9;

    // From a memory hit to a timeout; three a decade and a half keep percentiles within a factor of about 2.
    private static final double[] REQUEST_SECONDS = {
        0.000_05, 0.000_1, 0.000_2, 0.000_5, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5
    };
    private static final double[] STORE_SECONDS = {
        0.000_001, 0.000_002, 0.000_005, 0.000_01, 0.000_02, 0.000_05, 0.000_1, 0.000_2, 0.000_5, 0.001, 0.01, 0.1, 1
    };

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final Counter requests = Counter.builder()
            .name("kneepoint_http_requests_total")
            .help("Requests answered, by method and status.")
            .labelNames("method", "status")
            .withoutExemplars()
            .register(registry);
    private final Histogram requestDuration = Histogram.builder()
            .name("kneepoint_http_request_duration_seconds")
            .help("From a request's head being parsed to its answer being written to the socket, by method.")
            .labelNames("method")
            .classicOnly()
            .classicUpperBounds(REQUEST_SECONDS)
            .withoutExemplars()
            .register(registry);
    private final DistributionDataPoint queueWait = Histogram.builder()
            .name("kneepoint_queue_wait_seconds")
            .help("From a request's head being parsed to a thread beginning to handle it.")
            .classicOnly()
            .classicUpperBounds(REQUEST_SECONDS)
            .withoutExemplars()
            .register(registry);
    private final Histogram storeDuration = Histogram.builder()
            .name("kneepoint_store_operation_duration_seconds")
            .help("Time of one store operation, by operation.")
            .labelNames("operation")
            .classicOnly()
            .classicUpperBounds(STORE_SECONDS)
            .withoutExemplars()
            .register(registry);
    private final CounterDataPoint refused = Counter.builder()
            .name("kneepoint_requests_rejected_total")
            .help("Requests refused because the executor's capacity was exceeded.")
            .withoutExemplars()
            .register(registry);
    private final CounterDataPoint expired = Counter.builder()
            .name("kneepoint_requests_expired_total")
            .help("Requests whose deadline passed in the queue.")
            .withoutExemplars()
            .register(registry);

    public ServerMetrics() {
        JvmMetrics.builder().register(registry);
    }

    public PrometheusRegistry registry() {
        return registry;
    }

    public CounterDataPoint requests(String method, int status) {
        return requests.labelValues(method, Integer.toString(status));
    }

    public DistributionDataPoint requestDuration(String method) {
        return requestDuration.labelValues(method);
    }

    public DistributionDataPoint storeDuration(String operation) {
        return storeDuration.labelValues(operation);
    }

    public void refused() {
        refused.inc();
    }

    public void expired() {
        expired.inc();
    }

    public void queueWait(long nanos) {
        queueWait.observe(seconds(nanos));
    }

    public static double seconds(long nanos) {
        return nanos / NANOS_PER_SECOND;
    }

    /** Publishes a value that is read when the page is. */
    public void gauge(String name, String help, IntSupplier value) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .callback(page -> page.call(value.getAsInt()))
                .register(registry);
    }
}
