package dev.kneepoint.manifest;

import io.fabric8.kubernetes.api.model.Quantity;

/** Sizes as manifests write them: Kubernetes' quantities, such as {@code 64Mi}. */
final class SizeText {

    private SizeText() {}

    /** @return bytes */
    static long parse(String text) {
        return Quantity.parse(text).getNumericalAmount().longValueExact();
    }
}
