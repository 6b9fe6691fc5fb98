/** The command line: reads arguments, calls the shells, and says what came of it. */
package dev.kneepoint.cli;
