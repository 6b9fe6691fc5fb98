/**
 * The storage server: {@link dev.kneepoint.server.StorageServer} reads the settings, opens the store and the two ports,
 * prefills, serves and stops. It is the only place that knows every other package.
 */
package dev.kneepoint.server;
