package dev.kneepoint.server.storage;

/** The engine could not do what was asked; the message is a sentence for whoever asked. */
public final class StoreException extends Exception {
    private static final long serialVersionUID = 1;

    private final boolean outOfSpace;

    public StoreException(String message, Throwable cause) {
        this(message, cause, false);
    }

    /** @param outOfSpace whether the disk is full, which the operator of the machine can mend */
    public StoreException(String message, Throwable cause, boolean outOfSpace) {
        super(message, cause);
        this.outOfSpace = outOfSpace;
    }

    public boolean outOfSpace() {
        return outOfSpace;
    }
}
