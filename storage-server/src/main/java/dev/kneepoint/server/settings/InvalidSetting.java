package dev.kneepoint.server.settings;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** A setting whose value has the right type and is not allowed all the same. */
final class InvalidSetting extends ParameterException {
    private static final long serialVersionUID = 1;

    InvalidSetting(CommandSpec spec, String flag, String problem) {
        super(spec.commandLine(), problem, spec.findOption(flag), null);
    }
}
