//! The objects that scripts are given: the `wrk` table's host functions, addresses, threads, and
//! the statistics of `done()`.

use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use hdrhistogram::Histogram;
use mlua::{
    AnyUserData, Function, Lua, MetaMethod, Result, Table, UserData, UserDataFields,
    UserDataMethods, Value, WeakLua,
};

use super::ThreadControl;
use crate::latency;
use crate::measurement::Errors;
use crate::rates::RateSamples;
use crate::target::Target;

const PRELUDE: &str = include_str!("prelude.lua");
const CONNECT_PROBE_TIMEOUT: Duration = Duration::from_secs(5);
/// Deeper tables are most likely cyclic.
const MAX_TABLE_DEPTH: usize = 64;

/// Puts the `wrk` table into a new state.
pub(super) fn install(lua: &Lua, target: &Target, headers: &[(String, String)]) -> Result<()> {
    lua.load(PRELUDE).set_name("=wrk").exec()?;
    let wrk: Table = lua.globals().get("wrk")?;
    wrk.set("host", target.host.as_str())?;
    wrk.set("port", target.port.map(|port| port.to_string()))?;
    wrk.set("path", target.path.as_str())?;
    let table: Table = wrk.get("headers")?;
    for (name, value) in headers {
        table.set(name.as_str(), value.as_str())?;
    }
    wrk.set("lookup", lua.create_function(lookup)?)?;
    wrk.set(
        "connect",
        lua.create_function(|_, address: AnyUserData| {
            let address = address.borrow::<Address>()?.0;
            Ok(TcpStream::connect_timeout(&address, CONNECT_PROBE_TIMEOUT).is_ok())
        })?,
    )?;
    wrk.set(
        "time_us",
        lua.create_function(|_, ()| {
            let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
            Ok(since.unwrap_or_default().as_micros() as f64)
        })?,
    )
}

fn lookup(lua: &Lua, (host, service): (String, Value)) -> Result<Table> {
    let service = match &service {
        Value::Nil => "http".to_owned(),
        other => other.to_string()?,
    };
    let port = match service.as_str() {
        "http" => 80,
        "https" => 443,
        number => number
            .parse::<u16>()
            .map_err(|_| mlua::Error::runtime(format!("unknown service '{number}'")))?,
    };
    let addresses = (host.as_str(), port)
        .to_socket_addrs()
        .map_err(|e| mlua::Error::runtime(format!("unable to resolve {host}:{service} {e}")))?;
    lua.create_sequence_from(addresses.map(Address))
}

/// An address of `wrk.lookup`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Address(pub SocketAddr);

impl UserData for Address {
    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_meta_method(MetaMethod::ToString, |_, this, ()| Ok(this.0.to_string()));
    }
}

/// The `thread` of `setup(thread)` and `wrk.thread`.
#[derive(Clone)]
pub struct ThreadHandle {
    lua: WeakLua,
    control: Arc<ThreadControl>,
}

impl ThreadHandle {
    pub(super) fn new(lua: &Lua, control: &Arc<ThreadControl>) -> Self {
        Self {
            lua: lua.weak(),
            control: Arc::clone(control),
        }
    }
}

impl UserData for ThreadHandle {
    fn add_fields<F: UserDataFields<Self>>(fields: &mut F) {
        fields.add_field_method_get("addr", |_, this| Ok(Address(this.control.address())));
        fields.add_field_method_set("addr", |_, this, address: AnyUserData| {
            this.control.set_address(address.borrow::<Address>()?.0);
            Ok(())
        });
    }

    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_method("get", |lua, this, name: String| {
            let value: Value = this.lua.upgrade().globals().get(name)?;
            copy(&value, lua, 0)
        });
        methods.add_method("set", |_, this, (name, value): (String, Value)| {
            let theirs = this.lua.upgrade();
            theirs.globals().set(name, copy(&value, &theirs, 0)?)
        });
        methods.add_method("stop", |_, this, ()| {
            this.control
                .stop
                .store(true, std::sync::atomic::Ordering::Relaxed);
            Ok(())
        });
    }
}

