/**
 * What the server counts and times, by the Prometheus client. Label values are resolved when the server starts, so that
 * recording is a few uncontended atomic additions. Knows nothing of the other packages.
 */
package dev.kneepoint.server.metrics;
