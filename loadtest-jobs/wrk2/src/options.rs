//! What the command line means: every value checked once, with one sentence for each mistake.

use std::path::PathBuf;
use std::time::Duration;

use crate::abort::Condition;
use crate::cli::Cli;
use crate::target::Target;
use crate::units;

const MAX_THREADS: usize = 1024;
const MAX_CONNECTIONS: usize = 1_000_000;
const MAX_RATE: f64 = 1e8;
const MAX_DURATION: Duration = Duration::from_secs(30 * 24 * 3600);

/// A run, ready to be started.
#[derive(Debug, Clone)]
#[allow(clippy::struct_excessive_bools)] // each is a switch of its own
pub struct Options {
    /// Where the load goes.
    pub target: Target,
    /// Load threads, at least 1.
    pub threads: usize,
    /// Connections over all threads, at least one per thread.
    pub connections: usize,
    /// How long the schedule runs.
    pub duration: Duration,
    /// Requests per second over all threads, above 0.
    pub rate: f64,
    /// When an unanswered request counts as timed out.
    pub timeout: Duration,
    /// How long answers are waited for after the schedule's end.
    pub drain: Duration,
    /// The send timer's grain.
    pub tick: Duration,
    /// Headers for every request.
    pub headers: Vec<(String, String)>,
    /// The Lua script.
    pub script: Option<PathBuf>,
    /// Arguments for its `init()`.
    pub script_arguments: Vec<String>,
    /// Print the corrected distribution.
    pub print_latency: bool,
    /// Print the uncorrected distribution.
    pub print_uncorrected: bool,
    /// Measure only the last response of a pipelined batch.
    pub whole_batches: bool,
    /// Discard the first ten seconds.
    pub calibrate: bool,
    /// What ends the run early.
    pub abort_when: Vec<Condition>,
    /// Report while running.
    pub progress: bool,
    /// Where the JSON goes; `-` is standard output.
    pub json: Option<String>,
}

impl Options {
    /// Gives the command line its meaning.
    ///
    /// # Errors
    /// One sentence: what was found, what is allowed.
    pub fn resolve(cli: Cli) -> Result<Self, String> {
        let mut positional = cli.positional.into_iter();
        let url = positional
            .next()
            .ok_or("no URL given: expected wrk2 <options> <url>, such as http://127.0.0.1:8080/")?;
        let target = Target::parse(&url)?;
        let threads = whole("--threads", &cli.threads, MAX_THREADS)?;
        let connections = whole("--connections", &cli.connections, MAX_CONNECTIONS)?;
        if connections < threads {
            return Err(format!(
                "--connections {connections} is less than --threads {threads}: every thread needs at least one connection"
            ));
        }
        let rate = match &cli.rate {
            None => {
                return Err(
                    "--rate is missing: the requests per second must be given (-R 2000)".into(),
                );
            }
            Some(text) => units::parse_metric(text).map_err(|e| format!("--rate: {e}"))?,
        };
        if rate <= 0.0 || rate > MAX_RATE {
            return Err(format!(
                "--rate {rate} is out of range: it must be above 0 and at most 100M requests per second"
            ));
        }
        let abort_when = cli
            .abort_when
            .iter()
            .map(|text| Condition::parse_list(text))
            .collect::<Result<Vec<_>, _>>()?
            .concat();
        Ok(Self {
            target,
            threads,
            connections,
            duration: time("--duration", &cli.duration, Duration::from_millis(1))?,
            rate,
            timeout: time("--timeout", &cli.timeout, Duration::from_millis(1))?,
            drain: time("--drain", &cli.drain, Duration::ZERO)?,
            tick: time("--tick", &cli.tick, Duration::from_micros(10))?,
            headers: cli
                .headers
                .iter()
                .map(|text| header(text))
                .collect::<Result<_, _>>()?,
            script: cli.script.map(PathBuf::from),
            script_arguments: positional.collect(),
            print_latency: cli.latency || cli.u_latency,
            print_uncorrected: cli.u_latency,
            whole_batches: cli.batch_latency,
            calibrate: !cli.no_calibration,
            abort_when,
            progress: cli.progress,
            json: cli.json,
        })
    }
}

fn whole(option: &str, text: &str, max: usize) -> Result<usize, String> {
    let value = units::parse_metric(text).map_err(|e| format!("{option}: {e}"))?;
    if value.fract() != 0.0 || value < 1.0 || value > max as f64 {
        return Err(format!(
            "{option} {text} is out of range: it must be a whole number from 1 to {max}"
        ));
    }
    Ok(value as usize)
}

fn time(option: &str, text: &str, min: Duration) -> Result<Duration, String> {
    let value = units::parse_time(text).map_err(|e| format!("{option}: {e}"))?;
    if value < min || value > MAX_DURATION {
        return Err(format!(
            "{option} {text} is out of range: it must be from {min:?} to 720h"
        ));
    }
    Ok(value)
}

fn header(text: &str) -> Result<(String, String), String> {
    match text.split_once(':') {
        Some((name, value))
            if !name.is_empty()
                && !name.contains(char::is_whitespace)
                && !value.contains(['\r', '\n']) =>
        {
            Ok((name.to_owned(), value.trim().to_owned()))
        }
        _ => Err(format!(
            "--header '{text}' is not of the form 'Name: value'"
        )),
    }
}
