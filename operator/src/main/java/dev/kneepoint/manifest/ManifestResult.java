package dev.kneepoint.manifest;

import dev.kneepoint.api.StorageTuning;
import dev.kneepoint.core.TuningSpec;
import java.util.List;

/** What came of reading a manifest. */
public sealed interface ManifestResult {

    /**
     * It can be run.
     *
     * @param resource as it was given, with every default written out
     * @param spec the same, resolved
     * @param notes what was accepted but has no effect here, one sentence each
     */
    record Accepted(StorageTuning resource, TuningSpec spec, List<String> notes) implements ManifestResult {
        public Accepted {
            notes = List.copyOf(notes);
        }
    }

    /**
     * It cannot.
     *
     * @param problems all of them, at least one, in the order of the file
     */
    record Refused(List<Problem> problems) implements ManifestResult {
        public Refused {
            problems = List.copyOf(problems);
        }
    }
}
