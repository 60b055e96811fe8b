// The subcommands of the program `autotune-lab`: one row, one file each.
#ifndef AUTOTUNE_LAB_LAB_COMMANDS_H
#define AUTOTUNE_LAB_LAB_COMMANDS_H

// Row: function suffix, name, what it does.
#define LAB_COMMANDS(X)                                                                            \
  X(evaluate, "evaluate", "figures of the learned and the analytical model on held-out workloads") \
  X(tables, "tables", "measure full sub-grids of spaces, on which searches are replayed")          \
  X(lab_dataset, "dataset", "what research alone does with datasets")                              \
  X(fusion, "fusion", "measure programs under many partitions, and judge models by that")          \
  X(partitions, "partitions",                                                                      \
    "which ops of a function share kernels: proposed by the model, few measured")                  \
  X(threads, "threads",                                                                            \
    "measure kernels on one thread and on several, and judge what is predicted")                   \
  X(balance, "balance", "print how evenly threads share every kernel of a model")                  \
  X(second_look, "second-look",                                                                    \
    "read the machine code of measured schedules, and judge a choice by that")                     \
  X(gpu, "gpu", "learn from kernels that were measured on GPUs, and judge the models by them")     \
  X(search, "search", "measured search for the schedule of an op, by any strategy")

// argv[0] is the name of the subcommand. Returns the exit code: 0 done, 1 failed, 2 bad usage.
#define X(function, name, summary) int command_##function(int argc, char **argv);
LAB_COMMANDS(X)
#undef X

#endif
