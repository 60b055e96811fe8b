// ScriptTune: the points of a script measured on a module, every result kept in a record store, so
// that a run which was stopped goes on.
#ifndef AUTOTUNE_TOOLS_SCRIPT_SCRIPT_TUNE_H
#define AUTOTUNE_TOOLS_SCRIPT_SCRIPT_TUNE_H

#include "tools/script/script_price.h"

typedef struct ScriptSettings {
  const char *store;     // path
  const char *target;    // text: a part of the key
  const Target *machine; // the same, for the model
  const char *function;  // that is run; NULL: the first public one
  const char *strategy;
  int64_t trials; // in all, those of earlier runs included; 0: no limit
  double seconds; // the same
  int64_t seed, core;
  const char *lock; // see WorkerOptions
  bool is_quiet;
} ScriptSettings;

typedef struct ScriptResult {
  int64_t trials, failed; // points, of all runs
  int64_t wrong;          // of those that failed: other results than the untouched module
  double untouched_seconds, best_seconds; // median; 0: not measured well
  char best[SCRIPT_POINT_BYTES];          // "": no point was measured well
  char reason[256];                       // why the last one failed; "": none did
  int64_t compared;                       // points that were both measured well and priced
  double tau;      // Kendall's, of their prices and their times; NAN: not defined
  bool is_stopped; // by Ctrl-C or SIGTERM
} ScriptResult;

// A point that fails is a result. STATUS_OK also where all did.
Status script_tune(const ScriptSubject *subject, const ScriptSettings *settings,
                   ScriptResult *out_result);

#endif
