-- PUT /v0/entity?id=K with K drawn from 0..keys-1, and values of random printable bytes.
-- wrk2 ... -s put.lua URL -- [--keys N] [--value-size B] [--max-value-size B]
--     [--distribution uniform|zipfian] [--seed S]

local folder = debug.getinfo(1, "S").source:match("^@(.*/)") or "./"
local entities = dofile(folder .. "entities.lua")

setup = entities.number_threads()

function init(args)
  local options = entities.options(args, entities.defaults())
  entities.seed(options, thread_number)
  local requests = entities.requests(options, entities.key_source(options))
  requests.prepare_put()
  request = requests.put
end
