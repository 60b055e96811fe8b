// Both models price such a lane alike, whether or not it is read in a square. Products of a matrix
// of f64 and a vector, 16 rows at a time in vectors of 4, on a Zen 4: with one or two terms at a
// time 1.36 times as long as with four, of 120 rows and of 421.
#include "costmodel/column_price.h"

static const double ONE_BY_ONE = 0.35;

enum { LEAST_LANES = 4, MOST_LANES = 16 }; // of a square

bool column_is_read(const Workload *knobs, const Schedule *schedule, int access) {
  const Access *read = &knobs->accesses[access];
  int vector = schedule->vector_iterator;
  if (vector < 0 || schedule->lanes <= 1 || read->is_output || read->rank == 0 ||
      knobs->statements[read->statement].stage != STAGE_BODY || schedule->pack[access] != PACK_NONE)
    return false;
  return access_stride(read, vector) != 0 && access_stride(read, vector) != 1;
}

// The part of the lanes of a column that are read one by one; 0 where no square could be read.
static double part_one_by_one(const Workload *knobs, const Schedule *schedule, int access) {
  const Access *read = &knobs->accesses[access];
  int lanes = schedule->lanes;
  for (int i = 0; i < knobs->iterator_count; i++) {
    int64_t block = schedule->block[i];
    if (i == schedule->vector_iterator || access_stride(read, i) != 1 ||
        knobs->extents[i] < LEAST_LANES || read->may_leave_shape)
      continue;
    if (lanes < LEAST_LANES || lanes > MOST_LANES)
      return 1;
    return (double)(block % lanes) / (double)block;
  }
  return 0;
}

double column_price(const Workload *knobs, const Schedule *schedule) {
  double part = 0;
  for (int a = 0; a < knobs->access_count; a++)
    if (column_is_read(knobs, schedule, a)) {
      double of_access = part_one_by_one(knobs, schedule, a);
      part = of_access > part ? of_access : part;
    }
  return ONE_BY_ONE * part;
}
