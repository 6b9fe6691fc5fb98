package dev.kneepoint.manifest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.util.StringQuotingChecker;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.kneepoint.api.StorageTuning;
import java.io.UncheckedIOException;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.resolver.Resolver;

/** Writes a StorageTuning, status included, as YAML that reads back equal: fields in the types' order, no nulls. */
public final class ResultYaml {

    static final ObjectMapper MAPPER = new ObjectMapper(YAMLFactory.builder()
                    .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                    .disable(YAMLGenerator.Feature.SPLIT_LINES)
                    .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
                    .stringQuotingChecker(new QuotesWhatIsNotText())
                    .build())
            .registerModule(new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .setSerializationInclusion(JsonInclude.Include.NON_NULL);

    private ResultYaml() {}

    /** The same text for equal resources, ending with a line break. */
    public static String write(StorageTuning resource) {
        try {
            return MAPPER.writeValueAsString(resource);
        } catch (JsonProcessingException unwritable) {
            throw new UncheckedIOException("a resource is always writable", unwritable);
        }
    }

    /** Quotes every text that a YAML reader would take for a number, a truth value, a time or nothing. */
    private static final class QuotesWhatIsNotText extends StringQuotingChecker.Default {
        private static final long serialVersionUID = 1L;

        @Override
        public boolean needToQuoteValue(String value) {
            return super.needToQuoteValue(value)
                    // Line breaks to YAML, and not to the plain style's writer: unquoted they come back as a space.
                    || value.codePoints().anyMatch(c -> c == 0x85 || c == 0x2028 || c == 0x2029)
                    || !new Resolver().resolve(NodeId.scalar, value, true).equals(Tag.STR);
        }
    }
}
