/**
 * Keys and values: the {@link dev.kneepoint.server.storage.Store} port, its two engines, and the prefill that makes a
 * store's first content. Knows nothing of HTTP or executors.
 */
package dev.kneepoint.server.storage;
