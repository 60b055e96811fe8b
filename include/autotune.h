// Autotune for MLIR: the public C API.
//
// For a driver that links libautotune.a. A program that loads the plugin
// (mlir-opt --load-pass-plugin) needs none of this: loading registers everything.
// The library takes MLIR's C++ code from the shared libMLIR and libLLVM of the
// release it was built with; the driver must use the same ones. docs/embedding.md
// has a small driver, test/downstream/ask.c one that uses all of this.
//
// Between releases: within one MAJOR.MINOR, functions, fields and numbers of
// enumerators keep their names and meanings, and nothing is taken away; a new
// PATCH may choose other schedules. A new MINOR may change what is declared here.
//
// Threads: several threads may call at once, each with an MlirContext of its own,
// or with ops of one context that no other thread changes. An AutotuneOptions may
// be read by several threads, but not set meanwhile. Models never change.
//
// Ownership: what a function named Create or Load returns is the caller's, who
// calls Destroy; null is a no-op there. Texts that are handed in are copied. What
// a callback gets is lent for the call.
#ifndef AUTOTUNE_H
#define AUTOTUNE_H

#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define AUTOTUNE_EXPORTED __attribute__((visibility("default")))

// Of this header; autotuneVersion tells that of the library.
#define AUTOTUNE_VERSION_MAJOR 0
#define AUTOTUNE_VERSION_MINOR 1
#define AUTOTUNE_VERSION_PATCH 0

// Adds the passes `autotune` and `autotune-kernels` and the pipeline
// `autotune-to-llvm` to MLIR's global registry, so that command lines and
// textual pipelines can name them. Call it once, before the command line is
// parsed. The passes register the dialects that they create by themselves.
AUTOTUNE_EXPORTED void autotuneRegisterPasses(void);

// The version of the library, "MAJOR.MINOR.PATCH". Static storage.
AUTOTUNE_EXPORTED const char *autotuneVersion(void);

// --- what functions return

typedef enum AutotuneResult {
  AUTOTUNE_OK = 0,
  AUTOTUNE_MISTAKE = 1,     // the caller's: an option, a file, a schedule that is no text of one
  AUTOTUNE_UNSUPPORTED = 2, // the op cannot be tuned, or has not the schedule; it stays as it is
  AUTOTUNE_FAILURE = 3,     // memory, files, MLIR
} AutotuneResult;

// One line about the last failure in this thread. Lent until the next one.
AUTOTUNE_EXPORTED const char *autotuneErrorText(void);

// --- models

typedef struct AutotuneModel AutotuneModel;

// Reads a cost model, the bytes of a file of `autotune train`, which are copied.
// It outlives the options and passes that it is set for.
AUTOTUNE_EXPORTED AutotuneResult autotuneModelLoad(const void *bytes, size_t size,
                                                   AutotuneModel **model);
AUTOTUNE_EXPORTED void autotuneModelDestroy(AutotuneModel *model);

// --- options

typedef struct AutotuneOptions AutotuneOptions;

typedef enum AutotuneRemarkKind {
  AUTOTUNE_REMARK_TUNED = 0,
  AUTOTUNE_REMARK_UNTOUCHED = 1, // the op stays as it is
  AUTOTUNE_REMARK_OTHER = 2,     // it became other ops, it refuses the option `schedule`, which
                                 // machine was tuned for
} AutotuneRemarkKind;

typedef struct AutotuneRemark {
  AutotuneRemarkKind kind;
  MlirLocation location;
  MlirStringRef op;       // name of the op
  MlirStringRef function; // symbol of the function around it, may be empty
  const char *text;       // TUNED: the schedule; else a sentence
  const char *source;     // TUNED: "learned model HASH", "default", ...; else may be empty
  double seconds;         // TUNED: predicted, 0: it was not
} AutotuneRemark;

typedef void (*AutotuneRemarkCallback)(const AutotuneRemark *remark, void *user);
typedef void (*AutotuneErrorCallback)(AutotuneResult result, const char *text, void *user);

// All options have their defaults. Null when memory ends.
AUTOTUNE_EXPORTED AutotuneOptions *autotuneOptionsCreate(void);
AUTOTUNE_EXPORTED void autotuneOptionsDestroy(AutotuneOptions *options);
// Sets an option of the pass `autotune` (docs/reference/options.md) by its name, without dashes,
// such as "target" to "zen4" or "max-candidates" to "500". AUTOTUNE_MISTAKE when
// there is no such option. The value is looked at by autotuneOptionsCheck, and
// wherever the options are used.
AUTOTUNE_EXPORTED AutotuneResult autotuneOptionsSet(AutotuneOptions *options, const char *name,
                                                    const char *value);
