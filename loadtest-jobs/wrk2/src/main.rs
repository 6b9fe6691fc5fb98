//! The `wrk2` command.

use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;
use kneepoint_wrk2::cli::{Cli, MergeCli};
use kneepoint_wrk2::options::Options;
use kneepoint_wrk2::report::{Report, generator};
use kneepoint_wrk2::run::Failure;
use kneepoint_wrk2::{merge, run};

const FAILED: u8 = 1;
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    let result = if std::env::args().nth(1).as_deref() == Some("merge") {
        parse::<MergeCli>(std::env::args().skip(1)).and_then(|cli| merge_files(&cli.files))
    } else {
        parse::<Cli>(std::env::args()).and_then(load)
    };
    match result {
        Ok(code) => ExitCode::from(code),
        Err(Failure::Failed(sentence)) => complain(&sentence, FAILED),
        Err(Failure::BadInput(sentence)) => complain(&sentence, BAD_INPUT),
    }
}

fn complain(sentence: &str, code: u8) -> ExitCode {
    eprintln!("wrk2: {sentence}");
    ExitCode::from(code)
}

fn load(cli: Cli) -> Result<u8, Failure> {
    if cli.version {
        println!("wrk2 {} [epoll]", generator());
        return Ok(0);
    }
    run::run(&Options::resolve(cli).map_err(Failure::BadInput)?)
}

fn merge_files(files: &[String]) -> Result<u8, Failure> {
    let reports = files
        .iter()
        .map(|file| {
            let text =
                std::fs::read_to_string(file).map_err(|e| format!("cannot read {file}: {e}"))?;
            serde_json::from_str::<Report>(&text)
                .map_err(|e| format!("{file} is no result of wrk2: {e}"))
        })
        .collect::<Result<Vec<_>, _>>()
        .map_err(Failure::BadInput)?;
    let merged = merge::merge(&reports).map_err(Failure::BadInput)?;
    println!(
        "{}",
        serde_json::to_string(&merged).expect("numbers and strings only")
    );
    Ok(0)
}

/// clap explains at length; a mistake deserves one sentence, help was asked for.
fn parse<T: Parser>(arguments: impl Iterator<Item = String>) -> Result<T, Failure> {
    T::try_parse_from(arguments).map_err(|error| {
        if matches!(
            error.kind(),
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
        ) {
            error.exit();
        }
        let text = error.to_string();
        let first = text.lines().next().unwrap_or_default();
        let sentence = first.strip_prefix("error: ").unwrap_or(first);
        Failure::BadInput(format!("{sentence} (see wrk2 --help)"))
    })
}
