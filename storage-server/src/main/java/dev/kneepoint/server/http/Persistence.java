package dev.kneepoint.server.http;

/** What becomes of a connection after an answer, and the header that says so. */
enum Persistence {
    /** HTTP/1.1: the connection stays without a word. */
    KEEP(""),
    /** HTTP/1.0: the client asked for it to stay and has to be told that it does. */
    KEEP_ANNOUNCED("Connection: keep-alive\r\n"),
    CLOSE("Connection: close\r\n");

    final String header;

    Persistence(String header) {
        this.header = header;
    }
}
