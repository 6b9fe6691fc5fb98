//! wrk2's Lua interface: one LuaJIT state per thread, and one for `setup()` and `done()`.
//!
//! Loads scripts, calls their functions and gives them the `wrk` table. Opens no connections except
//! for `wrk.connect`; the engine decides when requests are asked for.

mod api;
mod raw;

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use mlua::{Function, Lua, Table};

use crate::response::Content;
use crate::target::Target;

pub use api::{DoneSummary, ThreadHandle};

/// What scripts may change of a running thread.
#[derive(Debug)]
pub struct ThreadControl {
    address: Mutex<SocketAddr>,
    address_changes: AtomicU32,
    stop: AtomicBool,
}

impl ThreadControl {
    /// Starts with `address` and running.
    #[must_use]
    pub fn new(address: SocketAddr) -> Arc<Self> {
        Arc::new(Self {
            address: Mutex::new(address),
            address_changes: AtomicU32::new(0),
            stop: AtomicBool::new(false),
        })
    }

    /// The server this thread's connections go to.
    ///
    /// # Panics
    /// Never: no holder of the lock panics.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        *self.address.lock().expect("never poisoned")
    }

    /// Counts the changes of the address, so that connections see that theirs is an old one.
    #[must_use]
    pub fn address_changes(&self) -> u32 {
        self.address_changes.load(Ordering::Relaxed)
    }

    /// Whether the script has stopped the thread.
    #[must_use]
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn set_address(&self, address: SocketAddr) {
        let mut current = self.address.lock().expect("never poisoned");
        if *current != address {
            *current = address;
            self.address_changes.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// A Lua state with the user's script in it, if there is one.
#[derive(Debug)]
pub struct Script {
    lua: Lua,
    request: raw::RequestCall,
}

impl Script {
    /// A new state; runs the script's top level.
    ///
    /// # Errors
    /// A sentence with file and line: unreadable, a syntax error, or an error of the top level.
    pub fn load(
        target: &Target,
        headers: &[(String, String)],
        file: Option<&Path>,
    ) -> Result<Self, String> {
        let lua = raw::new_state();
        api::install(&lua, target, headers).map_err(|e| one_line(&e))?;
        if let Some(file) = file {
            let source = std::fs::read(file)
                .map_err(|e| format!("cannot read script {}: {e}", file.display()))?;
            lua.load(without_shebang(&source))
                .set_name(format!("@{}", file.display()))
                .exec()
                .map_err(|e| format!("script error: {}", one_line(&e)))?;
        }
        let request = raw::RequestCall::new(&lua);
        Ok(Self { lua, request })
    }

    fn function(&self, name: &str) -> Option<Function> {
        self.lua.globals().raw_get(name).ok()
    }

    fn wrk(&self) -> mlua::Result<Table> {
        self.lua.globals().get("wrk")
    }

    /// Whether each request is asked of the script; else one is built and sent again and again.
    #[must_use]
    pub fn has_request(&self) -> bool {
        self.function("request").is_some()
    }

    /// Whether the script wants to see responses.
    #[must_use]
    pub fn has_response(&self) -> bool {
        self.function("response").is_some()
    }

    /// Whether the script delays its requests.
    #[must_use]
    pub fn has_delay(&self) -> bool {
        self.function("delay").is_some()
    }

    /// Makes the thread that runs `thread_script` known to it, then calls `setup(thread)` in this state.
    ///
    /// # Errors
    /// The script's error.
    pub fn setup(
        &self,
        thread_script: &Script,
        control: &Arc<ThreadControl>,
    ) -> Result<(), String> {
        let call = || -> mlua::Result<()> {
            let handle = || ThreadHandle::new(&thread_script.lua, control);
            thread_script.wrk()?.set("thread", handle())?;
            let addrs = self.lua.create_table()?;
            addrs.push(api::Address(control.address()))?;
            self.wrk()?.set("addrs", addrs)?;
            self.wrk()?.get::<Function>("setup")?.call(handle())
        };
        call().map_err(|e| format!("script error in setup(): {}", one_line(&e)))
    }

    /// Calls `init(args)`: the URL is `args[0]`, what follows it on the command line `args[1]`...
    ///
    /// # Errors
    /// The script's error.
    pub fn init(&self, url: &str, arguments: &[String]) -> Result<(), String> {
        let call = || -> mlua::Result<()> {
            let args = self.lua.create_table()?;
            args.raw_set(0, url)?;
            for argument in arguments {
                args.raw_push(argument.as_str())?;
            }
            self.wrk()?.get::<Function>("init")?.call(args)
        };
        call().map_err(|e| format!("script error in init(): {}", one_line(&e)))
    }

    /// The request of a script without `request()`.
    ///
    /// # Errors
    /// The script has replaced `wrk.request` by something that fails.
    pub fn static_request(&self) -> Result<Vec<u8>, String> {
        let call =
            || -> mlua::Result<mlua::String> { self.wrk()?.get::<Function>("request")?.call(()) };
        call()
            .map(|request| request.as_bytes().to_vec())
            .map_err(|e| format!("script error: {}", one_line(&e)))
    }

    /// Asks `request()` for the next request and lends its bytes to `send`.
    ///
    /// # Errors
    /// The script's error.
    pub fn request<R>(&mut self, send: impl FnOnce(&[u8]) -> R) -> Result<R, String> {
        self.request
            .call(send)
            .map_err(|e| format!("script error in request(): {}", first_line(&e)))
    }

    /// Asks `delay()` how many milliseconds the next request is to wait; negative counts as 0.
    ///
    /// # Errors
    /// The script's error.
    pub fn delay_ms(&self) -> Result<f64, String> {
        let Some(delay) = self.function("delay") else {
            return Ok(0.0);
        };
        delay
            .call::<f64>(())
            .map(|ms| ms.max(0.0))
            .map_err(|e| format!("script error in delay(): {}", one_line(&e)))
    }

    /// Calls `response(status, headers, body)`.
    ///
    /// # Errors
    /// The script's error.
    pub fn response(&self, status: u16, content: &Content) -> Result<(), String> {
        let Some(response) = self.function("response") else {
            return Ok(());
        };
        let call = || -> mlua::Result<()> {
            let headers = self
                .lua
                .create_table_with_capacity(0, content.headers.len())?;
            for (name, value) in &content.headers {
                headers.raw_set(
                    self.lua.create_string(name)?,
                    self.lua.create_string(value)?,
                )?;
            }
            response.call((status, headers, self.lua.create_string(&content.body)?))
        };
        call().map_err(|e| format!("script error in response(): {}", one_line(&e)))
    }

    /// Calls `done(summary, latency, requests)`, if the script has it.
    ///
    /// # Errors
    /// The script's error.
    pub fn done(&self, summary: DoneSummary) -> Result<(), String> {
        let Some(done) = self.function("done") else {
            return Ok(());
        };
        summary
            .call(&self.lua, &done)
            .map_err(|e| format!("script error in done(): {}", one_line(&e)))
    }
}

/// LuaJIT's own file loader skips a first line that starts with `#`; its newline stays, so that
/// line numbers in errors are right.
fn without_shebang(source: &[u8]) -> &[u8] {
    if !source.starts_with(b"#") {
        return source;
    }
    let end = source
        .iter()
        .position(|&b| b == b'\n')
        .unwrap_or(source.len());
    &source[end..]
}

fn one_line(error: &mlua::Error) -> String {
    match error {
        mlua::Error::CallbackError { cause, .. } => one_line(cause),
        mlua::Error::RuntimeError(message) | mlua::Error::SyntaxError { message, .. } => {
            first_line(message)
        }
        other => first_line(&other.to_string()),
    }
}

fn first_line(message: &str) -> String {
    message.lines().next().unwrap_or_default().to_owned()
}
