package dev.kneepoint.wrk2;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;

/** Outputs of either kind, rendered from latencies that a test knows. */
final class Histograms {

    private static final double[] LISTED = {50, 75, 90, 99, 99.9, 99.99, 99.999, 100};

    private static final Pattern ROW = Pattern.compile("(?m)^( *[\\d.]+) +([\\d.]+) +(\\d+)(?: +([\\d.]+))?$");

    private Histograms() {}

    static Histogram of(long... micros) {
        Histogram histogram = new Histogram(1, 86_400_000_000L, 3);
        Arrays.stream(micros).forEach(histogram::recordValue);
        return histogram;
    }

    static String base64(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    /** The generator's JSON for a run with these latencies. */
    static String report(long... micros) {
        Histogram histogram = of(micros);
        String latency = micros.length == 0
                ? "{'unit':'us','min':null,'mean':null,'stdev':null,'max':null,'percentiles':{'50':null},'histogram':'%s'}"
                        .formatted(base64(histogram))
                : "{'unit':'us','min':%d,'mean':%s,'stdev':1.5,'max':%d,'percentiles':{'50':%d},'histogram':'%s'}"
                        .formatted(
                                histogram.getMinValue(),
                                histogram.getMean(),
                                histogram.getMaxValue(),
                                histogram.getValueAtPercentile(50),
                                base64(histogram));
        return ("{'version':1,'generator':'kneepoint-wrk2 0.1.0','url':'http://127.0.0.1:8080','script':null,'threads':1,"
                        + "'connections':64,'rate':1000,'duration_seconds':5.0,'calibrated':false,"
                        + "'requests':{'scheduled':6,'sent':5,'completed':4,'unanswered':1},'bytes_read':123,"
                        + "'statuses':{'200':3,'503':1},'errors':{'connect':0,'read':0,'write':0,'timeout':0,'status':1,"
                        + "'refused':0,'reset':0},'latency':" + latency + ",'service_time':" + latency
                        + ",'series':[{'second':0,'sent':5,'completed':4,'errors':1,'p99_us':20000,'max_us':20000}],"
                        + "'generator_usage':{'cpu_seconds':0.1,'cpu_share':0.02,"
                        + "'send_lag_us':{'p50':1,'p99':50,'max':90}},'aborted':null,'interrupted':false}")
                .replace('\'', '"');
    }

    /** wrk2's text for a run with these latencies, in microseconds below a second. */
    static String text(Histogram histogram) {
        StringBuilder text = new StringBuilder("""
                Running 30s test @ http://127.0.0.1:8080
                  2 threads and 64 connections
                  Thread calibration: mean lat.: 1.666ms, rate sampling interval: 10ms
                  Thread calibration: mean lat.: 1.782ms, rate sampling interval: 10ms
                  Thread Stats   Avg      Stdev     Max   +/- Stdev
                    Latency     3.39ms    4.89ms  66.94ms   89.39%
                    Req/Sec    71.22k    10.97k  103.67k    73.89%
                  Latency Distribution (HdrHistogram - Recorded Latency)
                """);
        for (double percentile : LISTED) {
            text.append(String.format(
                    Locale.ROOT, "%7.3f%% %9.2fms%n", percentile, histogram.getValueAtPercentile(percentile) / 1e3));
        }
        text.append("\n  Detailed Percentile spectrum:\n");
        ByteArrayOutputStream spectrum = new ByteArrayOutputStream();
        // The same printer in Java; it has more digits than the one in C, and no infinity in the last row.
        histogram.outputPercentileDistribution(new PrintStream(spectrum, false, StandardCharsets.UTF_8), 5, 1000.0);
        text.append(ROW.matcher(spectrum.toString(StandardCharsets.UTF_8))
                .replaceAll(row -> String.format(
                        Locale.ROOT,
                        "%s %12.6f %12s %12s",
                        row.group(1),
                        Double.parseDouble(row.group(2)),
                        row.group(3),
                        row.group(4) == null ? "inf" : row.group(4))));
        text.append("----------------------------------------------------------\n");
        text.append("  ").append(histogram.getTotalCount() * 3 / 2).append(" requests in 30.00s, 1.95MB read\n");
        text.append("  Non-2xx or 3xx responses: 3\n");
        text.append("Requests/sec:  ").append(String.format(Locale.ROOT, "%.2f", histogram.getTotalCount() / 20.0));
        return text.append("\nTransfer/sec:     66.56KB\n").toString();
    }
}
