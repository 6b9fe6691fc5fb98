//! The one call that happens per request, `request()`, made straight on the Lua stack: the bytes go
//! from Lua's string to the socket without a copy and without a reference kept in the registry.
//!
//! All unsafe code of the crate is in this file.
#![allow(unsafe_code)]

use std::ffi::CStr;

use mlua::ffi;
use mlua::{Lua, LuaOptions, StdLib};

/// A state with LuaJIT's whole library, `ffi` and `debug` included, since scripts written for wrk2
/// may use them.
pub fn new_state() -> Lua {
    // SAFETY: the script is the user's own program, run with the user's rights, as in upstream; it
    // can break this process with `ffi` and nothing else. No untrusted script is ever loaded.
    unsafe { Lua::unsafe_new_with(StdLib::ALL, LuaOptions::default()) }
}

/// Calls the global function `request`.
#[derive(Debug)]
pub struct RequestCall {
    // Keeps `state` alive.
    _lua: Lua,
    state: *mut ffi::lua_State,
}

// SAFETY: `state` is the main state of `_lua`, which is itself Send; the two move together, the
// type is not Sync, and every other handle to the state goes through mlua's lock on another thread
// only while this one is not running.
unsafe impl Send for RequestCall {}

const REQUEST: &CStr = c"request";

impl RequestCall {
    /// Prepares calls in `lua`.
    pub fn new(lua: &Lua) -> Self {
        let mut state = std::ptr::null_mut();
        // SAFETY: the closure only copies the pointer and leaves the stack as it was.
        let result = unsafe { lua.exec_raw::<()>((), |raw| state = raw) };
        debug_assert!(result.is_ok() && !state.is_null());
        Self {
            _lua: lua.clone(),
            state,
        }
    }

    /// Calls `request()` and lends its result to `send`.
    ///
    /// # Errors
    /// The script's own error, or that it returned no string.
    pub fn call<R>(&mut self, send: impl FnOnce(&[u8]) -> R) -> Result<R, String> {
        let lua = self.state;
        // SAFETY: `lua` is alive (see the field). The stack has LUA_MINSTACK free slots outside of
        // any call, three are used, and every path below pops what it pushed. The raw global read
        // cannot run Lua code, and pcall catches all errors of the call itself, so that nothing
        // unwinds through Rust. The string stays on the stack, and with it in memory, while it is lent.
        unsafe {
            ffi::lua_pushlstring(lua, REQUEST.as_ptr(), REQUEST.count_bytes());
            ffi::lua_rawget(lua, ffi::LUA_GLOBALSINDEX);
            if ffi::lua_pcall(lua, 0, 1, 0) != ffi::LUA_OK {
                let message = error_text(lua);
                ffi::lua_settop(lua, -2);
                return Err(message);
            }
            let mut length = 0;
            let bytes = ffi::lua_tolstring(lua, -1, &raw mut length);
            if bytes.is_null() {
                let kind = CStr::from_ptr(ffi::lua_typename(lua, ffi::lua_type(lua, -1)));
                let message = format!(
                    "request() returned a {} value, not a string",
                    kind.to_string_lossy()
                );
                ffi::lua_settop(lua, -2);
                return Err(message);
            }
            let result = send(std::slice::from_raw_parts(bytes.cast(), length));
            ffi::lua_settop(lua, -2);
            Ok(result)
        }
    }
}

/// The text of the error object on top of the stack, which stays there.
///
/// # Safety
/// `lua` is alive with an error object on top and two free slots.
unsafe fn error_text(lua: *mut ffi::lua_State) -> String {
    // SAFETY: as the caller promises; `__tostring` of mlua's own error objects does not fail.
    unsafe {
        let mut pushed = 0;
        if ffi::lua_type(lua, -1) == ffi::LUA_TUSERDATA {
            pushed = ffi::luaL_callmeta(lua, -1, c"__tostring".as_ptr());
        }
        let mut length = 0;
        let bytes = ffi::lua_tolstring(lua, -1, &raw mut length);
        let text = if bytes.is_null() {
            "request() failed with an error that is no text".to_owned()
        } else {
            String::from_utf8_lossy(std::slice::from_raw_parts(bytes.cast(), length)).into_owned()
        };
        if pushed != 0 {
            ffi::lua_settop(lua, -2);
        }
        text
    }
}
