package dev.kneepoint.server.http;

import dev.kneepoint.server.metrics.ServerMetrics;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import java.util.Locale;

/** The counters of the public port, resolved beforehand for each pair of method and status. */
final class HttpMetrics {
    private final ServerMetrics metrics;
    private final CounterDataPoint[][] requests;
    private final DistributionDataPoint[] durations;

    HttpMetrics(ServerMetrics metrics) {
        this.metrics = metrics;
        Method[] methods = Method.values();
        Status[] statuses = Status.values();
        requests = new CounterDataPoint[methods.length][statuses.length];
        durations = new DistributionDataPoint[methods.length];
        for (Method method : methods) {
            String label = method == Method.OTHER ? method.name().toLowerCase(Locale.ROOT) : method.name();
            durations[method.ordinal()] = metrics.requestDuration(label);
            for (Status status : statuses) {
                requests[method.ordinal()][status.ordinal()] = metrics.requests(label, status.code);
            }
        }
    }

    void answered(Exchange exchange) {
        int method = exchange.method.ordinal();
        requests[method][exchange.status().ordinal()].inc();
        durations[method].observe(ServerMetrics.seconds(System.nanoTime() - exchange.parsedAtNanos));
    }

    void refused() {
        metrics.refused();
    }
}
