-- GET /v0/entity?id=K with K drawn from 0..keys-1.
-- wrk2 ... -s get.lua URL -- [--keys N] [--distribution uniform|zipfian] [--seed S]

local folder = debug.getinfo(1, "S").source:match("^@(.*/)") or "./"
local entities = dofile(folder .. "entities.lua")

setup = entities.number_threads()

function init(args)
  local options = entities.options(args, entities.defaults())
  entities.seed(options, thread_number)
  request = entities.requests(options, entities.key_source(options)).get
end
