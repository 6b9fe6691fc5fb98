package dev.kneepoint.server.admin;

/** No profile could be taken; the message says why. */
final class ProfilerException extends Exception {
    private static final long serialVersionUID = 1;

    ProfilerException(String message, Throwable cause) {
        super(message, cause);
    }
}
