-- GET, PUT and DELETE in given shares.
-- wrk2 ... -s mixed.lua URL -- [--get PERCENT] [--put PERCENT] [--delete PERCENT] [--keys N]
--     [--value-size B] [--max-value-size B] [--distribution uniform|zipfian] [--seed S]

local folder = debug.getinfo(1, "S").source:match("^@(.*/)") or "./"
local entities = dofile(folder .. "entities.lua")

setup = entities.number_threads()

function init(args)
  local options = entities.options(args, entities.defaults({ get = 90, put = 10, delete = 0 }))
  local get = entities.whole_number("--get", options.get, 0, 100)
  local put = entities.whole_number("--put", options.put, 0, 100)
  local delete = entities.whole_number("--delete", options.delete, 0, 100)
  if get + put + delete ~= 100 then
    local sum = get + put + delete
    entities.refuse(string.format("--get %d, --put %d and --delete %d add up to %d, not 100", get, put, delete, sum))
  end
  entities.seed(options, thread_number)
  local requests = entities.requests(options, entities.key_source(options))
  if put > 0 then requests.prepare_put() end

  local random = math.random
  local puts_from, deletes_from = get / 100, (get + put) / 100
  request = function()
    local choice = random()
    if choice < puts_from then return requests.get() end
    if choice < deletes_from then return requests.put() end
    return requests.delete()
  end
end
