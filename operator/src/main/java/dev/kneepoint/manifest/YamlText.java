package dev.kneepoint.manifest;

import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.Tag;

/** YAML text (or JSON, which is YAML) as a tree of nodes that know their lines. */
final class YamlText {

    /** Far above any tuning, and small enough to read at once. */
    static final int LARGEST_BYTES = 1 << 20;

    private static final String ONE_TUNING = "exactly one StorageTuning";

    private YamlText() {}

    /** The only document in it; empty if there is none, or more than one, or no YAML: then a problem says so. */
    static Optional<Node> onlyDocument(byte[] bytes, String source, Problems problems) {
        if (bytes.length > LARGEST_BYTES) {
            problems.add(source, "more than 1 MiB", "a file of at most 1 MiB");
            return Optional.empty();
        }
        try {
            List<Node> documents = documents(decode(bytes));
            if (documents.size() == 1) {
                return Optional.of(documents.getFirst());
            }
            if (documents.isEmpty()) {
                problems.add(source, "nothing in it", ONE_TUNING);
            } else {
                problems.add(
                        source,
                        OptionalInt.of(line(documents.get(1))),
                        documents.size() + " documents",
                        ONE_TUNING + "; put the others into files of their own");
            }
        } catch (CharacterCodingException noText) {
            problems.add(source, "bytes that are not UTF-8", "YAML text in UTF-8");
        } catch (MarkedYAMLException malformed) {
            Mark mark = malformed.getProblemMark();
            problems.add(
                    source,
                    OptionalInt.of(mark.getLine() + 1),
                    "a YAML error in column " + (mark.getColumn() + 1) + ": " + malformed.getProblem(),
                    "well-formed YAML");
        } catch (YAMLException malformed) {
            String first = malformed.getMessage().lines().findFirst().orElse("");
            problems.add(source, "a YAML error: " + first, "well-formed YAML");
        }
        return Optional.empty();
    }

    /** A default's or any other text of our own. */
    static Node compose(String text) {
        return yaml().compose(new StringReader(text));
    }

    /** From 1. */
    static int line(Node node) {
        return node.getStartMark().getLine() + 1;
    }

    private static List<Node> documents(String text) {
        List<Node> documents = new ArrayList<>();
        for (Node document : yaml().composeAll(new StringReader(text))) {
            if (!document.getTag().equals(Tag.NULL)) {
                documents.add(document);
            }
        }
        return documents;
    }

    private static String decode(byte[] bytes) throws CharacterCodingException {
        String text = StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes))
                .toString();
        String unmarked = text.startsWith("\uFEFF") ? text.substring(1) : text;
        // JSON may be indented with tabs, which YAML's scanner refuses; inside JSON's strings a bare tab is illegal.
        return unmarked.stripLeading().startsWith("{") ? unmarked.replace('\t', ' ') : unmarked;
    }

    private static Yaml yaml() {
        return new Yaml(new SafeConstructor(new LoaderOptions()));
    }
}
