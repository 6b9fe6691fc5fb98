package dev.kneepoint.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.kneepoint.core.Engine;
import dev.kneepoint.core.WriteAheadLog;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.List;
import java.util.Map;

/** The storage server that is tuned. */
public record ServerSpec(
        @JsonPropertyDescription("Container image; absent: the one released with the operator. Only used on a cluster.")
        String image,

        @JsonPropertyDescription("CPU and memory of the container. Only used on a cluster.")
        ResourceRequirements resources,

        @JsonPropertyDescription("Labels of the nodes that it may run on. Only used on a cluster.")
        Map<String, String> nodeSelector,

        @JsonPropertyDescription("Taints that it tolerates. Only used on a cluster.")
        List<Toleration> tolerations,

        @JsonPropertyDescription("Which nodes and neighbours it prefers. Only used on a cluster.")
        Affinity affinity,

        @Default("{}") @JsonPropertyDescription("What the server stores in.")
        Storage storage) {

    public ServerSpec {
        nodeSelector = Frozen.map(nodeSelector);
        tolerations = Frozen.list(tolerations);
    }

    /** What the server stores in. */
    public record Storage(
            @Default("rocksdb")
            @JsonPropertyDescription("What holds the values; memory leaves the disk out, to study the executor alone.")
            Engine engine,

            @Default("async")
            @JsonPropertyDescription(
                    "When a write is acknowledged: once it is safe from a killed process (async), or from a power loss too (sync).")
            WriteAheadLog writeAheadLog,

            @Default("64Mi")
            @Size(max = Rules.TEXT_LENGTH) @ValidationRule(
                    value = Rules.QUANTITY + Rules.NOT_LESS + "1Mi" + Rules.NOT_MORE + "256Gi" + Rules.QUANTITY_END,
                    message = Rules.ALLOWED + "a size from 1Mi to 256Gi, such as 64Mi")
            @JsonPropertyDescription("RocksDB's cache of uncompressed blocks, in bytes, as a quantity.")
            String blockCache,

            @Default("64Mi")
            @Size(max = Rules.TEXT_LENGTH) @ValidationRule(
                    value = Rules.QUANTITY + Rules.NOT_LESS + "1Mi" + Rules.NOT_MORE + "4Gi" + Rules.QUANTITY_END,
                    message = Rules.ALLOWED + "a size from 1Mi to 4Gi, such as 64Mi")
            @JsonPropertyDescription("RocksDB's write buffer (memtable), in bytes, as a quantity.")
            String writeBuffer) {}
}
