// What linalg ops are worth: the more of the work is in larger rectangles, the better.
#include "affine/affine_costs.h"
#include "affine/schedule/affine_scheduler.h"

double affine_score_statement(const AffineStatement *statement) {
  int loops = 0, reductions = 0, broadcasts = 0;
  for (int d = 0; d < statement->depth; d++)
    if (statement->raised >> d & 1) {
      loops++;
      reductions += !affine_access_uses(&statement->accesses[0], d);
    }
  for (int a = 1; a < statement->access_count; a++) {
    bool misses = false;
    for (int d = 0; d < statement->depth; d++)
      misses |= (statement->raised >> d & 1) && affine_access_uses(&statement->accesses[0], d) &&
                !affine_access_uses(&statement->accesses[a], d);
    broadcasts += misses;
  }
  if (loops >= 3 && reductions && broadcasts >= 2)
    return SCORE_CONTRACTION;
  return loops >= 2 ? SCORE_NEST : loops * SCORE_ROW;
}

double affine_score_points(const AffineStatement *statement) {
  return affine_statement_points(statement, 0) * (1 - statement->waste);
}

double affine_score_list(const AffineList *list, int from) {
  double sum = 0;
  for (int i = from; i < list->count; i++)
    sum += affine_score_statement(list->items[i]) * affine_score_points(list->items[i]);
  return sum;
}

// A row of elements inside serial loops is no better as a kernel than as the loop that it was,
// unless it is a sum or the loops around it are tiles of time.
static bool is_gain(const AffineStatement *statement, bool has_time_tiles) {
  int loops = 0;
  int around = affine_statement_parameters(statement); // and parallel loops, and those around them
  while (statement->parallel >> around)
    around++;
  for (int d = 0; d < statement->depth; d++)
    loops += statement->raised >> d & 1;
  return loops > 0 &&
         (loops == statement->depth - around || affine_score_statement(statement) > 1 ||
          has_time_tiles || !affine_access_uses(&statement->accesses[0], statement->depth - 1));
}

double affine_score_coverage(const AffineList *list, bool has_time_tiles) {
  double all = 0, raised = 0;
  for (int i = 0; i < list->count; i++) {
    double own = affine_score_points(list->items[i]);
    all += own;
    raised += is_gain(list->items[i], has_time_tiles) ? own : 0;
  }
  return all > 0 ? raised / all : 0;
}
