// autotune-lab fusion: programs measured under many partitions of their ops, and how well models
// predict that.
#include "base/file/timing_lock.h"
#include "lab/fusion/actions/fusion_actions.h"
#include "lab/lab_commands.h"
#include "tools/command_actions.h"

enum { PARTITIONS = 8, RUNS = 3, RUNS_MAX = 16 };

static const Flag collect_flags[] = {
    {"--modules", FLAG_TEXT, offsetof(FusionCommand, modules), "PATHS",
     "the programs: files and folders, joined by ','"},
    {"--partitions", FLAG_INTEGER(2, 64), offsetof(FusionCommand, partitions), "N",
     "of each program at most (8)"},
    {"--runs", FLAG_INTEGER(3, RUNS_MAX), offsetof(FusionCommand, runs), "R",
     "of each partition, in turn; the least of a few calls is kept of each (3)"},
    {"--seconds", FLAG_SECONDS(0), offsetof(FusionCommand, stop_seconds), "S",
     "begin no program after so many (0: never stop)"},
    FLAG_ROW_CORE(offsetof(FusionCommand, core)),
    FLAG_ROW_LOCK(offsetof(FusionCommand, lock)),
    {"--seed", FLAG_SEED, offsetof(FusionCommand, seed), "N",
     "seed of the annealing and of what is drawn (0)"},
    {0},
};

static const Flag export_flags[] = {
    {"--judged", FLAG_TEXT, offsetof(FusionCommand, judged), "NAMES",
     "joined by ',': leave out the programs whose names begin with one of these"},
    {0},
};

static const Flag evaluate_flags[] = {
    {"--judged", FLAG_TEXT, offsetof(FusionCommand, judged), "NAMES",
     "joined by ',': only programs whose names begin with one of these"},
    {"--models", FLAG_TEXT, offsetof(FusionCommand, models), "PATHS",
     "joined by ',': also models of autotune train"},
    {0},
};

static const Flag fit_flags[] = {
    {"--judged", FLAG_TEXT, offsetof(FusionCommand, judged), "NAMES",
     "joined by ',': leave out the programs whose names begin with one of these"},
    {"--model", FLAG_TEXT, offsetof(FusionCommand, model), "PATH",
     "the model, a file of autotune train (default: the shipped one)"},
    {0},
};

static const Flag pairs_flags[] = {
    {"--model", FLAG_TEXT, offsetof(FusionCommand, model), "PATH",
     "that predicts, a file of autotune train (default: the shipped one)"},
    {0},
};

static const Flag compare_flags[] = {
    {"--seconds", FLAG_SECONDS(0.001), offsetof(FusionCommand, seconds), "S",
     "the budget of each program: of a processor, to build, compile, check and time (3)"},
    {"--times", FLAG_NUMBER(1, 1000), offsetof(FusionCommand, times), "N",
     "annealing also gets so many times the budget (10)"},
    {"--rounds", FLAG_COUNT(1), offsetof(FusionCommand, rounds), "R",
     "what was found is measured once more, in turn, so often (5)"},
    FLAG_ROW_CORE(offsetof(FusionCommand, core)),
    FLAG_ROW_LOCK(offsetof(FusionCommand, lock)),
    {"--seed", FLAG_SEED, offsetof(FusionCommand, seed), "N",
     "seed of the annealing and of the random start (0)"},
    {0},
};

static const Action actions[] = {
    {"collect", "fusion collect", "FILE [flags]",
     "Measures every program under several partitions and adds it to FILE; what is there already "
     "is\nnot measured again. Exit code 3 when stopped by --seconds: the same command goes on.",
     1, collect_flags, fusion_action_collect, true},
    {"compare", "fusion compare", "MODULES [flags]",
     "Spends a budget of measuring on each module (files and folders, joined by ','): on what the "
     "model\nproposes, and on annealing that knows nothing but measurements.",
     1, compare_flags, fusion_action_compare, true},
    {"evaluate", "fusion evaluate", "FILE [flags]",
     "Prints how well models predict kernels, whole programs and the order of partitions, and how "
     "well\nmeasurements predict each other.",
     1, evaluate_flags, fusion_action_evaluate, true},
    {"export", "fusion export", "FILE OUT [flags]",
     "Writes the kernels as a dataset, to train models on.", 2, export_flags, fusion_action_export,
     true},
    {"fit", "fusion fit", "FILE [flags]",
     "Prints the constants of costmodel/program/program_constants.def that fit the kernels\n"
     "best, by what the learned model predicts of them.",
     1, fit_flags, fusion_action_fit, true},
    {"pairs", "fusion pairs", "FILE OUT [flags]",
     "Writes a table of the kernels, a line each: measured and predicted seconds, what ran before "
     "it, and\nfrom which cache its operands come.",
     2, pairs_flags, fusion_action_pairs, true},
};

int command_fusion(int argc, char **argv) {
  FusionCommand command = {.partitions = PARTITIONS,
                           .runs = RUNS,
                           .core = -1,
                           .lock = TIMING_LOCK_DEFAULT,
                           .seconds = 3,
                           .times = 10,
                           .rounds = 5};
  Actions all = {.command = "fusion",
                 .items = actions,
                 .count = sizeof actions / sizeof *actions,
                 .values = &command,
                 .output = &command.output,
                 .paths = command.paths};
  int code = command_actions_run(&all, argc, argv);
  return code == 0 && command.is_stopped ? 3 : code;
}
