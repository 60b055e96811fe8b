// The subcommands of the program `autotune`: one row, one file each.
#ifndef AUTOTUNE_TOOLS_COMMANDS_H
#define AUTOTUNE_TOOLS_COMMANDS_H

// Row: function suffix, name, what it does.
#define COMMANDS(X)                                                                                \
  X(compile, "compile", "tune a model and compile it to a library with a C header")                \
  X(run, "run", "compare a tuned module with its untouched lowering, and time both")               \
  X(bench, "bench", "time every op of a model by itself, untouched, chosen and searched")          \
  X(tune, "tune", "measured tuning of a whole module, kept in a record store")                     \
  X(script, "script", "a transform script as a search space, its knobs selected by measuring")     \
  X(collect, "collect", "measure many schedules of many workloads for a dataset")                  \
  X(calibrate, "calibrate", "measure this machine, for target=host")                               \
  X(dataset, "dataset", "export, merge and describe datasets")                                     \
  X(records, "records", "list, join, cut down and check the records of tuning")                    \
  X(train, "train", "train the learned cost model on measured schedules")                          \
  X(model, "model", "show what a learned cost model was trained on")                               \
  X(schedules, "schedules", "print the size and the knobs of every op's space")                    \
  X(explain, "explain", "print why an op gets its schedule, beside the runner-up")                 \
  X(pipelines, "pipelines", "print the pass pipelines")                                            \
  X(demo, "demo", "tune ResNet-18, run it before and after, print a table")                        \
  X(worker, "worker", "measure candidates on behalf of another process")

// argv[0] is the name of the subcommand. Returns the exit code: 0 done, 1 failed, 2 bad usage.
#define X(function, name, summary) int command_##function(int argc, char **argv);
COMMANDS(X)
#undef X

#endif
