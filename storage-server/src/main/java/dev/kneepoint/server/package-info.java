/** The storage server. */
package dev.kneepoint.server;
