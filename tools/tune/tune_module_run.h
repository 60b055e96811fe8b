// ModuleRun: a module compiled with schedules that a store names, checked and timed as a whole. All
// its public functions count.
#ifndef AUTOTUNE_TOOLS_TUNE_TUNE_MODULE_RUN_H
#define AUTOTUNE_TOOLS_TUNE_TUNE_MODULE_RUN_H

#include "records/store.h"
#include "tools/tune/module_guard.h"
#include "tools/tune/tune_settings.h"

typedef struct ModuleRun ModuleRun;
typedef struct ModuleVersion ModuleVersion; // compiled

// Reads the module and runs it untouched: what the results have to be. `store` is lent: versions
// are compiled by what it says when they are made. `guard` is lent, and is told the steps. Fails
// where the module cannot be run.
Status module_run_create(const TuneSettings *settings, Store *store, ModuleGuard *guard,
                         ModuleRun **out_run);
void module_run_destroy(ModuleRun *run); // NULL is a no-op

// Compiles the module and compares its results. STATUS_REJECTED: they are wrong, and the text says
// how. Destroy it before the run.
Status module_version_create(ModuleRun *run, ModuleVersion **out_version);
void module_version_destroy(ModuleVersion *version); // NULL is a no-op
// Of what the module became: equal where two versions are the same code.
uint64_t module_version_hash(const ModuleVersion *version);
// Seconds of one call of every function, the least of a few, while nobody else times.
double module_version_time(const ModuleVersion *version);

#endif
