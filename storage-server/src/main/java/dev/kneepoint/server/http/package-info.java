/**
 * The public port: one-nio's selectors and sockets below, our own connections on top, which parse requests, hand them to
 * an executor and put the answers back in order. May use executors, stores and metrics; knows nothing of settings or of
 * the admin port.
 */
package dev.kneepoint.server.http;
