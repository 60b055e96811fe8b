// autotune-lab tables: full sub-grids of spaces, planned and measured, on which searches are
// replayed.
#include "lab/lab_commands.h"
#include "lab/tables/table_points.h"
#include "tools/collect/child.h"
#include "tools/collect/collect_planner.h"
#include "tools/command_line.h"

#include <stdlib.h>
#include <unistd.h>

enum { POINTS_MAX = 1000000 };

typedef struct TablesCommand {
  const char *modules;
  int64_t points; // 0: not given
  bool only_plans;
  TableOptions table;
  CollectOptions options;
  OutputFlags output;
  bool is_done; // false: stopped by --seconds
} TablesCommand;

static Status plan_in_child(void *values) {
  const TablesCommand *command = values;
  const CollectPlan plan = {.path = command->options.store,
                            .trials = command->points,
                            .grid = command->points,
                            .only_large = true,
                            .is_fullest = true,
                            .rng = {(uint64_t)command->options.seed}};
  CollectPlanner *planner = calloc(1, sizeof *planner);
  if (!planner)
    return status_fail(STATUS_SYSTEM, "no memory to plan");
  Status status = collect_planner_create(&plan, 1, planner);
  planner->is_quiet = command->output.is_quiet;
  if (status == STATUS_OK)
    status = collect_planner_modules(planner, command->modules);
  collect_planner_destroy(planner);
  free(planner);
  return status;
}

static Status check_flags(const TablesCommand *command) {
  if (!command->modules != !command->points)
    return status_fail(STATUS_USAGE, "--modules and --points plan tables: give both or neither");
  if (command->only_plans && !command->modules)
    return status_fail(STATUS_USAGE, "--plan is for planning: add --modules and --points");
  if (command->table.again && (command->modules || command->table.is_hard))
    return status_fail(STATUS_USAGE, "--again measures tables that are done: leave %s out",
                       command->modules ? "--modules" : "--hard");
  return STATUS_OK;
}

static Status measure(TablesCommand *command) {
  const CollectWay points = {
      .list = store_pending_grids, .measure = table_measure_points, .context = &command->table};
  const CollectWay again = {.list = store_grids,
                            .measure = table_measure_again,
                            .is_once = true,
                            .context = &command->table};
  int64_t cores = sysconf(_SC_NPROCESSORS_ONLN);
  CollectOptions options = command->options;
  options.way = command->table.again ? &again : &points;
  options.is_quiet = command->output.is_quiet;
  if (!options.jobs)
    options.jobs = cores < 1 ? 1 : cores > COLLECT_MAX_JOBS ? COLLECT_MAX_JOBS : cores;
  return collect_run(&options, &command->is_done);
}

static Status tables(void *values) {
  TablesCommand *command = values;
  Status status = check_flags(command);
  if (status == STATUS_OK)
    status = output_measuring(&command->output, "tables", &command->options.lock);
  if (status == STATUS_OK && command->modules)
    status = child_run(plan_in_child, command,
                       "the process that plans was ended from outside or by a crash; the same "
                       "command plans the rest");
  return status == STATUS_OK && !command->only_plans ? measure(command) : status;
}

static const Flag flags[] = {
    {"--modules", FLAG_TEXT, offsetof(TablesCommand, modules), "PATHS",
     "plan tables of the contractions and windows of modules, or of all modules in a folder; "
     "joined by ','"},
    {"--points", FLAG_INTEGER(1, POINTS_MAX), offsetof(TablesCommand, points), "N",
     "of each, at least"},
    {"--plan", FLAG_SWITCH, offsetof(TablesCommand, only_plans), "", "plan only, measure nothing"},
    {"--hard", FLAG_SWITCH, offsetof(TablesCommand, table.is_hard), "",
     "next to no point of a table is near the fastest by the model; all rules (every run of the "
     "store has to say so)"},
    {"--again", FLAG_COUNT(1), offsetof(TablesCommand, table.again), "N",
     "of all tables that are done, the N best points and N others once more"},
    {"--jobs", FLAG_INTEGER(1, COLLECT_MAX_JOBS), offsetof(TablesCommand, options.jobs), "N",
     "processes that compile, at most 64 (default: cores)"},
    FLAG_ROW_TIMING_CORE(offsetof(TablesCommand, options.core)),
    FLAG_ROW_TIMING_LOCK(offsetof(TablesCommand, options.lock)),
    {"--seconds", FLAG_SECONDS(0), offsetof(TablesCommand, options.seconds), "S",
     "stop after so many (0: never)"},
    {"--seed", FLAG_SEED, offsetof(TablesCommand, options.seed), "N",
     "seed of everything that is drawn (1)"},
    {0},
};

int command_tables(int argc, char **argv) {
  TablesCommand command = {.options = {.core = -1, .lock = TIMING_LOCK_DEFAULT, .seed = 1},
                           .is_done = true};
  CommandLine line = {
      .name = "tables",
      .usage = "STORE [flags]",
      .summary =
          "Measures full sub-grids of spaces into the store of autotune collect, for searches "
          "to be replayed\non (docs/reference/dataset.md, Sub-grids). It may be killed at any "
          "time: the same command goes on\nwhere it was. Exit code 3: stopped by --seconds.",
      .flags = flags,
      .values = &command,
      .positional = &command.options.store,
      .positional_count = 1,
      .output = &command.output};
  int code = command_line_run(&line, argc, argv, tables);
  return code == 0 && !command.is_done ? 3 : code;
}
