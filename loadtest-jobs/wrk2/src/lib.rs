//! A constant-rate HTTP load generator with wrk2's command line, Lua interface and text output.
//!
//! [`cli`] is what the user wrote, [`options`] what it means, [`run`] what is done about it. Each
//! thread's [`engine`] drives its [`connection`]s along the [`schedule`] and fills a
//! [`measurement`], from which [`text`] and [`report`] are made.

pub mod abort;
pub mod cli;
pub mod clock;
pub mod connection;
pub mod engine;
pub mod latency;
pub mod live;
pub mod measurement;
pub mod merge;
pub mod monitor;
pub mod options;
pub mod rates;
pub mod report;
pub mod request;
pub mod response;
pub mod run;
pub mod schedule;
pub mod script;
pub mod target;
pub mod text;
pub mod units;
