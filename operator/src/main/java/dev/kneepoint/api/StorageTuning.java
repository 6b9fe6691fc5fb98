package dev.kneepoint.api;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** A request to find the best thread-pool configuration of a storage server, and its answer. */
@Group("kneepoint.dev")
@Version("v1alpha1")
@ShortNames("stune")
public class StorageTuning extends CustomResource<StorageTuningSpec, StorageTuningStatus> implements Namespaced {

    private static final long serialVersionUID = 1L;

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
