// Support: which machines and workloads a model was trained on, and how far what it says can be
// trusted elsewhere.
//
// Trust is 1 on a machine and near a workload that were trained on, and falls towards 0 with the
// distance of both. It depends on the target.* and work.* features of a row alone, so it is the
// same for all schedules of one rule of a workload.
#ifndef AUTOTUNE_COSTMODEL_SUPPORT_H
#define AUTOTUNE_COSTMODEL_SUPPORT_H

#include "costmodel/features.h"

typedef struct Support Support;

// Machines no further apart are one, also with a last cache of up to eight times the size.
#define SUPPORT_HOME 0.125

typedef struct Trust {
  double total;             // machine * workload, in [0, 1]
  double machine, workload; // each in [0, 1]: of the point trained on that supports the row best
  // Of the nearest machine whose points support the row at least half as well, 0 or more; infinite
  // where there is none.
  double machine_distance;
} Trust;

// Knows nothing: nothing is trusted. Destroy with support_destroy.
Status support_create(Support **out_support);
void support_destroy(Support *support); // NULL is a no-op

// Adds what a row of FEATURE_COUNT numbers says of its machine and its workload. Rows of a task
// follow one another; equal ones are kept once, and types that are left to the analytical model are
// not.
Status support_add(Support *support, const float *row);
// Adds the points of another; those of `base` count as measured on the machine of `row` (NULL: on
// their own), but for those of types that say nothing of another machine, which are left out.
Status support_add_all(Support *support, const Support *base, const float *row);
size_t support_count(const Support *support); // points

// What kinds of workloads its points are.
typedef enum SupportKind {
  SUPPORT_CONVOLUTION, // multiplies and adds over windows
  SUPPORT_CONTRACTION, // multiplies and adds over other reductions: products of matrices
  SUPPORT_WINDOW,      // another reduction over windows: pooling
  SUPPORT_REDUCTION,   // another reduction
  SUPPORT_ELEMENTWISE, // none
  SUPPORT_KIND_COUNT
} SupportKind;

void support_count_kinds(const Support *support, size_t out_counts[SUPPORT_KIND_COUNT]);
// Machines, each with the vectors that it was measured with.
size_t support_machine_count(const Support *support);

Trust support_trust(const Support *support, const float *row);

// The bytes of a model file's support. The caller frees them.
Status support_write(const Support *support, unsigned char **out_bytes, size_t *out_size);
// Whatever is wrong with the bytes is STATUS_MODEL and one line. Without `knows_narrow` they are of
// a file from before FEATURE_WORK_NARROW, whose operands were as wide as their sums.
Status support_read(const unsigned char *bytes, size_t size, bool knows_narrow,
                    Support **out_support);

#endif
