// TuneModule: the last test of a run. Tasks are timed alone, with activations that the caches hold,
// so a winner may be none in its network. The whole module is compiled with winners and with the
// choices of the model, in a process of its own, and timed in turn (module_test.h). What it keeps
// goes to the store.
#ifndef AUTOTUNE_TOOLS_TUNE_TUNE_MODULE_H
#define AUTOTUNE_TOOLS_TUNE_TUNE_MODULE_H

#include "tools/tune/module_guard.h"
#include "tools/tune/tune_settings.h"
#include "tools/tune/tune_task.h"

enum { TUNE_MODULE_CRASHES = 4 };

// A note.
#define TUNE_NO_TIME                                                                               \
  "no time is left of --minutes; the same command tests it, with as many minutes or more"

// In memory that the parent shares. Zeros at first.
typedef struct TuneModuleShare {
  ModuleGuard guard; // its `stops`: nothing is decided then
  char note[400];    // why there was no test, "" else
  // Whose winners the version at hand has, and had those of which the process died.
  bool tried[TUNE_MAX_TASKS], crashed[TUNE_MODULE_CRASHES][TUNE_MAX_TASKS];
  int crashes;
} TuneModuleShare;

typedef struct TuneModule {
  const TuneSettings *settings; // lent, like all of it
  const char *session;          // whose test it is
  const TuneTask *tasks;
  int count;
  double deadline; // of the duels (module_test.h), of the monotonic clock
  bool is_limited; // nothing goes on long after that
  TuneModuleShare *share;
} TuneModule;

// Whether some task has another winner than when this run's module was tested last.
bool tune_module_is_due(const TuneModule *module);

// Keeps the verdict in the store. A version that crashes, or does not end, is one that fails.
// STATUS_OK with a note where the module cannot be run, or with neither where it was stopped.
// STATUS_STORE: the whole module gave a wrong result; the schedules
// that did are not kept.
Status tune_module_test(const TuneModule *module);

#endif
