// The workloads of a module as tasks of the store, each with its weight.
#ifndef AUTOTUNE_TOOLS_TUNE_TUNE_PLAN_H
#define AUTOTUNE_TOOLS_TUNE_TUNE_PLAN_H

#include "tools/tune/tune_settings.h"
#include "tools/tune/tune_task.h"

// Written by a process of its own, which is the one that reads the module. The caller frees the
// tasks, of which number and weight are set; heaviest first. STATUS_USAGE: nothing in it is tuned.
Status tune_plan(const TuneSettings *settings, TuneTask **out_tasks, int *out_count);

#endif
