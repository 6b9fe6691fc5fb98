package dev.kneepoint.wrk2;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.databind.type.LogicalType;
import dev.kneepoint.wrk2.LoadReportReader.Reading;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The JSON form of load reports: objects one after another, with or without line breaks in them. */
public final class JsonOutput {

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .withCoercionConfig(
                    LogicalType.Enum, config -> config.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail))
            .addModule(new SimpleModule().addSerializer(Double.class, new PlainDecimal()))
            .build();

    private JsonOutput() {}

    /** The report as one line of JSON, without a line break. */
    public static String write(LoadReport report) {
        try {
            return MAPPER.writeValueAsString(report);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a report of plain values can always be written", e);
        }
    }

    /** Reads until the first problem: behind a broken object nothing tells where the next one begins. */
    static Reading read(String source, String text) {
        List<LoadReport> reports = new ArrayList<>();
        List<ParseProblem> problems = new ArrayList<>();
        // Two passes in step over the same text: a newer version must be known for one before its fields are bound,
        // and binding from the text itself keeps line and column for what is wrong with a field.
        try (JsonParser trees = MAPPER.createParser(text);
                JsonParser values = MAPPER.createParser(text)) {
            while (problems.isEmpty() && trees.nextToken() != null) {
                values.nextToken();
                JsonLocation start = trees.currentTokenLocation();
                if (trees.currentToken() != JsonToken.START_OBJECT) {
                    problems.add(problem(source, start, "expected a load report: a JSON object"));
                    continue;
                }
                JsonNode tree = MAPPER.readTree(trees);
                Optional<String> foreign = versionProblem(tree);
                if (foreign.isPresent()) {
                    problems.add(problem(source, start, foreign.get()));
                    continue;
                }
                LoadReport report = completed(MAPPER.readValue(values, LoadReport.class));
                List<String> faults = ReportCheck.faults(report);
                if (faults.isEmpty()) {
                    reports.add(report);
                }
                faults.forEach(fault -> problems.add(problem(source, start, fault)));
            }
        } catch (JsonMappingException e) {
            problems.add(problem(source, e.getLocation(), path(e) + firstLine(e)));
        } catch (JsonProcessingException e) {
            problems.add(problem(source, e.getLocation(), "torn or broken JSON: " + firstLine(e)));
        } catch (IOException e) {
            throw new IllegalStateException("a string is always readable", e);
        }
        return new Reading(reports, problems);
    }

    private static Optional<String> versionProblem(JsonNode tree) {
        JsonNode version = tree.get("version");
        if (version == null) {
            return Optional.of("version: missing; expected a load report with \"version\": " + LoadReport.VERSION);
        }
        if (!version.isIntegralNumber() || version.asLong() < 1) {
            return Optional.of(
                    "version: expected " + LoadReport.VERSION + ", found " + ParseProblem.quoted(version.toString()));
        }
        if (!version.canConvertToInt() || version.intValue() > LoadReport.VERSION) {
            return Optional.of("version: " + version + " is newer than " + LoadReport.VERSION
                    + ", the newest that this program reads");
        }
        return Optional.empty();
    }

    /** The generator leaves out what follows from the rest. */
    private static LoadReport completed(LoadReport r) {
        Double perSecond = r.requestsPerSecond();
        if (perSecond == null
                && r.requests() != null
                && r.requests().completed() != null
                && r.durationSeconds() != null
                && r.durationSeconds() > 0) {
            perSecond = r.requests().completed() / r.durationSeconds();
        }
        return new LoadReport(
                r.version(),
                r.source() == null ? LoadReport.Source.KNEEPOINT_JSON : r.source(),
                r.line(),
                r.generator(),
                r.url(),
                r.script(),
                r.threads(),
                r.connections(),
                r.rate(),
                r.durationSeconds(),
                perSecond,
                r.calibrated(),
                r.requests(),
                r.bytesRead(),
                r.statuses(),
                r.errors(),
                r.latency(),
                r.latencyOk(),
                r.serviceTime(),
                r.series(),
                r.generatorUsage(),
                r.threadStats(),
                r.aborted(),
                r.interrupted());
    }

    private static ParseProblem problem(String source, JsonLocation at, String message) {
        return at == null
                ? new ParseProblem(source, 1, 0, message)
                : new ParseProblem(source, Math.max(1, at.getLineNr()), Math.max(0, at.getColumnNr()), message);
    }

    private static String path(JsonMappingException e) {
        String path = e.getPath().stream()
                .map(step -> step.getFieldName() == null ? "[" + step.getIndex() + "]" : "." + step.getFieldName())
                .collect(Collectors.joining());
        return path.isEmpty() ? "" : (path.startsWith(".") ? path.substring(1) : path) + ": ";
    }

    /** Jackson's own sentence, without Java packages, the reference chain and hints for programmers. */
    private static String firstLine(JsonProcessingException e) {
        String message = e.getOriginalMessage().lines().findFirst().orElse("unreadable");
        return ParseProblem.plain(message.replaceAll("`(?:[a-z]\\w*\\.)+(\\w+)(?:\\$\\w+)?`", "$1")
                .replaceAll(" \\(but might[^)]*\\)", ""));
    }

    /** A minute of latency as 60000000 and not 6.0E7, which people and line-based tools read wrong. */
    private static final class PlainDecimal extends StdSerializer<Double> {

        private static final long serialVersionUID = 1L;

        PlainDecimal() {
            super(Double.class);
        }

        @Override
        public void serialize(Double value, JsonGenerator json, SerializerProvider context) throws IOException {
            json.writeNumber(BigDecimal.valueOf(value).stripTrailingZeros().toPlainString());
        }
    }
}
