package dev.kneepoint.server.admin;

/** What to profile, for how many seconds, and how to write it down; constants are named as in the request. */
record ProfileRequest(Event event, int seconds, Format format) {
    enum Event {
        cpu,
        alloc,
        lock,
        wall
    }

    enum Format {
        flamegraph("text/html; charset=utf-8", ".html"),
        collapsed("text/plain; charset=utf-8", ".collapsed"),
        jfr("application/octet-stream", ".jfr");

        final String mediaType;
        final String fileSuffix;

        Format(String mediaType, String fileSuffix) {
            this.mediaType = mediaType;
            this.fileSuffix = fileSuffix;
        }
    }
}
