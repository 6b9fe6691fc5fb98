/**
 * From YAML to a tuning and back: a manifest is walked against the api's types, every problem in it is collected with
 * its path and line, defaults are applied, and what is left is resolved into the core's words. Reads the file it is
 * given and nothing else; knows no cluster, no process and no command.
 */
package dev.kneepoint.manifest;
