-- The workloads run under wrk2, which calls and provides these; entities.number_threads() sets thread_number.
std = "luajit"
globals = { "wrk", "setup", "init", "delay", "request", "response", "done" }
read_globals = { "thread_number" }
max_line_length = 120
