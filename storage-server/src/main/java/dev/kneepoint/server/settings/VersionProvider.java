package dev.kneepoint.server.settings;

import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the jar. */
final class VersionProvider implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = getClass().getPackage().getImplementationVersion();
        return new String[] {"storage-server " + (version == null ? "(not from a jar)" : version)};
    }
}
