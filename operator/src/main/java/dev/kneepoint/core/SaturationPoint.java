package dev.kneepoint.core;

/**
 * The highest rate that a configuration sustains, in requests per second.
 *
 * @param rps the point itself, between the two bounds
 * @param low a rate that was confirmed sustained
 * @param high a rate that was confirmed not sustained; infinite where none was found
 */
public record SaturationPoint(double rps, double low, double high) {

    public SaturationPoint {
        if (!(low > 0 && low <= rps && rps <= high)) {
            throw new IllegalArgumentException("saturation " + rps + " outside " + low + " to " + high);
        }
    }

    /** Whether the two could be one and the same rate. */
    public boolean overlaps(SaturationPoint other) {
        return low <= other.high && other.low <= high;
    }
}
