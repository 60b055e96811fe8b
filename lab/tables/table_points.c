// The points of a grid, and the best of them once more.
#include "lab/tables/table_points.h"

#include "lab/tables/hard_grid.h"
#include "lab/tables/table_grid.h"
#include "tools/collect/collect_trial.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

typedef struct Known {
  Schedule schedule;
  double seconds;
  int64_t place;
} Known;

static int compare_known(const void *a, const void *b) {
  const Known *left = a, *right = b;
  if (left->seconds != right->seconds)
    return left->seconds < right->seconds ? -1 : 1;
  return (left->place > right->place) - (left->place < right->place);
}

// The schedules of the rows of one origin, or of any (ORIGIN_COUNT), fastest first, each by its
// first time.
static Status sort_rows(const CollectRun *run, DatasetOrigin origin, const StoreRow *rows,
                        int64_t count, Schedule **out_schedules, int64_t *out_count) {
  Known *known = malloc(sizeof *known * (size_t)(count + 1));
  Schedule *schedules = malloc(sizeof *schedules * (size_t)(count + 1));
  int64_t used = 0;
  if (!known || !schedules) {
    free(known);
    free(schedules);
    return status_fail(STATUS_SYSTEM, "no memory for %" PRId64 " schedules", count);
  }
  for (int64_t r = 0; r < count; r++) {
    Known *next = &known[used];
    *next = (Known){.seconds = collect_row_median(&rows[r]), .place = r};
    used += (origin == ORIGIN_COUNT || rows[r].origin == origin) && isfinite(next->seconds) &&
            space_read(run->space, rows[r].schedule, &next->schedule);
  }
  qsort(known, (size_t)used, sizeof *known, compare_known);
  for (int64_t n = 0; n < used; n++)
    schedules[n] = known[n].schedule;
  free(known);
  *out_schedules = schedules;
  *out_count = used;
  return STATUS_OK;
}

// What was measured before the first point of the grid: whenever this is asked, the answer is the
// same.
static Status find_known(const CollectRun *run, const StoreRow *rows, int64_t count,
                         Schedule **out_schedules, int64_t *out_count) {
  int64_t before = 0;
  while (before < count && rows[before].origin != ORIGIN_GRID)
    before++;
  return sort_rows(run, ORIGIN_COUNT, rows, before, out_schedules, out_count);
}

// Marks the rows of one origin as seen, and no others.
static void see_only(CollectRun *run, DatasetOrigin origin, const StoreRow *rows, int64_t count) {
  seen_destroy(&run->seen);
  for (int64_t r = 0; r < count; r++) {
    Schedule schedule;
    if (rows[r].origin == origin && space_read(run->space, rows[r].schedule, &schedule))
      seen_add(&run->seen, &schedule);
  }
}

static Status make_points(const CollectRun *run, const Schedule *known, int64_t known_count,
                          Schedule **out_points, int64_t *out_count) {
  uint64_t seed = (uint64_t)run->options->seed;
  const TableOptions *options = run->options->way->context;
  if (!options->is_hard)
    return table_grid(run->space, seed, run->task->grid, known, known_count, out_points, out_count);
  if (known_count == 0)
    return status_fail(STATUS_UNSUPPORTED,
                       "--hard: no schedule of the op was measured well, so none is known to be "
                       "fast");
  return hard_grid(run->space, run->tune.model.learned, seed, run->task->grid, known, out_points,
                   out_count);
}

Status table_measure_points(CollectRun *run) {
  Status status = STATUS_OK;
  StoreRow *rows = NULL;
  Schedule *known = NULL, *points = NULL;
  int64_t row_count = 0, known_count = 0, point_count = 0;
  TRY(store_read_workload_rows(run->store, run->number, &rows, &row_count));
  TRY(find_known(run, rows, row_count, &known, &known_count));
  TRY(make_points(run, known, known_count, &points, &point_count));
  see_only(run, ORIGIN_GRID, rows, row_count); // a smaller grid may have had them
  for (int64_t n = 0; n < point_count && !collect_is_time_up(run); n++)
    if (!seen_has(&run->seen, &points[n]))
      TRY(collect_measure(run, ORIGIN_GRID, &points[n]));
cleanup:
  store_rows_destroy(rows, row_count);
  free(known);
  free(points);
  return status;
}

Status table_measure_again(CollectRun *run) {
  Status status = STATUS_OK;
  const TableOptions *options = run->options->way->context;
  StoreRow *rows = NULL;
  Schedule *points = NULL;
  int64_t row_count = 0, count = 0, wanted = options->again;
  TRY(store_read_workload_rows(run->store, run->number, &rows, &row_count));
  TRY(sort_rows(run, ORIGIN_GRID, rows, row_count, &points, &count));
  see_only(run, ORIGIN_AGAIN, rows, row_count);
  for (int64_t n = 0; n < 2 * wanted && n < count && !collect_is_time_up(run); n++) {
    int64_t place = n < wanted ? n : wanted + (n - wanted) * (count - wanted) / wanted;
    if (!seen_has(&run->seen, &points[place]))
      TRY(collect_measure(run, ORIGIN_AGAIN, &points[place]));
  }
cleanup:
  store_rows_destroy(rows, row_count);
  free(points);
  return status;
}
