# What can be done here: make help.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help build test test-java test-rust test-lua journeys lint format generate bench clean

MVN := JAVA_HOME="$$(./kneepoint jdk)" mvn -B -ntp
CARGO_MANIFEST := --manifest-path loadtest-jobs/wrk2/Cargo.toml
SCRIPTS := kneepoint .ci/run .ci/install-tools $(shell git ls-files | xargs -r grep -lE '^\#!/usr/bin/env bash' 2>/dev/null)
LUA := $(shell git ls-files '*.lua')

help: ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | column -t -s '|'

build: ## Build the server, the generator and the operator
	./kneepoint build

test: tools build test-java test-rust journeys ## Run every test that runs on one machine

tools:
	.ci/install-tools test

test-java:
	$(MVN) test

test-rust:
	cargo test --locked $(CARGO_MANIFEST)

journeys: build
	target/python/bin/pytest -q e2e/local

lint: ## Check format and style of every language; warnings are errors
	.ci/install-tools lint
	$(MVN) -q spotless:check
	cargo fmt $(CARGO_MANIFEST) --check
	cargo clippy --locked --all-targets $(CARGO_MANIFEST) -- -D warnings
	shellcheck $(sort $(SCRIPTS))
	shfmt -i 4 -ci -d $(sort $(SCRIPTS))
	luacheck -q $(LUA)
	target/python/bin/ruff check e2e
	target/python/bin/ruff format --check e2e
	crds/generate --check

format: ## Put every file into its format
	$(MVN) -q spotless:apply
	cargo fmt $(CARGO_MANIFEST)
	shfmt -i 4 -ci -w $(sort $(SCRIPTS))
	target/python/bin/ruff format e2e

generate: ## Regenerate the CRD and its reference from the Java types
	crds/generate

bench: build ## Measure the server and the generator on this machine (takes a while; let it rest)
	.ci/install-tools bench
	JAVA_HOME="$$(./kneepoint jdk)" storage-server/bench/jmh
	JAVA_HOME="$$(./kneepoint jdk)" storage-server/bench/http
	JAVA_HOME="$$(./kneepoint jdk)" loadtest-jobs/wrk2/bench/compare

clean: ## Remove what was built
	$(MVN) -q clean
	cargo clean $(CARGO_MANIFEST)
	rm -rf target
