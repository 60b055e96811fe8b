// SimtGiven: the part of autotune-gpu that says whence the schedule of an op is: its attribute, the
// option, what a record store has measured, or else the model.
#ifndef AUTOTUNE_PASSES_SIMT_GIVEN_H
#define AUTOTUNE_PASSES_SIMT_GIVEN_H

#include "passes/simt_options.h"
#include "passes/simt_point.h"
#include "passes/simt_split.h"
#include "records/store.h"
#include "transforms/report/report.h"
#include "transforms/simt/point_join.h"

// Whence the schedule of an op is.
typedef struct SimtGiven {
  char schedule[SCHEDULE_TEXT_BYTES]; // "": the model chooses
  int consumers;                      // that may be fused, at most
  double measured_seconds;            // 0: it is of no record
  char *workload;                     // that records of the op are of; NULL: it has none
} SimtGiven;

// What an op can become: a product, the same in parts, or points.
typedef struct SimtKernels {
  SimtProduct product;
  SimtSplit split;
  Group points;
  PointChoice point_choice;
  PointRecords emitted; // points
  Store *store;         // of what was measured; NULL: none is asked
} SimtKernels;

// The schedule of the op's attribute, else of the option, else of the fastest record that can be
// followed, of which a remark says where there is none. The records are those of the op with its
// initial value and its padding, whatever else a kernel fuses, and whatever is constant. The caller
// frees out_given->workload, whatever the status. STATUS_USAGE: the store is damaged.
Status simt_given_read(MlirOperation op, const SimtOptions *options, SimtKernels *kernels,
                       PassReport *report, SimtGiven *out_given);
// What is measured says nothing of consumers, which cost a thread little: where a record is
// followed, all are fused that a kernel can have, and the schedules are told so.
void simt_given_name_consumers(SimtProduct *product);

#endif
