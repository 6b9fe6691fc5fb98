package dev.kneepoint.core;

/**
 * What one probe says about its rate.
 *
 * @param kind the verdict
 * @param reason why, for a person: the figure and the bound it met or missed
 */
public record Verdict(Kind kind, String reason) {

    /** The closed set of verdicts. */
    public enum Kind {
        /** The objective held: the rate is sustained. */
        PASS,
        /** The objective did not hold. */
        FAIL,
        /** Not to be counted for or against the server: the generator or something else was the limit. */
        INVALID
    }

    public boolean passed() {
        return kind == Kind.PASS;
    }

    public boolean failed() {
        return kind == Kind.FAIL;
    }

    public boolean invalid() {
        return kind == Kind.INVALID;
    }
}
