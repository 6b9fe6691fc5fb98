package dev.kneepoint.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** The server cannot start; the message is a sentence that names the setting. */
public final class StartFailure extends Exception {
    private static final long serialVersionUID = 1;

    private StartFailure(String message, Throwable cause) {
        super(message, cause);
    }

    static InetSocketAddress resolved(String host, int port) throws StartFailure {
        try {
            return new InetSocketAddress(InetAddress.getByName(host), port);
        } catch (UnknownHostException e) {
            throw new StartFailure("--host: found " + host + ", which is no address and no known name", e);
        }
    }

    static StartFailure notBound(String flag, InetSocketAddress address, IOException cause) {
        return new StartFailure(
                flag + ": " + address.getAddress().getHostAddress() + ":" + address.getPort()
                        + " cannot be listened on: " + cause.getMessage(),
                cause);
    }
}
