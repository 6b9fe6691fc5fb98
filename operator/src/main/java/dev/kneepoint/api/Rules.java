package dev.kneepoint.api;

/**
 * The CEL conditions of single text fields, put together from these parts only. The API server evaluates them as they
 * stand, the manifest reader understands exactly these forms, so a field has one definition. {@code [.]} stands for an
 * escaped dot because CEL would need the backslash doubled. The conditions across fields, at the records, ask for each
 * field with {@code has} even where it has a default: the API server checks an object's own default of <code>{}</code>
 * before it fills in what is inside, and refuses a definition whose defaults break a condition.
 */
public final class Rules {

    /** What every message starts with; the rest is what the reader prints as allowed. */
    public static final String ALLOWED = "allowed: ";

    /** Go's durations without a sign and without nanoseconds, so that CEL's {@code duration()} reads the same. */
    static final String DURATION = "self.matches('^([0-9]{1,6}([.][0-9]{1,3})?(us|ms|s|m|h))+$')";

    static final String NOT_BELOW = " && duration(self) >= duration('";
    static final String NOT_ABOVE = "') && duration(self) <= duration('";
    static final String END = "')";

    /** Kubernetes' quantities, whole numbers only. */
    static final String QUANTITY = "self.matches('^[0-9]{1,12}(Ki|Mi|Gi|Ti|k|M|G|T)?$')";

    static final String NOT_LESS = " && quantity(self).compareTo(quantity('";
    static final String NOT_MORE = "')) >= 0 && quantity(self).compareTo(quantity('";
    static final String QUANTITY_END = "')) <= 0";

    static final String PERCENTILE = "self.matches('^[1-9][0-9]?([.][0-9]{1,3})?$')";
    static final String PERCENTILE_ALLOWED = ALLOWED + "1 to 99.999, as text in quotes, such as \"99\" or \"99.9\"";
    static final String ERROR_RATE = "self.matches('^[0-9]{1,2}([.][0-9]{1,4})?%$')";
    static final String ERROR_RATE_ALLOWED = ALLOWED + "0% to 99.9999%, such as \"0.1%\"";
    static final String PRECISION = "self.matches('^(([1-9]|[1-4][0-9])([.][0-9]{1,2})?|50)%$')";
    static final String PRECISION_ALLOWED = ALLOWED + "1% to 50%, such as \"5%\"";

    static final String DURATION_EXAMPLES = ", such as 500ms, 5s, 2m";

    /** Most characters of a duration, a size or a percentage: bounds the cost of the conditions. */
    static final long TEXT_LENGTH = 24;

    private Rules() {}
}
