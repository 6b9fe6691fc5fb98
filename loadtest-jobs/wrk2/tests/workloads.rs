//! The workloads in `scripts/`: their arguments, and whether keys and values are spread as they say.

mod common;

use std::collections::HashMap;
use std::path::PathBuf;

use common::wrk2;
use kneepoint_wrk2::script::{Script, ThreadControl};
use kneepoint_wrk2::target::Target;

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../scripts")
        .join(name)
}

/// The requests that each of `threads` threads would send.
fn requests(name: &str, arguments: &[&str], threads: usize, count: usize) -> Vec<Vec<String>> {
    let target = Target::parse("http://127.0.0.1:8080").unwrap();
    let load = || Script::load(&target, &[], Some(&file(name))).unwrap();
    let main = load();
    let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
    (0..threads)
        .map(|_| {
            let mut script = load();
            let control = ThreadControl::new("127.0.0.1:8080".parse().unwrap());
            main.setup(&script, &control).unwrap();
            script.init(&target.url, &arguments).unwrap();
            (0..count)
                .map(|_| {
                    script
                        .request(|bytes| String::from_utf8(bytes.to_vec()).unwrap())
                        .unwrap()
                })
                .collect()
        })
        .collect()
}

fn key(request: &str) -> usize {
    let start = request.find("/v0/entity?id=").expect("the entity's path") + "/v0/entity?id=".len();
    request[start..].split(' ').next().unwrap().parse().unwrap()
}

fn chi_square(observed: &[f64], expected: &[f64]) -> f64 {
    observed
        .iter()
        .zip(expected)
        .map(|(o, e)| (o - e).powi(2) / e)
        .sum()
}

/// The value that chi-square exceeds once in a thousand times (Wilson and Hilferty, 1931).
fn critical(degrees: usize) -> f64 {
    let d = degrees as f64;
    d * (1.0 - 2.0 / (9.0 * d) + 3.09 * (2.0 / (9.0 * d)).sqrt()).powi(3)
}

#[test]
fn uniform_keys_are_uniform() {
    let (keys, draws) = (200, 40_000);
    for name in ["get.lua", "put.lua"] {
        let mut observed = vec![0.0; keys];
        for request in &requests(name, &["--keys", "200", "--seed", "7"], 1, draws)[0] {
            observed[key(request)] += 1.0;
        }
        let expected = vec![draws as f64 / keys as f64; keys];
        let distance = chi_square(&observed, &expected);
        assert!(distance < critical(keys - 1), "{name}: {distance}");
    }
}

#[test]
fn zipfian_keys_follow_zipfs_law() {
    let (keys, draws, single) = (1000, 60_000, 60);
    let weight = |rank: usize| (rank as f64).powf(-0.99);
    let all: f64 = (1..=keys).map(weight).sum();
    let arguments = ["--keys", "1000", "--distribution", "zipfian", "--seed", "3"];
    // One bin for each of the hottest ranks, one for each ten of the others.
    let bin = |rank: usize| {
        if rank <= single {
            rank - 1
        } else {
            single + (rank - single - 1) / 10
        }
    };
    let rank_of: HashMap<usize, usize> = (1..=keys)
        .map(|rank| ((rank - 1) * 1_000_003 % keys, rank))
        .collect();
    assert_eq!(rank_of.len(), keys, "each rank has a key of its own");
    let bins = bin(keys) + 1;
    let (mut observed, mut expected) = (vec![0.0; bins], vec![0.0; bins]);
    for rank in 1..=keys {
        expected[bin(rank)] += draws as f64 * weight(rank) / all;
    }
    for request in &requests("get.lua", &arguments, 1, draws)[0] {
        observed[bin(rank_of[&key(request)])] += 1.0;
    }
    let distance = chi_square(&observed, &expected);
    assert!(distance < critical(bins - 1), "{distance}");
}

#[test]
fn zipfian_draws_stay_in_range_for_one_key_and_for_many() {
    for keys in ["1", "2", "1000003", "4294967296"] {
        let arguments = ["--keys", keys, "--distribution", "zipfian"];
        let most: usize = keys.parse().unwrap();
        assert!(
            requests("get.lua", &arguments, 1, 2000)[0]
                .iter()
                .all(|r| key(r) < most),
            "{keys}"
        );
    }
}

