package dev.kneepoint.server.http;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import one.nio.net.SelectableJavaSocket;
import one.nio.net.Session;
import one.nio.net.Socket;
import one.nio.net.SocketClosedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's connection. one-nio's own HTTP session lets one request at a time be handled and shares its state between
 * the selector and whoever answers; here all pipelined requests are handled at once, and no thread ever waits for another:
 *
 * <ul>
 *   <li>Reading, parsing and closing belong to the selector thread alone. (Cancelling a key elsewhere could end one-nio's
 *       selector loop; closing a native socket elsewhere could read from a stranger's descriptor.)
 *   <li>Exchanges form a chain in the order of requests. Whoever completes one tries to write; {@link #writers} lets one
 *       thread in, and the others' visits are made up for by it, so that answers leave in order without a lock.
 *   <li>Only safe requests of one connection are handled side by side; a write waits for what came before it, and what
 *       comes after waits for the write (RFC 9112, section 9.3.2), or a pipeline could fail to read its own writes.
 *   <li>{@link #unanswered} bounds the chain: at {@link #MAX_PIPELINED} parsing pauses, and the client's own window fills.
 * </ul>
 */
final class HttpConnection extends Session {
    private static final Logger log = LoggerFactory.getLogger(HttpConnection.class);

    /** Requests of one connection that may be parsed and not answered. */
    static final int MAX_PIPELINED = 64;

    private static final byte[] NOTHING = new byte[0];

    final HttpServer server;

    // The selector thread's own.
    private final RequestParser parser = new RequestParser();
    private byte[] carried = NOTHING;
    private int carriedLength;
    private Exchange receiving;
    private int received;
    private Exchange last;
    private boolean clientEnded;
    private boolean outputEnded;

    // Set by the selector thread, looked at by writers; and the other way round.
    private volatile boolean inputEnded;
    private volatile boolean lingering;
    private volatile boolean parsingPaused;
    private volatile int resumeParsingAt;
    private volatile boolean writeBlocked;
    private volatile boolean writable;
    private volatile boolean broken;
    private volatile boolean closeRequested;
    private volatile boolean kicked;
    private volatile long lastProgressNanos = System.nanoTime();

    private final AtomicInteger unanswered = new AtomicInteger();
    private final AtomicInteger writers = new AtomicInteger();
    // The link before the first unwritten exchange; belongs to the thread that writes.
    private Exchange lastWritten;

    private final Object interestLock = new Object();
    private boolean closed;

    HttpConnection(Socket socket, HttpServer server) {
        super(socket);
        this.server = server;
        lastWritten = last = new Exchange(this, Method.OTHER, Persistence.KEEP, 0);
    }

    // ---- selector thread -------------------------------------------------------------------------------------------

    @Override
    public void process(byte[] buffer) throws IOException {
        int ready = events;
        if ((ready & CLOSING) != 0 || closeRequested) {
            close();
            return;
        }
        if (kicked) {
            kicked = false;
            updateInterest();
        }
        if (writeBlocked && (ready & WRITEABLE) != 0) {
            writable = true;
            writeAnswers();
        }
        if (lingering) {
            discardInput(buffer);
        } else if (!inputEnded && !writeBlocked) {
            readRequests(buffer);
        }
        closeWhenDone();
    }

    private void readRequests(byte[] buffer) throws IOException {
        // Looked at before reading, so that what had arrived when the stop began is still accepted.
        boolean draining = server.state() == ServingState.DRAINING;
        if (parsingPaused) {
            parsingPaused = false;
            updateInterest();
        }
        if (receiving != null) {
            readBody();
        } else {
            System.arraycopy(carried, 0, buffer, 0, carriedLength);
            int length = carriedLength;
            if (length < buffer.length && !clientEnded) {
                length += read(buffer, length, buffer.length - length);
            }
            carry(buffer, parseAll(buffer, length), length);
        }
        // What has been read is answered first, however long parsing has to pause for it.
        if (clientEnded && !inputEnded && !parsingPaused && !writeBlocked) {
            endInput();
            rejectTornBody();
        }
        if (draining && !inputEnded && receiving == null && !parsingPaused && !writeBlocked) {
            lingering = true;
            endInput();
        }
    }

    private void readBody() throws IOException {
        received += read(receiving.body, received, receiving.body.length - received);
        lastProgressNanos = System.nanoTime();
        if (received == receiving.body.length) {
            Exchange complete = receiving;
            receiving = null;
            dispatch(complete);
        }
    }

    /** Handles every complete request in the buffer and returns where the rest begins. */
    private int parseAll(byte[] buffer, int length) {
        int at = 0;
        while (at < length && !inputEnded) {
            if (buffer[at] == '\r' || buffer[at] == '\n') {
                at++; // Blank lines before a request are skipped (RFC 9112, section 2.2).
                continue;
            }
            if (writeBlocked
                    || unanswered.get() >= MAX_PIPELINED && pauseParsing(MAX_PIPELINED / 2)
                    || !last.method.isSafe() && unanswered.get() > 0 && pauseParsing(0)) {
                return at;
            }
            int bodyStart = parser.parse(buffer, at, length);
            if (bodyStart == RequestParser.INCOMPLETE) {
                return at;
            }
            if (bodyStart > 0 && !parser.method.isSafe() && unanswered.get() > 0 && pauseParsing(0)) {
                return at;
            }
            at = bodyStart == RequestParser.FAILED ? rejectInput(length) : accept(buffer, bodyStart, length);
        }
        return at;
    }

    /** Returns whether parsing is to stop: not so when answers were written before the pause could be seen. */
    private boolean pauseParsing(int resumeAt) {
        resumeParsingAt = resumeAt;
        parsingPaused = true;
        if (unanswered.get() <= resumeAt) {
            parsingPaused = false;
            return false;
        }
        updateInterest();
        return true;
    }

    private int rejectInput(int length) {
        lingering = true;
        endInput();
        Exchange exchange = appended(Method.OTHER, Persistence.CLOSE);
        exchange.explain(parser.failure, "", parser.complaint);
        exchange.answer();
        return length;
    }

    private int accept(byte[] buffer, int bodyStart, int length) {
        if (parser.contentLength > server.maxBodyBytes()) {
            parser.failure = Status.CONTENT_TOO_LARGE;
            parser.complaint = "a body has at most " + server.maxBodyBytes() + " bytes";
            return rejectInput(length);
        }
        int bodyLength = (int) parser.contentLength;
        int present = Math.min(bodyLength, length - bodyStart);
        if (parser.expectsContinue && present < bodyLength) {
            // In the chain, because it may not overtake the answers to earlier requests.
            Exchange interim = appended(Method.OTHER, Persistence.KEEP);
            interim.respond(null, Answers.CONTINUE);
            interim.answer();
        }
        Exchange exchange = appended(parser.method, parser.persistence);
        exchange.resource = parser.resource;
        exchange.id = parser.id;
        exchange.body = bodyLength == 0 ? NOTHING : new byte[bodyLength];
        System.arraycopy(buffer, bodyStart, exchange.body, 0, present);
        if (present < bodyLength) {
            receiving = exchange;
            received = present;
        } else {
            dispatch(exchange);
        }
        return bodyStart + present;
    }

    private void dispatch(Exchange exchange) {
        if (exchange.persistence == Persistence.CLOSE) {
            endInput();
        }
        server.router().route(exchange);
    }

    private Exchange appended(Method method, Persistence persistence) {
        long now = System.nanoTime();
        lastProgressNanos = now;
        Exchange exchange = new Exchange(this, method, persistence, now);
        unanswered.incrementAndGet();
        last.append(exchange);
        last = exchange;
        return exchange;
    }

    private void carry(byte[] buffer, int from, int to) {
        carriedLength = inputEnded ? 0 : to - from;
        if (carriedLength > carried.length) {
            carried = Arrays.copyOfRange(buffer, from, to);
        } else if (carriedLength > 0) {
            System.arraycopy(buffer, from, carried, 0, carriedLength);
        } else {
            carried = NOTHING;
        }
    }

    @Override
    public int read(byte[] target, int offset, int count) throws IOException {
        try {
            return Math.max(0, socket.read(target, offset, count, 0));
        } catch (SocketClosedException e) {
            clientEnded = true;
            return 0;
        }
    }

    private void rejectTornBody() {
        if (receiving != null) {
            Exchange torn = receiving;
            receiving = null;
            torn.explain(Status.BAD_REQUEST, "", "the body ended early");
            torn.answer();
        }
    }

    private void endInput() {
        inputEnded = true;
        updateInterest();
    }

    /** Reads on after a refusal: closing with unread input would make the kernel throw the answer away with it. */
    private void discardInput(byte[] buffer) throws IOException {
        read(buffer, 0, buffer.length);
        if (clientEnded) {
            lingering = false;
            updateInterest();
        }
    }

    private void closeWhenDone() throws IOException {
        if (!inputEnded || unanswered.get() > 0) {
            return;
        }
        if (!lingering) {
            close();
        } else if (socket instanceof SelectableJavaSocket selectable && !outputEnded) {
            outputEnded = true;
            ((SocketChannel) selectable.getSelectableChannel()).shutdownOutput();
        }
    }

    @Override
    public void handleException(Throwable e) {
        if (e instanceof IOException) {
            log.debug("Connection lost", e);
        } else {
            log.error("A connection failed", e);
        }
        close();
    }

    @Override
    public void close() {
        synchronized (interestLock) {
            if (closed) {
                return;
            }
            closed = true;
            if (selector != null) {
                selector.unregister(this);
            }
            socket.close();
        }
        server.forget(this);
    }

    // ---- any thread ------------------------------------------------------------------------------------------------

    /** What the answer to this exchange is to say of the connection's future. */
    Persistence persistenceAfter(Exchange exchange) {
        return inputEnded && exchange.next() == null ? Persistence.CLOSE : exchange.persistence;
    }

    boolean isAnswered() {
        return unanswered.get() == 0;
    }

    /** Writes all answers whose turn has come, unless another thread is at it: then that one looks again. */
    void writeAnswers() {
        if (writers.getAndIncrement() != 0) {
            return;
        }
        int visits = 1;
        do {
            writeInOrder();
            visits = writers.addAndGet(-visits);
        } while (visits != 0);
    }

    private void writeInOrder() {
        boolean unblocked = false;
        if (writeBlocked) {
            if (!writable && !broken) {
                return;
            }
            writable = false;
            writeBlocked = false;
            unblocked = true;
        }
        for (Exchange next = lastWritten.next(); next != null && next.isAnswered(); next = lastWritten.next()) {
            if (!broken && !written(next)) {
                writeBlocked = true;
                updateInterest();
                return;
            }
            if (next.status() != null) {
                server.metrics().answered(next);
            }
            next.release();
            lastWritten = next;
            int left = unanswered.decrementAndGet();
            if (left == 0 && inputEnded || parsingPaused && left <= resumeParsingAt) {
                kick();
            }
        }
        if (unblocked) {
            kick();
        }
    }

    /** Returns whether all of it went out; a client that is gone counts as served. */
    private boolean written(Exchange exchange) {
        byte[] answer = exchange.answerBytes();
        try {
            int remaining = answer.length - exchange.written();
            int count = Math.max(0, socket.write(answer, exchange.written(), remaining, 0));
            if (count < remaining) {
                exchange.advance(count);
                lastProgressNanos = count > 0 ? System.nanoTime() : lastProgressNanos;
                return false;
            }
        } catch (IOException e) {
            log.debug("Connection lost", e);
            broken = true;
            requestClose();
        }
        return true;
    }

    /** Has the selector thread look at this connection, whatever its socket does. */
    void kick() {
        if (!kicked) {
            kicked = true;
            updateInterest();
        }
    }

    /** Has the selector thread close this connection, even when its socket would never become ready again. */
    private void requestClose() {
        closeRequested = true;
        updateInterest();
        synchronized (interestLock) {
            if (closed) {
                return;
            }
            if (!(socket instanceof SelectableJavaSocket selectable)) {
                close();
                return;
            }
            try {
                ((SocketChannel) selectable.getSelectableChannel()).shutdownInput();
            } catch (IOException e) {
                log.debug("Connection lost", e);
            }
        }
    }

    /** Closes the connection when nothing has moved on it for too long. */
    void closeIfStale(long nowNanos, long idleNanos, long lingerNanos) {
        long quiet = nowNanos - lastProgressNanos;
        if (quiet > idleNanos || lingering && unanswered.get() == 0 && quiet > lingerNanos) {
            requestClose();
        }
    }

    private void updateInterest() {
        synchronized (interestLock) {
            int wanted = interest();
            if (closed || wanted == eventsToListen) {
                return;
            }
            eventsToListen = wanted;
            if (isRegistered()) {
                selector.listen(this, wanted);
            }
        }
    }

    private int interest() {
        if (closeRequested) {
            return READABLE | WRITEABLE;
        }
        boolean reading = lingering || !inputEnded && !parsingPaused && !writeBlocked;
        return (reading ? READABLE : 0) | (writeBlocked || kicked ? WRITEABLE : 0);
    }

    // Before that, the selector registers with whatever is wanted then.
    private boolean isRegistered() {
        return selector != null
                && (!(socket instanceof SelectableJavaSocket selectable)
                        || selectable.getSelectableChannel().isRegistered());
    }
}
