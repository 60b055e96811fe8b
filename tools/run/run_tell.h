// RunTell: what a run found of a function, as lines or as members of JSON.
#ifndef AUTOTUNE_TOOLS_RUN_RUN_TELL_H
#define AUTOTUNE_TOOLS_RUN_RUN_TELL_H

#include "records/json.h"
#include "tools/run/run_check.h"

// `told`: the object that gets the members; NULL: lines to the standard output.
// `is_given`: the user gave the data.
void run_tell_check(Json *told, const char *function, bool is_given, const CheckResult *result);
// `name`: of the version.
void run_tell_timing(Json *told, const char *name, const Timing *timing);
void run_tell_speedup(Json *told, double speedup);

#endif