AUTOTUNE_EXPORTED AutotuneResult autotuneOptionsCheck(const AutotuneOptions *options);
// Chooses by a model from memory, whatever the option `model` says; null: by that.
AUTOTUNE_EXPORTED void autotuneOptionsSetModel(AutotuneOptions *options,
                                               const AutotuneModel *model);
// Hears of every op, of passes too, from the thread that tunes it. MLIR gets the
// remarks of passes as well.
AUTOTUNE_EXPORTED void autotuneOptionsSetRemarkCallback(AutotuneOptions *options,
                                                        AutotuneRemarkCallback callback,
                                                        void *user);
// Hears of the failures of functions that take the options. Passes tell MLIR.
AUTOTUNE_EXPORTED void autotuneOptionsSetErrorCallback(AutotuneOptions *options,
                                                       AutotuneErrorCallback callback, void *user);

// --- passes

// For mlirPassManagerAddOwnedPass or mlirOpPassManagerAddOwnedPass, which take
// them. `options`, with what is set in them, outlives the pass. Options that are
// wrong fail the pass manager's run with a diagnostic.
AUTOTUNE_EXPORTED MlirPass autotuneCreatePass(const AutotuneOptions *options);
AUTOTUNE_EXPORTED MlirPass autotuneCreateKernelsPass(const AutotuneOptions *options);
// Appends `autotune-to-llvm` to a pass manager of builtin.module.
AUTOTUNE_EXPORTED AutotuneResult autotuneAddLowering(MlirOpPassManager manager);

// --- without passes
//
// These load the dialects that tuned code needs into the context, so no pass may be running on it.

// Tunes everything below `root`, as the pass does.
AUTOTUNE_EXPORTED AutotuneResult autotuneTune(MlirOperation root, const AutotuneOptions *options,
                                              bool *changed);
// Tunes one structured op in place, and no other; ops that are fused with it go.
// AUTOTUNE_UNSUPPORTED: it stays as it is. The op is gone after AUTOTUNE_OK.
AUTOTUNE_EXPORTED AutotuneResult autotuneTuneOp(MlirOperation op, const AutotuneOptions *options);

// --- predictions
//
// Seconds are those of one call on one thread, by the model that the options name, with
// the ops that a fuller fusion would take along: so they compare between all schedules of
// an op as it stands. Nothing is changed or measured.

enum { AUTOTUNE_SCHEDULE_BYTES = 2048 };

typedef struct AutotunePrediction {
  double seconds;
  char schedule[AUTOTUNE_SCHEDULE_BYTES]; // docs/reference/schedule.md
} AutotunePrediction;

typedef void (*AutotunePredictionCallback)(MlirOperation op, const AutotunePrediction *prediction,
                                           void *user);

// Of the schedule that would be chosen, by the model alone.
AUTOTUNE_EXPORTED AutotuneResult autotunePredictChosen(MlirOperation op,
                                                       const AutotuneOptions *options,
                                                       AutotunePrediction *prediction);
// Of the default schedule, that of an op when no model is asked.
AUTOTUNE_EXPORTED AutotuneResult autotunePredictDefault(MlirOperation op,
                                                        const AutotuneOptions *options,
                                                        AutotunePrediction *prediction);
// Of a given schedule, which `prediction` repeats in its canonical form.
// AUTOTUNE_UNSUPPORTED: it is illegal for the op on the target.
AUTOTUNE_EXPORTED AutotuneResult autotunePredictSchedule(MlirOperation op,
                                                         const AutotuneOptions *options,
                                                         const char *schedule,
                                                         AutotunePrediction *prediction);
// The best `count` candidates, 64 at most, the best first.
AUTOTUNE_EXPORTED AutotuneResult autotuneListCandidates(MlirOperation op,
                                                        const AutotuneOptions *options, int count,
                                                        AutotunePredictionCallback callback,
                                                        void *user);
// Of everything below `root` as it would be partitioned into kernels: `seconds` is their sum.
// `callback`, which may be null, hears of every kernel, with its seconds alone; the op is one
// of a clone.
AUTOTUNE_EXPORTED AutotuneResult autotunePredictPartition(MlirOperation root,
                                                          const AutotuneOptions *options,
                                                          AutotunePredictionCallback callback,
                                                          void *user, double *seconds);

#ifdef __cplusplus
}
#endif

#endif
