/**
 * The shell on one machine: carries the core's decisions out with processes in place of pods, one trial at a time, and
 * writes what it observed to a journal. Knows processes, files and processors; decides nothing.
 */
package dev.kneepoint.local;