/// States share no memory, so values go over as copies.
fn copy(value: &Value, to: &Lua, depth: usize) -> Result<Value> {
    match value {
        Value::Nil => Ok(Value::Nil),
        Value::Boolean(b) => Ok(Value::Boolean(*b)),
        Value::Integer(i) => Ok(Value::Integer(*i)),
        Value::Number(n) => Ok(Value::Number(*n)),
        Value::String(s) => Ok(Value::String(to.create_string(s.as_bytes())?)),
        Value::Table(table) if depth < MAX_TABLE_DEPTH => {
            let theirs = to.create_table()?;
            for pair in table.pairs::<Value, Value>() {
                let (key, value) = pair?;
                theirs.raw_set(copy(&key, to, depth + 1)?, copy(&value, to, depth + 1)?)?;
            }
            Ok(Value::Table(theirs))
        }
        other => Err(mlua::Error::runtime(format!(
            "cannot transfer '{}' to thread",
            other.type_name()
        ))),
    }
}

/// What `done()` is told.
#[derive(Debug)]
pub struct DoneSummary {
    /// Run time, microseconds.
    pub duration_us: u64,
    /// Completed requests.
    pub requests: u64,
    /// Bytes received.
    pub bytes: u64,
    /// Failures by kind.
    pub errors: Errors,
    /// Corrected latencies, microseconds.
    pub latency: Histogram<u64>,
    /// Responses per second by thread and interval.
    pub rates: RateSamples,
}

impl DoneSummary {
    pub(super) fn call(self, lua: &Lua, done: &Function) -> Result<()> {
        let errors = lua.create_table()?;
        errors.set("connect", self.errors.connect)?;
        errors.set("read", self.errors.read)?;
        errors.set("write", self.errors.write)?;
        errors.set("status", self.errors.status)?;
        errors.set("timeout", self.errors.timeout)?;
        let summary = lua.create_table()?;
        summary.set("duration", self.duration_us)?;
        summary.set("requests", self.requests)?;
        summary.set("bytes", self.bytes)?;
        summary.set("errors", errors)?;
        done.call((
            summary,
            LatencyStatistics(self.latency),
            RateStatistics(self.rates),
        ))
    }
}

/// `latency[i]` asks for a sample; any other key that is no field is just absent.
fn as_rank(key: &Value) -> Option<f64> {
    key.as_f64()
        .or_else(|| key.as_i64().map(|rank| rank as f64))
}

struct LatencyStatistics(Histogram<u64>);

impl LatencyStatistics {
    /// The value of the `rank`-th of all samples in ascending order, from 1.
    fn ranked(&self, rank: f64) -> u64 {
        if self.0.is_empty() {
            return 0;
        }
        latency::value_at_percentile(&self.0, 100.0 * rank / self.0.len() as f64)
    }
}

impl UserData for LatencyStatistics {
    fn add_fields<F: UserDataFields<Self>>(fields: &mut F) {
        fields.add_field_method_get("min", |_, this| Ok(latency::min(&this.0)));
        fields.add_field_method_get("max", |_, this| Ok(latency::max(&this.0)));
        fields.add_field_method_get("mean", |_, this| Ok(this.0.mean()));
        fields.add_field_method_get("stdev", |_, this| Ok(this.0.stdev()));
    }

    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_method("percentile", |_, this, percentile: f64| {
            Ok(latency::value_at_percentile(&this.0, percentile))
        });
        methods.add_meta_method(MetaMethod::Index, |_, this, key: Value| {
            Ok(as_rank(&key).map(|rank| this.ranked(rank)))
        });
        methods.add_meta_method(MetaMethod::Call, |_, this, rank: f64| {
            Ok((this.ranked(rank), 1))
        });
        methods.add_meta_method(MetaMethod::Len, |_, this, ()| Ok(this.0.len()));
    }
}

struct RateStatistics(RateSamples);

impl RateStatistics {
    fn ranked(&self, rank: f64) -> Option<u64> {
        (rank >= 1.0)
            .then(|| self.0.get(rank as usize - 1))
            .flatten()
    }
}

impl UserData for RateStatistics {
    fn add_fields<F: UserDataFields<Self>>(fields: &mut F) {
        fields.add_field_method_get("min", |_, this| Ok(this.0.min()));
        fields.add_field_method_get("max", |_, this| Ok(this.0.max()));
        fields.add_field_method_get("mean", |_, this| Ok(this.0.mean()));
        fields.add_field_method_get("stdev", |_, this| Ok(this.0.stdev()));
    }

    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_method("percentile", |_, this, percentile: f64| {
            Ok(this.0.percentile(percentile))
        });
        methods.add_meta_method(MetaMethod::Index, |_, this, key: Value| {
            Ok(as_rank(&key).and_then(|rank| this.ranked(rank)))
        });
        methods.add_meta_method(MetaMethod::Call, |_, this, rank: f64| {
            Ok((this.ranked(rank), 1))
        });
        methods.add_meta_method(MetaMethod::Len, |_, this, ()| Ok(this.0.len()));
    }
}
