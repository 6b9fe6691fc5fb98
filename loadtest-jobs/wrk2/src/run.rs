//! One run from the scripts' setup to the printed result.

use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use signal_hook::consts::{SIGINT, SIGTERM};

use crate::clock::Clock;
use crate::engine::{Outcome, RunPlan, Worker};
use crate::live::{LiveCounts, Rendezvous};
use crate::measurement::{Errors, Measurement};
use crate::monitor::{Ending, Monitor};
use crate::options::Options;
use crate::rates::RateSamples;
use crate::report::{Report, RunFacts};
use crate::schedule::{Schedule, Tick};
use crate::script::{DoneSummary, Script, ThreadControl};
use crate::text;

const CONNECT_PROBE_TIMEOUT: Duration = Duration::from_secs(5);

/// Why there is no result; the text is one sentence.
#[derive(Debug)]
pub enum Failure {
    /// The input is wrong; nothing was started.
    BadInput(String),
    /// The input is right, but the run did not come about, or its script failed.
    Failed(String),
}

/// Where the text goes: to standard error when the JSON takes standard output.
#[derive(Debug, Clone, Copy)]
enum Console {
    Stdout,
    Stderr,
}

impl Console {
    fn line(self, text: &str) {
        use std::io::Write as _;
        // A reader that has gone away (`| head`) must not end the measurement.
        let _ = match self {
            Self::Stdout => writeln!(std::io::stdout(), "{text}"),
            Self::Stderr => writeln!(std::io::stderr(), "{text}"),
        };
    }
}

/// Runs the load and prints the result. Returns the exit code.
///
/// # Errors
/// See [`Failure`].
///
/// # Panics
/// When a load thread does.
pub fn run(options: &Options) -> Result<u8, Failure> {
    let console = if options.json.as_deref() == Some("-") {
        Console::Stderr
    } else {
        Console::Stdout
    };
    if let Some(path) = options.json.as_deref().filter(|path| *path != "-") {
        check_writable(path)?;
    }
    let address = resolve(options)?;
    let load = || Script::load(&options.target, &options.headers, options.script.as_deref());
    let main_script = load().map_err(Failure::BadInput)?;
    let clock = Clock::start();
    let plan = RunPlan {
        duration: options.duration,
        timeout: options.timeout,
        drain: options.drain,
        tick: Tick::new(options.tick.as_nanos() as u64),
        calibrate: options.calibrate,
        whole_batches: options.whole_batches,
        abort_when: options.abort_when.clone(),
    };
    let mut workers = Vec::with_capacity(options.threads);
    let mut schedules = Vec::with_capacity(options.threads);
    for thread in 0..options.threads {
        let script = load().map_err(Failure::BadInput)?;
        let control = ThreadControl::new(address);
        main_script
            .setup(&script, &control)
            .map_err(Failure::BadInput)?;
        script
            .init(&options.target.url, &options.script_arguments)
            .map_err(Failure::BadInput)?;
        let schedule = Schedule::new(options.rate, options.connections, options.threads, thread);
        schedules.push(schedule.clone());
        let worker = Worker::new(plan.clone(), clock, schedule, script, control);
        workers.push(worker.map_err(Failure::BadInput)?);
    }
    let stop = Arc::new(AtomicBool::new(false));
    let (interrupted, terminated) = (Arc::default(), Arc::default());
    for (signal, flag) in [(SIGINT, &interrupted), (SIGTERM, &terminated)] {
        for flag in [flag, &stop] {
            signal_hook::flag::register(signal, Arc::clone(flag))
                .map_err(|e| Failure::Failed(format!("cannot handle signals: {e}")))?;
        }
    }
    console.line(&text::heading(
        options.duration,
        &options.target.url,
        options.threads,
        options.connections,
    ));

    let rendezvous = Rendezvous::new(options.threads);
    let live: Vec<LiveCounts> = (0..options.threads)
        .map(|_| LiveCounts::new(options.abort_when.len()))
        .collect();
    let watcher = std::thread::current();
    let (outcomes, aborted) = std::thread::scope(|scope| {
        let threads: Vec<_> = workers
            .into_iter()
            .zip(&live)
            .map(|(worker, live)| {
                let (rendezvous, stop, watcher) = (&rendezvous, &stop, &watcher);
                scope.spawn(move || {
                    let announce = |c| console.line(&text::calibration(c));
                    let outcome = worker.run(rendezvous, stop, live, &announce);
                    watcher.unpark();
                    outcome
                })
            })
            .collect();
        let monitor = Monitor::new(options, &schedules, &live, &stop);
        let aborted = monitor.watch(&mut || {
            threads
                .iter()
                .all(std::thread::ScopedJoinHandle::is_finished)
        });
        let outcomes: Vec<Outcome> = threads
            .into_iter()
            .map(|thread| thread.join().expect("load threads do not panic"))
            .collect();
        (outcomes, aborted)
    });
    let ending = Ending::of(aborted, &interrupted, &terminated);
    conclude(options, console, &main_script, outcomes, &ending)
}

