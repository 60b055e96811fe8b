-- The record store: one SQLite file (WAL), read and written by records/store*.c. Version 2, in
-- PRAGMA user_version. docs/reference/records.md says what the columns are for.

-- One workload on one machine: what is measured.
CREATE TABLE IF NOT EXISTS task(
  number INTEGER PRIMARY KEY,
  space INTEGER NOT NULL,          -- SPACE_VERSION that its schedules are of
  workload TEXT NOT NULL,          -- workload_print
  family TEXT NOT NULL,
  source TEXT NOT NULL,            -- networks that have it, joined by ','
  cpu TEXT NOT NULL,               -- identity of the processor that measures
  target TEXT NOT NULL,            -- target_print: what the schedules are chosen for
  code_limit TEXT NOT NULL,        -- '', or what the code is limited to, as -mcpu names it
  module TEXT NOT NULL,            -- MLIR whose function @op computes the workload
  schedule TEXT NOT NULL,          -- what the model chose without measuring
  trials INTEGER NOT NULL,         -- planned by autotune collect
  grid INTEGER NOT NULL,           -- of them, points of a replay table; 0: a search; -1: a search
                                   -- that timed weights cold, which is another task
  done INTEGER NOT NULL DEFAULT 0, -- all that was planned is measured
  winner TEXT NOT NULL DEFAULT '', -- schedule that won the paired test; '': there was none
  UNIQUE(workload, target, cpu, space, grid));

-- One measurement of one schedule. A schedule may have several: together they are its record.
CREATE TABLE IF NOT EXISTS row(
  number INTEGER PRIMARY KEY,
  task INTEGER NOT NULL,
  origin TEXT NOT NULL,                 -- why it was measured
  verdict TEXT NOT NULL,                -- 'ok', or how it failed
  seconds TEXT NOT NULL,                -- of every repeat, in order, joined by ','; '' unless ok
  schedule TEXT NOT NULL,               -- schedule_print
  measured_unix_seconds INTEGER,
  cost_cpu_seconds REAL,                -- to build, compile, check and time it
  baseline_seconds REAL,                -- of the task's baseline, measured beside it
  reason TEXT NOT NULL DEFAULT '',      -- why it is not ok
  seed INTEGER,                         -- of the operands
  versions TEXT NOT NULL DEFAULT '');   -- of the programs that built and measured it
CREATE INDEX IF NOT EXISTS row_of_task ON row(task, schedule);

-- Layers of a corpus whose tasks are all written.
CREATE TABLE IF NOT EXISTS layer(
  number INTEGER NOT NULL, cpu TEXT NOT NULL, space INTEGER NOT NULL,
  PRIMARY KEY(number, cpu, space));

-- What the test of a whole module left of what was best of a task by itself. A store of an earlier
-- program has no such table until it is opened to be written.
CREATE TABLE IF NOT EXISTS kept(
  task INTEGER PRIMARY KEY,
  schedule TEXT NOT NULL,          -- what records= takes: the one that was tested, or the choice
  tested TEXT NOT NULL,            -- the best one by itself, at that time
  module TEXT NOT NULL,            -- whose test, as tuning.session names it
  choice_seconds REAL NOT NULL,    -- of the whole module with the model's choices
  seconds REAL NOT NULL,           -- the same with all that was kept
  tested_unix_seconds INTEGER NOT NULL);

-- What a run of autotune tune has spent, by its tasks and weights.
CREATE TABLE IF NOT EXISTS tuning(
  session TEXT PRIMARY KEY, trials INTEGER NOT NULL, spent_seconds REAL NOT NULL);
