/**
 * What a load generator reported: one {@link dev.kneepoint.wrk2.LoadReport} per run, read from the JSON of this
 * project's generator or from the text of upstream wrk2 and wrk, in a saved file or in a pod's log. Pure: text comes in
 * as a string with the name of its source, nothing is opened here, and the only libraries are Jackson and HdrHistogram.
 */
package dev.kneepoint.wrk2;
