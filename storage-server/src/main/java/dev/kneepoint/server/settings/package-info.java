/**
 * The server's settings: each a flag and an environment variable of the same name, checked before anything is started.
 */
package dev.kneepoint.server.settings;
