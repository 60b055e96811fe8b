// Rewrites: what happens to the payload before anything is chosen. The table is rewrites.def.
#ifndef AUTOTUNE_TRANSFORMS_REWRITE_REWRITES_H
#define AUTOTUNE_TRANSFORMS_REWRITE_REWRITES_H

#include "base/status.h"
#include "machine/target.h"
#include "transforms/cold/cold_operands.h"
#include "transforms/report/report.h"

typedef struct RewriteOptions {
  const Target *target;       // lent
  bool affine;                // affine loops are raised
  bool parallel;              // their outermost loops that carry no dependence become scf.parallel
  int threads;                // that share such loops; 0: the cores of the target
  const WeightTable *weights; // lent, of the payload; null: not known
} RewriteOptions;

static inline int rewrite_thread_count(const RewriteOptions *options) {
  return options->threads ? options->threads : options->target->cores;
}

// One rewrite of the ops below `root`. Each op that it rewrites gets a remark; report->changed says
// that there was one. A failure is no op that does not fit, but trouble that ends the run.
typedef Status RewriteFunction(MlirOperation root, const RewriteOptions *options,
                               PassReport *report);

#define REWRITE(name, when, meaning) RewriteFunction name##_rewrite;
#include "transforms/rewrite/rewrites.def"

// Runs every rewrite that the options want, in order.
Status rewrites_run(MlirOperation root, const RewriteOptions *options, PassReport *report);

// For a run without rewrites: says which sums a run with them would keep in f32.
void wide_sums_tell_kept(MlirOperation root, const PassReport *report);

// Name and meaning of rewrite `index`; false when there are not so many.
bool rewrite_describe(int index, const char **out_name, const char **out_meaning);

#endif
