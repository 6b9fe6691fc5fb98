package dev.kneepoint.server.http;

/** Where the server is in its life; only ever moves forward. */
public enum ServingState {
    /** The ports are open, the store is being filled: entities are refused. */
    STARTING("starting"),
    SERVING("serving"),
    /** What has been accepted is being answered; nothing new is. */
    DRAINING("stopping");

    final String word;

    ServingState(String word) {
        this.word = word;
    }
}
