package dev.kneepoint.cli;

/** What was given cannot be used; the message says what was found, where, and what is allowed. */
final class BadInputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BadInputException(String message) {
        super(message);
    }
}
