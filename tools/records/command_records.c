// autotune records: what a record store holds, and stores joined, cut down and checked.
#include "tools/command_actions.h"
#include "tools/commands.h"
#include "tools/records/records_actions.h"

static const Flag no_flags[] = {{0}};
static const Flag task_flags[] = {
    {"--task", FLAG_COUNT(1), offsetof(RecordsCommand, task), "N", "this task only (default all)"},
    {0},
};
static const Flag prune_flags[] = {
    {"--keep", FLAG_COUNT(1), offsetof(RecordsCommand, keep), "N",
     "schedules of each task that stay, the fastest (default 64)"},
    {0},
};

static const Action actions[] = {
    {"list", "records list", "STORE [flags]",
     "Prints a line per task: what was measured, and the "
     "best beside the model's choice.",
     1, task_flags, records_action_list, true},
    {"show", "records show", "STORE [flags]",
     "Prints every schedule of the tasks, best first, and why the others failed.", 1, task_flags,
     records_action_show, true},
    {"best", "records best", "STORE [flags]",
     "Prints the best schedule of every task: what the option records= takes.", 1, task_flags,
     records_action_best, true},
    {"export", "records export", "STORE OUT [flags]", "Writes the store as JSON Lines.", 2,
     no_flags, records_action_export, false},
    {"import", "records import", "LINES STORE [flags]",
     "Adds JSON Lines to a store, all or nothing.", 2, no_flags, records_action_import, true},
    {"merge", "records merge", "FROM STORE [flags]",
     "Adds the store FROM to STORE; what is there already is not added twice.", 2, no_flags,
     records_action_merge, true},
    {"prune", "records prune", "STORE [flags]",
     "Keeps the fastest schedules of every task, the choice, the winners and wrong results, and\n"
     "takes away tasks of other versions of the space.",
     1, prune_flags, records_action_prune, true},
    {"verify", "records verify", "STORE [flags]",
     "Checks pages, rows, schedules and modules; fails when something is damaged or a result was\n"
     "wrong.",
     1, task_flags, records_action_verify, true},
};

int command_records(int argc, char **argv) {
  RecordsCommand command = {.keep = 64};
  Actions all = {.command = "records",
                 .items = actions,
                 .count = sizeof actions / sizeof *actions,
                 .values = &command,
                 .output = &command.output,
                 .paths = command.paths};
  return command_actions_run(&all, argc, argv);
}
