// Adapt: a model carried over to this machine by the rows of a panel.
#ifndef AUTOTUNE_TOOLS_CALIBRATE_ADAPT_H
#define AUTOTUNE_TOOLS_CALIBRATE_ADAPT_H

#include "costmodel/learned_model.h"
#include "costmodel/training_set.h"
#include "machine/target.h"
#include "records/dataset.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Fewer say too little of a machine to be believed.
enum { ADAPT_LEAST_WORKLOADS = 30, ADAPT_LEAST_ROWS = 300 };

typedef struct Adapted {
  int64_t rows, workloads; // measured well, of the store
  void *model;             // owned; bytes of a model file; NULL: none,
  size_t model_bytes;
  char reason[160]; // for this reason
} Adapted;

// The rows of the store, grouped by workload. Destroy with dataset_destroy, whatever the result.
Status adapt_read(const char *store, Dataset *out_rows);

// Adapts `base` (NULL: there is none) by the rows that were measured on this processor, as rows of
// `target`, whatever was known of the machine when they were measured. Free out_adapted->model.
Status adapt_model(const Dataset *rows, const Target *target, const LearnedModel *base,
                   Adapted *out_adapted);

// How unevenly the analytical model errs on the schedules of one workload: the standard deviation
// of the logarithm of measured over predicted seconds, its mean over the workloads. An error that
// all schedules of a workload share changes no choice and does not count. NAN: no row.
double adapt_spread(const TrainingSet *set);
// The same for the rows of this processor, as rows of `target`; NAN where they are too few to adapt
// by.
Status adapt_judge(const Dataset *rows, const Target *target, double *out_spread);
// Whether guessed numbers of a machine, of which this is the spread, take the place of measured
// ones: they have to be better by more than the same panel differs from run to run. NAN: unknown.
bool adapt_prefers_guess(double measured_spread, double guessed_spread);
// Measured rates are peaks, while the numbers of the table are those that the models were made
// with: the rows of the panel say which of them tell fast schedules from slow ones. `target`: the
// measured numbers, which may become the guessed ones; `text`: a line of the report, untouched
// where the rows are too few to tell.
Status adapt_numbers(const Dataset *rows, Target *target, char *text, size_t size);

#endif
