/**
 * The admin port: metrics, health and profiles, on threads of its own so that it answers while the public port is
 * saturated. Knows the server only as a registry and a readiness.
 */
package dev.kneepoint.server.admin;