#[test]
fn threads_draw_different_streams_and_seeds_repeat_them() {
    let first = requests("get.lua", &["--seed", "5"], 3, 50);
    assert!(first[0] != first[1] && first[1] != first[2] && first[0] != first[2]);
    assert_eq!(first, requests("get.lua", &["--seed=5"], 3, 50));
    assert_ne!(first, requests("get.lua", &["--seed", "6"], 3, 50));
}

#[test]
fn values_have_the_size_that_the_head_says_and_sizes_are_spread_evenly() {
    let arguments = ["--value-size", "10", "--max-value-size", "265"];
    let mut sizes = Vec::new();
    for request in &requests("put.lua", &arguments, 1, 20_000)[0] {
        let (head, body) = request.split_once("\r\n\r\n").unwrap();
        assert!(
            head.starts_with("PUT /v0/entity?id=") && head.contains("\r\nHost: 127.0.0.1:8080")
        );
        assert!(
            head.contains(&format!("\r\nContent-Length: {}", body.len())),
            "{head}"
        );
        sizes.push(body.len());
    }
    let mut observed = vec![0.0; 256];
    for size in &sizes {
        observed[size - 10] += 1.0;
    }
    let distance = chi_square(&observed, &vec![sizes.len() as f64 / 256.0; 256]);
    assert!(distance < critical(255), "{distance}");
    assert!(
        requests("put.lua", &["--value-size", "100000"], 1, 3)[0]
            .iter()
            .all(|r| r.ends_with(|c: char| c.is_ascii_graphic()) && r.len() > 100_000)
    );
}

#[test]
fn mixed_shares_are_kept() {
    let arguments = [
        "--get",
        "70",
        "--put",
        "25",
        "--delete",
        "5",
        "--value-size",
        "1",
    ];
    let draws = 20_000;
    let mut observed = [0.0; 3];
    for request in &requests("mixed.lua", &arguments, 1, draws)[0] {
        let method = ["GET ", "PUT ", "DELETE "]
            .iter()
            .position(|m| request.starts_with(m))
            .unwrap();
        observed[method] += 1.0;
    }
    let expected = [0.7, 0.25, 0.05].map(|share| share * draws as f64);
    assert!(
        chi_square(&observed, &expected) < critical(2),
        "{observed:?}"
    );
    let deletes = &requests(
        "mixed.lua",
        &["--get", "0", "--put=0", "--delete", "100"],
        1,
        100,
    )[0];
    assert!(deletes.iter().all(|request| request.starts_with("DELETE ")));
}

#[test]
fn mistakes_in_script_arguments_are_named_with_exit_code_2() {
    for (script, arguments, sentence) in [
        (
            "get.lua",
            vec!["--keys", "0"],
            "--keys '0' is not a whole number from 1",
        ),
        ("get.lua", vec!["--keys", "many"], "--keys 'many'"),
        ("get.lua", vec!["--keys"], "--keys has no value"),
        (
            "get.lua",
            vec!["--get", "10"],
            "unknown script argument '--get'",
        ),
        ("get.lua", vec!["extra"], "unknown script argument 'extra'"),
        (
            "get.lua",
            vec!["--distribution", "normal"],
            "allowed: uniform, zipfian",
        ),
        ("get.lua", vec!["--seed", "-1"], "--seed '-1'"),
        (
            "put.lua",
            vec!["--value-size", "10", "--max-value-size", "5"],
            "--max-value-size 5 is less",
        ),
        ("mixed.lua", vec!["--get", "50"], "add up to 60, not 100"),
        (
            "mixed.lua",
            vec!["--get", "101"],
            "--get '101' is not a whole number from 0 to 100",
        ),
    ] {
        let path = file(script).display().to_string();
        let mut all = vec!["-R10", "-s", &path, "http://127.0.0.1:9/", "--"];
        all.extend(&arguments);
        let output = wrk2(&all).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(
            stderr.contains(sentence) && stderr.lines().count() == 1,
            "{arguments:?}: {stderr}"
        );
    }
}
