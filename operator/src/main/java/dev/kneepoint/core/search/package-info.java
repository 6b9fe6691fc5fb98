/** Which configuration next. Asked and told, never calling. */
package dev.kneepoint.core.search;
