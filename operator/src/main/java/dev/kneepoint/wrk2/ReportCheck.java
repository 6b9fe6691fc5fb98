package dev.kneepoint.wrk2;

import dev.kneepoint.wrk2.LoadReport.Source;
import java.util.ArrayList;
import java.util.List;

/** What a JSON report must hold to be one: required fields, counts and durations that can be. */
final class ReportCheck {

    private final List<String> faults = new ArrayList<>();

    private ReportCheck() {}

    /** One sentence per fault, each beginning with the path of the field; empty if the report is sound. */
    static List<String> faults(LoadReport report) {
        ReportCheck check = new ReportCheck();
        check.report(report);
        return check.faults;
    }

    private void report(LoadReport r) {
        // A report that was read from text and saved as JSON has only what every text tells.
        boolean fromText = r.source() == Source.WRK2_TEXT;
        amount("duration_seconds", r.durationSeconds(), true);
        amount("requests_per_second", r.requestsPerSecond(), false);
        amount("bytes_read", r.bytesRead(), true);
        amount("threads", r.threads(), !fromText);
        amount("connections", r.connections(), !fromText);
        amount("rate", r.rate(), !fromText);
        if (!fromText) {
            present("url", r.url());
        }
        if (present("requests", r.requests())) {
            amount("requests.completed", r.requests().completed(), true);
            amount("requests.scheduled", r.requests().scheduled(), !fromText);
            amount("requests.sent", r.requests().sent(), !fromText);
            amount("requests.unanswered", r.requests().unanswered(), !fromText);
        }
        if (present("errors", r.errors())) {
            amount("errors.connect", r.errors().connect(), true);
            amount("errors.read", r.errors().read(), true);
            amount("errors.write", r.errors().write(), true);
            amount("errors.timeout", r.errors().timeout(), true);
            amount("errors.status", r.errors().status(), true);
            amount("errors.refused", r.errors().refused(), false);
            amount("errors.reset", r.errors().reset(), false);
        }
        if (r.statuses() != null || !fromText && present("statuses", r.statuses())) {
            r.statuses().forEach((code, count) -> amount("statuses." + code, count, true));
        }
        if (r.latency() != null || !fromText && present("latency", r.latency())) {
            latency("latency", r.latency(), fromText);
        }
        if (r.serviceTime() != null) {
            latency("service_time", r.serviceTime(), fromText);
        }
        if (r.latencyOk() != null) {
            latency("latency_ok", r.latencyOk(), fromText);
        }
    }

    private void latency(String path, LatencySummary l, boolean fromText) {
        if (!"us".equals(l.unit())) {
            faults.add(path + ".unit: expected \"us\", found "
                    + (l.unit() == null ? "nothing" : ParseProblem.quoted(l.unit())));
        }
        amount(path + ".min", l.min(), false);
        amount(path + ".mean", l.mean(), false);
        amount(path + ".stdev", l.stdev(), false);
        amount(path + ".max", l.max(), false);
        amount(path + ".total_count", l.totalCount(), false);
        // Where nothing was recorded the generator may leave the histogram out, but then it has no maximum either.
        if (!fromText && l.max() != null) {
            present(path + ".histogram", l.histogram());
        }
        if (present(path + ".percentiles", l.percentiles())) {
            l.percentiles()
                    .forEach((percentile, micros) ->
                            percentile(path + ".percentiles." + percentile, percentile, micros));
        }
        if (l.spectrum() != null) {
            for (LatencySummary.SpectrumRow row : l.spectrum()) {
                if (row == null || row.percentile() == null || row.micros() == null || row.count() == null) {
                    faults.add(path + ".spectrum: a row lacks its percentile, micros or count");
                    return;
                }
            }
        }
    }

    private void percentile(String path, String percentile, Double micros) {
        if (!percentile.matches("\\d{1,3}(\\.\\d{1,9})?") || Double.parseDouble(percentile) > 100) {
            faults.add(ParseProblem.plain(path) + ": a percentile is a number from 0 to 100");
        }
        amount(path, micros, false);
    }

    private boolean present(String path, Object value) {
        if (value == null) {
            faults.add(path + ": missing, required in version " + LoadReport.VERSION);
        }
        return value != null;
    }

    private void amount(String path, Number value, boolean required) {
        if (value == null) {
            if (required) {
                present(path, null);
            }
        } else if (!(value.doubleValue() >= 0 && Double.isFinite(value.doubleValue()))) {
            faults.add(ParseProblem.plain(path) + ": expected a number from 0, found " + value);
        }
    }
}
