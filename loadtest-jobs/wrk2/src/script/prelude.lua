-- The `wrk` table of every script: request defaults, and the functions around the script's own
-- setup() and init(). The host adds wrk.lookup, wrk.connect and wrk.time_us.

local concat, lower, tostring, type = table.concat, string.lower, tostring, type

-- Header names compare without case, as in HTTP, but are sent as they were written.
local headers_without_case = {
  __index = function(headers, name)
    local wanted = lower(tostring(name))
    for key, value in next, headers do
      if lower(key) == wanted then return value end
    end
    return nil
  end,
  __newindex = function(headers, name, value)
    local wanted = lower(tostring(name))
    for key in next, headers do
      if lower(key) == wanted then
        rawset(headers, key, nil)
        break
      end
    end
    rawset(headers, name, value)
  end,
}

wrk = {
  scheme = "http",
  host = "localhost",
  port = nil,
  method = "GET",
  path = "/",
  headers = setmetatable({}, headers_without_case),
  body = nil,
  thread = nil,
  addrs = {},
}

function wrk.resolve(host, service)
  local reachable = {}
  for _, addr in ipairs(wrk.lookup(host, service)) do
    if wrk.connect(addr) then reachable[#reachable + 1] = addr end
  end
  wrk.addrs = reachable
end

function wrk.setup(thread)
  if type(setup) == "function" then setup(thread) end
end

function wrk.init(args)
  if not wrk.headers["Host"] then
    local host = wrk.host
    if host:find(":", 1, true) then host = "[" .. host .. "]" end
    if wrk.port then host = host .. ":" .. wrk.port end
    wrk.headers["Host"] = host
  end
  if type(init) == "function" then init(args) end
  local static = wrk.format()
  wrk.request = function() return static end
end

function wrk.format(method, path, headers, body)
  headers = headers or wrk.headers
  body = body or wrk.body
  local parts = { method or wrk.method, " ", path or wrk.path, " HTTP/1.1\r\n" }
  local n = 4
  local host_given = false
  for name, value in next, headers do
    local key = lower(name)
    if key == "host" then host_given = true end
    -- The length is this function's to say; a stale one would tear the stream apart.
    if key ~= "content-length" then
      parts[n + 1], parts[n + 2], parts[n + 3], parts[n + 4] = name, ": ", tostring(value), "\r\n"
      n = n + 4
    end
  end
  local default_host = not host_given and wrk.headers["Host"]
  if default_host then
    parts[n + 1], parts[n + 2], parts[n + 3] = "Host: ", tostring(default_host), "\r\n"
    n = n + 3
  end
  if body then
    body = tostring(body)
    parts[n + 1], parts[n + 2], parts[n + 3] = "Content-Length: ", #body, "\r\n"
    n = n + 3
  end
  parts[n + 1], parts[n + 2] = "\r\n", body or ""
  return concat(parts, "", 1, n + 2)
end
