package dev.kneepoint.server.http;

import dev.kneepoint.server.executor.RequestTask;

/**
 * One request and, later, its answer; also a link in its connection's chain of exchanges, in the order of requests.
 *
 * <p>Written by the selector thread until it is handed over, then by the worker until {@link #answered} is set, then by
 * whichever thread is writing the connection's answers. That flag and {@link #next} are the only hand-overs.
 */
final class Exchange extends RequestTask {
    final HttpConnection connection;
    final Method method;
    final Persistence persistence;
    final long parsedAtNanos;

    RequestTarget.Resource resource;
    byte[] id;
    byte[] body;

    private byte[] answer;
    private int written;
    private Status status;
    private volatile boolean answered;
    private volatile Exchange next;

    Exchange(HttpConnection connection, Method method, Persistence persistence, long parsedAtNanos) {
        this.connection = connection;
        this.method = method;
        this.persistence = persistence;
        this.parsedAtNanos = parsedAtNanos;
    }

    @Override
    protected void perform() {
        connection.server.entities().handle(this);
    }

    @Override
    protected void answer() {
        answered = true;
        connection.writeAnswers();
    }

    @Override
    protected void refuse() {
        connection.server.metrics().refused();
        respond(Status.SERVICE_UNAVAILABLE);
        answer();
    }

    void respond(Status status) {
        respond(status, status.standard(connection.persistenceAfter(this)));
    }

    void respond(Status status, byte[] rendered) {
        this.status = status;
        this.answer = rendered;
    }

    void respondWith(byte[] value) {
        respond(Status.OK, Answers.value(value, connection.persistenceAfter(this)));
    }

    void explain(Status status, String extraHeaders, String sentence) {
        Persistence after = connection.persistenceAfter(this);
        respond(status, Answers.explained(status, extraHeaders, sentence, after, method != Method.HEAD));
    }

    /** Null for an interim answer, which is counted nowhere. */
    Status status() {
        return status;
    }

    boolean isAnswered() {
        return answered;
    }

    byte[] answerBytes() {
        return answer;
    }

    int written() {
        return written;
    }

    void advance(int bytes) {
        written += bytes;
    }

    Exchange next() {
        return next;
    }

    void append(Exchange later) {
        next = later;
    }

    /** Stays in the chain as its first link until the next one is written, and must not keep a value alive meanwhile. */
    void release() {
        answer = null;
        body = null;
        id = null;
    }
}
