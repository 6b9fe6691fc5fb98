/**
 * The custom resource's types, and nothing else: the CRD and its reference page are generated from them, and YAML is
 * read into them. Every limit, default and description stands here once, as an annotation. May touch Fabric8's model
 * and the core's enumerations; reads no files and resolves nothing.
 */
package dev.kneepoint.api;
