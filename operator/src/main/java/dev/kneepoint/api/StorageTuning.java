package dev.kneepoint.api;

import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn.Type;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** A request to find the best thread-pool configuration of a storage server, and its answer. */
@Group("kneepoint.dev")
@Version("v1alpha1")
@ShortNames("stune")
@Categories("all")
@AdditionalPrinterColumn(name = "Phase", jsonPath = ".status.phase", type = Type.STRING)
@AdditionalPrinterColumn(name = "Trials", jsonPath = ".status.progress.summary", type = Type.STRING)
@AdditionalPrinterColumn(name = "Best rps", jsonPath = ".status.recommended.saturation.rps", type = Type.INTEGER)
@AdditionalPrinterColumn(name = "Pool", jsonPath = ".status.recommended.poolSize", type = Type.INTEGER)
@AdditionalPrinterColumn(name = "Queue", jsonPath = ".status.recommended.queueType", type = Type.STRING)
@AdditionalPrinterColumn(name = "Capacity", jsonPath = ".status.recommended.queueCapacity", type = Type.INTEGER)
@AdditionalPrinterColumn(name = "Age", jsonPath = ".metadata.creationTimestamp", type = Type.DATE)
public class StorageTuning extends CustomResource<StorageTuningSpec, StorageTuningStatus> implements Namespaced {

    private static final long serialVersionUID = 1L;

    /** Repeated here for the annotation alone: a tuning without a spec is refused. */
    @Required
    @Override
    public StorageTuningSpec getSpec() {
        return super.getSpec();
    }

    /** Records have no empty value: a resource without a spec has none. */
    @Override
    protected StorageTuningSpec initSpec() {
        return null;
    }

    @Override
    protected StorageTuningStatus initStatus() {
        return null;
    }
}