fn conclude(
    options: &Options,
    console: Console,
    main_script: &Script,
    outcomes: Vec<Outcome>,
    ending: &Ending,
) -> Result<u8, Failure> {
    let mut measured = Measurement::default();
    let mut unmeasured = Measurement::default();
    let mut script_error = None;
    let mut runtime = Duration::ZERO;
    let calibrated = outcomes.iter().any(|outcome| outcome.calibrated);
    // The scripts' states must outlive done(), which may look into them.
    let mut states = Vec::with_capacity(outcomes.len());
    for outcome in outcomes {
        measured.add(&outcome.measured);
        unmeasured.add(&outcome.unmeasured);
        runtime = runtime.max(Duration::from_nanos(outcome.runtime_ns));
        script_error = script_error.or(outcome.script_error);
        states.push(outcome.script);
    }
    let rates = RateSamples::new(std::mem::take(&mut measured.rate_samples));
    let mut errors: Errors = measured.errors;
    errors.add(&unmeasured.errors);
    let requests = measured.completed + unmeasured.completed;
    let bytes = measured.bytes_read + unmeasured.bytes_read;
    let summary = text::Summary {
        latency: &measured.latency,
        uncorrected: options.print_uncorrected.then_some(&measured.service_time),
        print_latency: options.print_latency,
        rates: &rates,
        requests,
        bytes,
        errors,
        runtime,
    };
    console.line(summary.to_string().trim_end_matches('\n'));
    let facts = RunFacts {
        url: options.target.url.clone(),
        script: options
            .script
            .as_ref()
            .map(|path| path.display().to_string()),
        threads: options.threads,
        connections: options.connections,
        rate: options.rate,
        calibrated,
        aborted: ending.aborted.clone(),
        interrupted: ending.signal_exit_code.is_some(),
    };
    if let Some(path) = &options.json {
        write_json(path, &Report::new(facts, &measured))?;
    }
    if let Some(error) = script_error {
        return Err(Failure::Failed(error));
    }
    main_script
        .done(DoneSummary {
            duration_us: runtime.as_micros() as u64,
            requests,
            bytes,
            errors,
            latency: measured.latency,
            rates,
        })
        .map_err(Failure::Failed)?;
    if let Some(reason) = &ending.aborted {
        eprintln!("wrk2: ended early, {reason}");
    }
    if let Some(code) = ending.signal_exit_code {
        return Ok(code);
    }
    if requests == 0 {
        return Err(Failure::Failed(nothing_completed(options, &errors)));
    }
    Ok(0)
}

fn nothing_completed(options: &Options, errors: &Errors) -> String {
    let (host, port) = (&options.target.host, options.target.port_or_default());
    if errors.refused > 0 {
        format!("unable to connect to {host}:{port} Connection refused")
    } else if errors.connect > 0 {
        format!("unable to connect to {host}:{port}: no connection could be opened")
    } else {
        format!("no request to {host}:{port} was completed within the test")
    }
}

/// A name may stand for several addresses, of which not every one is served; as upstream, the first
/// that accepts a connection is taken. A single address is not tried: the threads will.
fn resolve(options: &Options) -> Result<SocketAddr, Failure> {
    let (host, port) = (
        options.target.host.as_str(),
        options.target.port_or_default(),
    );
    let addresses: Vec<SocketAddr> = (host, port)
        .to_socket_addrs()
        .map_err(|e| Failure::Failed(format!("unable to resolve {host}:{port} {e}")))?
        .collect();
    let first = addresses.first().copied();
    let answering = || {
        addresses
            .iter()
            .copied()
            .find(|address| TcpStream::connect_timeout(address, CONNECT_PROBE_TIMEOUT).is_ok())
    };
    (if addresses.len() > 1 {
        answering().or(first)
    } else {
        first
    })
    .ok_or_else(|| Failure::Failed(format!("unable to resolve {host}:{port}: no address")))
}

fn check_writable(path: &str) -> Result<(), Failure> {
    std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(Path::new(path))
        .map(drop)
        .map_err(|e| Failure::BadInput(format!("--json: cannot write {path}: {e}")))
}

fn write_json(path: &str, report: &Report) -> Result<(), Failure> {
    let json = serde_json::to_string(report).expect("numbers and strings only");
    if path == "-" {
        println!("{json}");
        return Ok(());
    }
    std::fs::write(path, json + "\n")
        .map_err(|e| Failure::Failed(format!("--json: cannot write {path}: {e}")))
}
