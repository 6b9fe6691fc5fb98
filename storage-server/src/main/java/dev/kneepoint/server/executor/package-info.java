/**
 * How a parsed request gets from its selector to the thread that handles it: the seven executors the server is studied
 * with, and what each one's capacity means. Knows nothing of HTTP, of storage or of metrics.
 */
package dev.kneepoint.server.executor;
