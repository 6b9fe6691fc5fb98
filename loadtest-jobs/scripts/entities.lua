-- Shared by get.lua, put.lua and mixed.lua: their arguments, the choice of keys and values, and
-- requests for the storage server's /v0/entity. Runs under upstream wrk2 as well as under this one.

local entities = {}

local floor, random, max, min = math.floor, math.random, math.max, math.min
local concat, format, char = table.concat, string.format, string.char

-- YCSB's skew: about a tenth of the draws hit the hottest key of a million.
local ZIPFIAN_SKEW = 0.99
-- Values are rendered once and reused; their memory is bounded whatever their size.
local MAX_VALUES, MIN_VALUES, VALUE_MEMORY_BYTES = 256, 4, 16 * 1024 * 1024
local MAX_VALUE_BYTES = 64 * 1024 * 1024
-- Products of keys and the scattering prime stay exact in a double.
local MAX_KEYS = 2 ^ 32
local MAX_SEED = 2 ^ 31

-- Exits at once: upstream carries on after an error in init(), with a workload nobody asked for.
local function refuse(message)
  io.stderr:write(message, "\n")
  os.exit(2)
end

local function whole_number(option, text, least, most)
  local value = tonumber(text)
  if not value or value ~= floor(value) or value < least or value > most then
    refuse(format("%s '%s' is not a whole number from %d to %.0f", option, tostring(text), least, most))
  end
  return value
end

-- Reads "--option value" pairs. `defaults` names the options that are known, with their values.
function entities.options(args, defaults)
  local options = {}
  for name, value in pairs(defaults) do options[name] = value end
  local i = 1
  while i <= #args do
    local argument = args[i]
    local name, value = argument:match("^%-%-([%w-]+)=(.*)$")
    if not name then
      name, value = argument:match("^%-%-([%w-]+)$"), args[i + 1]
      i = i + 1
    end
    if not name or defaults[name] == nil then
      local known = {}
      for option in pairs(defaults) do known[#known + 1] = "--" .. option end
      table.sort(known)
      refuse(format("unknown script argument '%s' (allowed: %s)", argument, concat(known, ", ")))
    end
    if value == nil then refuse(format("script argument --%s has no value", name)) end
    options[name] = value
    i = i + 1
  end
  return options
end

-- The options every workload has.
function entities.defaults(more)
  local defaults = {
    keys = 100000,
    ["value-size"] = 256,
    ["max-value-size"] = 0,
    distribution = "uniform",
    seed = 1,
  }
  for name, value in pairs(more or {}) do defaults[name] = value end
  return defaults
end

-- Ranks 1..n by Zipf's law: rejection-inversion (W. Hormann, G. Derflinger, "Rejection-inversion to
-- generate variates from monotone discrete distributions", ACM TOMACS 6(3), 1996). Exact, and a
-- constant number of steps per draw and to set up, whatever n.
local function zipfian_ranks(n)
  local skew = ZIPFIAN_SKEW
  local one_less = 1 - skew
  local inverse = 1 / one_less
  -- The density x^-skew, its integral and the integral's inverse.
  local function density(x) return x ^ -skew end
  local function integral(x) return (x ^ one_less - 1) * inverse end
  local function quantile(y) return (1 + y * one_less) ^ inverse end
  local lowest = integral(1.5) - 1
  local span = integral(n + 0.5) - lowest
  local always = 2 - quantile(integral(2.5) - density(2))
  return function()
    while true do
      local y = lowest + random() * span
      local x = quantile(y)
      local rank = max(1, min(n, floor(x + 0.5)))
      if rank - x <= always or y >= integral(rank + 0.5) - density(rank) then return rank end
    end
  end
end

-- Hot keys next to each other would share the store's blocks, as real ones do not; multiplying by a
-- prime that does not divide the number of keys spreads them, each rank on a key of its own.
local function scattered(ranks, keys)
  local prime = keys % 1000003 == 0 and 999983 or 1000003
  return function() return (ranks() - 1) * prime % keys end
end

-- A function that draws keys 0..keys-1.
function entities.key_source(options)
  local keys = whole_number("--keys", options.keys, 1, MAX_KEYS)
  if options.distribution == "uniform" then
    return function() return floor(random() * keys) end
  elseif options.distribution == "zipfian" then
    return scattered(zipfian_ranks(keys), keys)
  end
  return refuse(format("--distribution '%s' is not known (allowed: uniform, zipfian)", tostring(options.distribution)))
end

-- Two threads with one seed must not ask for the same keys at the same time.
function entities.seed(options, thread)
  local seed = whole_number("--seed", options.seed, 0, MAX_SEED)
  math.randomseed(seed * 1024 + (thread or 1))
end

local function random_bytes(length)
  local bytes = {}
  for i = 1, length do bytes[i] = char(random(33, 126)) end
  return concat(bytes)
end

-- What follows the key in each PUT: the rest of the head and the value. Sizes are spread evenly
-- between the least and the largest.
local function put_endings(options, headers)
  local least = whole_number("--value-size", options["value-size"], 0, MAX_VALUE_BYTES)
  local most = whole_number("--max-value-size", options["max-value-size"], 0, MAX_VALUE_BYTES)
  if most == 0 then most = least end
  if most < least then refuse(format("--max-value-size %d is less than --value-size %d", most, least)) end
  local count = max(MIN_VALUES, min(MAX_VALUES, floor(VALUE_MEMORY_BYTES / max(most, 1))))
  local material = random_bytes(min(most, 65536) + count)
  local endings = {}
  for i = 1, count do
    local size = least + floor((i - 1) * (most - least) / (count - 1) + 0.5)
    local value = material:sub(i, i + size - 1)
    if #value < size then value = value:rep(math.ceil(size / #value)):sub(1, size) end
    endings[i] = format(" HTTP/1.1\r\n%sContent-Length: %d\r\n\r\n%s", headers, size, value)
  end
  return endings
end

-- Header lines from the command line's -H, Host among them.
local function header_lines()
  local lines = {}
  for name, value in pairs(wrk.headers) do
    if name:lower() ~= "content-length" then lines[#lines + 1] = format("%s: %s\r\n", name, value) end
  end
  return concat(lines)
end

-- Functions that render one request each for a key drawn by `draw`.
function entities.requests(options, draw)
  local base = wrk.path:gsub("%?.*$", "")
  if base == "/" then base = "/v0/entity" end
  local headers = header_lines()
  local get_start = "GET " .. base .. "?id="
  local delete_start = "DELETE " .. base .. "?id="
  local put_start = "PUT " .. base .. "?id="
  local bodiless_ending = " HTTP/1.1\r\n" .. headers .. "\r\n"
  local endings, count
  return {
    get = function() return get_start .. draw() .. bodiless_ending end,
    delete = function() return delete_start .. draw() .. bodiless_ending end,
    -- Values are rendered only by workloads that put.
    prepare_put = function()
      endings = put_endings(options, headers)
      count = #endings
    end,
    put = function() return put_start .. draw() .. endings[random(count)] end,
  }
end

-- Numbers the threads, in setup().
function entities.number_threads()
  local count = 0
  return function(thread)
    count = count + 1
    thread:set("thread_number", count)
  end
end

entities.whole_number = whole_number
entities.refuse = refuse
return entities
