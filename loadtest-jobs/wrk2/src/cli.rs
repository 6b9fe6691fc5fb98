//! The command line as it is written; [`crate::options`] gives it meaning.

use clap::Parser;

const HELP_AFTER: &str = "\
Numbers may carry a SI unit (10k, 1M), times a unit (100us, 500ms, 30s, 2m, 1h; seconds without one).

Examples:
  wrk2 -t1 -c64 -d30s -R2000 -L http://127.0.0.1:8080/
      2000 requests per second over 64 connections; prints the latency distribution
  wrk2 -t1 -c64 -d10s -R20k --no-calibration --json result.json -s get.lua http://127.0.0.1:8080 -- --keys 100000
      measures the whole run, leaves a machine-readable result, hands arguments to a script
  wrk2 -c64 -d60s -R20k --abort-when 'p99>20ms,errors>1%' http://127.0.0.1:8080/
      stops as soon as the run can no longer stay within these bounds
  wrk2 merge a.json b.json
      adds the results of several generators up

Latency counts from the moment a request was meant to be sent, so that a server that stalls cannot
hide it by slowing the generator down.

Exit codes: 0 measured, 1 nothing could be measured or the script failed, 2 bad input,
130 or 143 interrupted (what was measured until then is printed).";

/// Constant-rate HTTP load, with the command line, Lua interface and output of wrk2.
#[derive(Debug, Parser)]
#[allow(clippy::struct_excessive_bools)] // each is a switch of its own
#[command(
    name = "wrk2",
    override_usage = "wrk2 <options> <url> [-- script args]\n       wrk2 merge <file>...",
    after_help = HELP_AFTER,
    disable_version_flag = true
)]
pub struct Cli {
    /// Connections to keep open, in all
    #[arg(
        short,
        long,
        value_name = "N",
        default_value = "10",
        allow_hyphen_values = true
    )]
    pub connections: String,

    /// Duration of the test
    #[arg(
        short,
        long,
        value_name = "T",
        default_value = "10s",
        allow_hyphen_values = true
    )]
    pub duration: String,

    /// Number of threads to use
    #[arg(
        short,
        long,
        value_name = "N",
        default_value = "2",
        allow_hyphen_values = true
    )]
    pub threads: String,

    /// Requests per second, in all [required]
    #[arg(short = 'R', long, value_name = "N", allow_hyphen_values = true)]
    pub rate: Option<String>,

    /// Load a Lua script (wrk2's interface: setup, init, delay, request, response, done)
    #[arg(short, long, value_name = "FILE")]
    pub script: Option<String>,

    /// Add a header to every request, as 'Name: value'; may be repeated
    #[arg(short = 'H', long = "header", value_name = "HEADER")]
    pub headers: Vec<String>,

    /// Print the latency distribution
    #[arg(short = 'L', long)]
    pub latency: bool,

    /// Print the latency distribution, and the one uncorrected for delayed sends
    #[arg(short = 'U', long = "u_latency")]
    pub u_latency: bool,

    /// Measure pipelined batches as a whole rather than each request
    #[arg(short = 'B', long = "batch_latency")]
    pub batch_latency: bool,

    /// When an unanswered request counts as timed out
    #[arg(
        short = 'T',
        long,
        value_name = "T",
        default_value = "2s",
        allow_hyphen_values = true
    )]
    pub timeout: String,

    /// Measure from the first request on, instead of discarding the first ten seconds
    #[arg(long)]
    pub no_calibration: bool,

    /// After the schedule's end, how long to wait for answers to what was sent in it
    #[arg(
        long,
        value_name = "T",
        default_value = "0s",
        allow_hyphen_values = true
    )]
    pub drain: String,

    /// Grain of the send timer: finer is more exact and costs more CPU
    #[arg(
        long,
        value_name = "T",
        default_value = "1ms",
        allow_hyphen_values = true
    )]
    pub tick: String,

    /// Write the result as JSON; '-' for standard output, the text then goes to standard error
    #[arg(long, value_name = "FILE")]
    pub json: Option<String>,

    /// End early once a condition is certain: METRIC>VALUE[,...] with errors, lost (%), p99, lag (time)
    #[arg(long, value_name = "CONDITIONS")]
    pub abort_when: Vec<String>,

    /// Report once a second on standard error: one line that is rewritten on a terminal, else JSON lines
    #[arg(long)]
    pub progress: bool,

    /// Print the version and end
    #[arg(short, long)]
    pub version: bool,

    /// URL, then arguments for the script's init function
    #[arg(value_name = "URL")]
    pub positional: Vec<String>,
}

/// `wrk2 merge`.
#[derive(Debug, Parser)]
#[command(
    name = "wrk2 merge",
    about = "Adds up the JSON results of generators that ran at the same time: counts and rates are\n\
             summed, histograms added. The merged result goes to standard output."
)]
pub struct MergeCli {
    /// Results of `wrk2 --json`
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,
}
