/** Which rate next: warms a server up and closes in on the highest rate it sustains. Asked and told, never calling. */
package dev.kneepoint.core.saturation;
