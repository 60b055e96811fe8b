// PrefetchPanel: what one iteration of a panel loop does: which loops and trips it has, and which
// elements of the packed constant it reads.
#include "transforms/lowering/prefetch_panel.h"

#include "base/integer.h"
#include "transforms/ir.h"

enum {
  MAX_LINES = 16, // of one trip: more would wait for one another
  MIN_VISITS = 2,
};

bool prefetch_walk_reads(const PrefetchWalk *walk, MlirOperation op) {
  return ir_op_is(op, "vector.transfer_read") &&
         mlirValueEqual(mlirOperationGetOperand(op, 0), walk->buffer);
}

int prefetch_walk_count(const PrefetchWalk *walk, MlirOperation loop) {
  int count = 0;
  for (int i = 0; i < walk->count; i++)
    count += loop_holds(loop, walk->kernels[i].loop);
  return count;
}

static PrefetchKernel *kernel_of(PrefetchWalk *walk, MlirOperation loop) {
  for (int i = 0; i < walk->count; i++)
    if (mlirOperationEqual(walk->kernels[i].loop, loop))
      return &walk->kernels[i];
  return NULL;
}

static bool multiply(int64_t *number, int64_t factor) {
  return !__builtin_mul_overflow(*number, factor, number) && *number <= PREFETCH_MAX_NUMBER &&
         *number >= -PREFETCH_MAX_NUMBER;
}

static bool count_loop(PrefetchPanel *panel, MlirOperation loop, int64_t before,
                       int64_t *out_trips);

// Trips of the kernels in one iteration of the loop, in their order.
static bool count_body(PrefetchPanel *panel, MlirOperation loop, int64_t before,
                       int64_t *out_trips) {
  *out_trips = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(loop_body(loop)); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    int64_t trips = 0;
    if (!loop_is(op) || prefetch_walk_count(panel->walk, op) == 0)
      continue;
    if (!count_loop(panel, op, before + *out_trips, &trips))
      return false;
    *out_trips += trips;
  }
  return true;
}

// The same for a whole run of a loop.
static bool count_loop(PrefetchPanel *panel, MlirOperation loop, int64_t before,
                       int64_t *out_trips) {
  int64_t trips, each = 1;
  PrefetchKernel *kernel = kernel_of(panel->walk, loop);
  if (panel->inner_count == PREFETCH_MAX_LOOPS || !loop_point_trips(&panel->point, loop, &trips) ||
      !loop_point_enter(&panel->point, loop, 0))
    return false;
  if (kernel)
    kernel->first_trip = before;
  bool known = kernel || count_body(panel, loop, before, &each);
  panel->point.count--;
  panel->inner[panel->inner_count] = loop;
  panel->inner_trips[panel->inner_count++] = each;
  *out_trips = trips;
  return known && multiply(out_trips, each);
}

// Loops between the panel loop and the reads of the kernel: iterations in which these come to
// other elements, and how far they come; all iterations.
static bool measure_visit(PrefetchPanel *panel, const PrefetchKernel *kernel, int64_t *out_trips,
                          int64_t *out_elements, int64_t *out_all) {
  LoopPoint point = panel->point;
  if (!loop_point_enter_around(&point, kernel->read, panel->loop, (MlirOperation){NULL}))
    return false;
  *out_trips = *out_all = 1;
  *out_elements = 0;
  for (MlirOperation loop = kernel->loop; !mlirOperationEqual(loop, panel->loop);
       loop = mlirOperationGetParentOperation(loop)) {
    int64_t trips, elements;
    if (!loop_is(loop) || !loop_point_trips(&point, loop, &trips) ||
        !loop_moves_by(loop, kernel->read, &elements))
      return false;
    if (!multiply(out_all, trips))
      return false;
    if (elements == 0)
      continue;
    if (!multiply(out_trips, trips) || !multiply(&elements, trips - 1))
      return false;
    *out_elements += elements;
  }
  return true;
}

static bool measure_kernel(PrefetchPanel *panel, PrefetchKernel *kernel) {
  LoopPoint point = panel->point;
  int64_t visit_trips, moved, bytes = 0;
  if (!measure_visit(panel, kernel, &visit_trips, &moved, &kernel->trips) ||
      !loop_point_enter_around(&point, kernel->read, panel->loop, (MlirOperation){NULL}))
    return false;
  if (kernel->trips == 0)
    return true;
  for (MlirOperation op = mlirBlockGetFirstOperation(loop_body(kernel->loop));
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    int64_t offset;
    if (!prefetch_walk_reads(panel->walk, op))
      continue;
    if (!loop_point_offset(&point, op, &offset))
      return false;
    MlirType vector = mlirValueGetType(mlirOperationGetResult(op, 0));
    int64_t lanes = mlirShapedTypeGetDimSize(vector, 0);
    panel->low = integer_min(panel->low, offset);
    panel->high = integer_max(panel->high, offset + moved + lanes);
    bytes += lanes * panel->walk->element_bytes;
  }
  panel->visit_bytes = integer_max(panel->visit_bytes, visit_trips * bytes);
  panel->read_bytes += kernel->trips * bytes;
  return true;
}

bool prefetch_panel_measure(PrefetchPanel *panel) {
  PrefetchWalk *walk = panel->walk;
  LoopPoint outside = {.count = 0};
  MlirOperation first = mlirBlockGetFirstOperation(loop_body(panel->loop));
  if (!loop_point_enter_around(&outside, first, (MlirOperation){NULL}, (MlirOperation){NULL}))
    return false;
  panel->point = outside;
  panel->low = INT64_MAX;
  panel->high = INT64_MIN;
  if (!count_body(panel, panel->loop, 0, &panel->trips))
    return false;
  for (int i = 0; i < walk->count; i++) {
    PrefetchKernel *kernel = &walk->kernels[i];
    if (!mlirOperationEqual(kernel->panel_loop, panel->loop))
      continue;
    panel->point = outside;
    panel->point.count--; // measure_kernel enters the panel loop again
    if (!measure_kernel(panel, kernel) ||
        !loop_moves_by(panel->loop, kernel->read, &panel->distance))
      return false;
  }
  panel->point = outside;
  return panel->read_bytes > 0;
}

int64_t prefetch_panel_lines(const PrefetchPanel *panel) {
  int64_t bytes = (panel->high - panel->low) * panel->walk->element_bytes;
  return (2 * integer_ceil_div(bytes, panel->walk->line_bytes) / panel->trips + 1) / 2;
}

int64_t prefetch_panel_share(const PrefetchPanel *panel) {
  return prefetch_panel_lines(panel) * (panel->walk->line_bytes / panel->walk->element_bytes);
}

bool prefetch_panel_is_worthwhile(const PrefetchPanel *panel) {
  int64_t elements = panel->high - panel->low;
  int64_t bytes = elements * panel->walk->element_bytes;
  if (panel->trips <= 0 || elements > panel->distance || panel->read_bytes < MIN_VISITS * bytes ||
      4 * panel->visit_bytes < 3 * bytes)
    return false;
  int64_t lines = prefetch_panel_lines(panel), asked = panel->trips * prefetch_panel_share(panel);
  return lines >= 1 && lines <= MAX_LINES && 2 * asked <= 3 * elements &&
         asked <= panel->walk->elements;
}
