package dev.kneepoint.manifest;

import java.math.BigDecimal;

/** Shares as manifests write them: {@code 0.1%}. */
final class PercentText {

    private PercentText() {}

    /** @return the share, 0 to 1 */
    static double parseRatio(String text) {
        return new BigDecimal(text.substring(0, text.length() - 1))
                .movePointLeft(2)
                .doubleValue();
    }
}
