package dev.kneepoint.local;

import dev.kneepoint.core.Decision;
import dev.kneepoint.core.History;
import dev.kneepoint.core.Observation;

/** Is told what a tuning does, as it does it. */
public interface TuningListener {

    /** A step begins. */
    void decided(Decision decision, History before);

    /** A step is over and has been recorded. */
    void observed(Observation observation, History after);
}
