/**
 * The brain: given a tuning and everything measured so far, what is the single next step? Pure: no Kubernetes, no
 * Quarkus, no I/O, no clock and no chance but what comes in as an argument (an ArchUnit test holds this), so that it is
 * replayed after a restart, tested without mocks, and shared by the shells on a cluster and on one machine.
 */
package dev.kneepoint.core;
