package dev.kneepoint.server.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import one.nio.net.Socket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Accepts connections on one address until it is stopped. */
final class Acceptor implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(Acceptor.class);
    private static final int BACKLOG = 4096;
    private static final long FAILURE_PAUSE_NANOS = 10_000_000;

    private final Socket listener;
    private final InetSocketAddress bound;
    private final Consumer<Socket> taker;
    private final Thread thread =
            Thread.ofPlatform().name("acceptor").daemon(true).unstarted(this);

    Acceptor(InetSocketAddress address, Consumer<Socket> taker) throws IOException {
        this.taker = taker;
        this.listener = Socket.createServerSocket();
        try {
            listener.setReuseAddr(true, false);
            listener.bind(address.getAddress(), address.getPort(), BACKLOG);
            listener.listen(BACKLOG);
            bound = listener.getLocalAddress();
        } catch (IOException e) {
            listener.close();
            throw e;
        }
    }

    InetSocketAddress address() {
        return bound;
    }

    void start() {
        thread.start();
    }

    /** Closes the port, so that further connections are refused by the kernel. */
    void stop() {
        listener.close();
    }

    @Override
    public void run() {
        while (listener.isOpen()) {
            try {
                taker.accept(listener.acceptNonBlocking());
            } catch (IOException | RuntimeException e) {
                if (listener.isOpen()) {
                    // Most likely no descriptors are left; without a pause this would be a busy loop of log lines.
                    log.warn("A connection could not be accepted: {}", e.toString());
                    LockSupport.parkNanos(FAILURE_PAUSE_NANOS);
                }
            }
        }
    }
}
