package dev.kneepoint.local;

import dev.kneepoint.core.Configuration;

/**
 * An HTTP endpoint that somebody else runs: starting and stopping it is nothing.
 *
 * @param url where requests go
 */
public record RunningEndpoint(String url) implements Target {

    @Override
    public void start(int trial, Configuration configuration) {}

    @Override
    public boolean alive() {
        return true;
    }

    @Override
    public String lastWords() {
        return "";
    }

    @Override
    public void stop() {}
}
