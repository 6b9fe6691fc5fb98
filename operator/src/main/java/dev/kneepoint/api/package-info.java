/** The custom resource's types, and nothing else: the CRD is generated from them, and YAML is read into them. */
package dev.kneepoint.api;
