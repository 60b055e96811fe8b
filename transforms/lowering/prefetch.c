// Prefetches of packed constants.
//
// A loop nest of vector code walks a packed constant panel by panel: an outer loop moves to the
// next panel, loops inside it come back to this one several times, and the innermost loops go
// through it. Weights of a network come from memory, at the first of these visits all at once,
// while at the others the memory has nothing to do. So every trip of the innermost loops asks for
// an equal share of the panel that comes after this one:
//
//   for panel                                        // moves the reads
//     next = first element of the panel after this one
//     for visit                                      // does not
//       for trip { prefetch next + share * (visit * trips + trip); ... reads }
//
// Invariant: nothing but prefetches and index arithmetic is added. A prefetch is no access, and
// none is beyond the end of the buffer.
#include "transforms/lowering/prefetch.h"

#include "base/integer.h"
#include "plan/workload.h"
#include "transforms/constant_shim.h"
#include "transforms/function_target.h"
#include "transforms/ir.h"
#include "transforms/lowering/prefetch_index.h"

#include <stdlib.h>

enum {
  MIN_BUFFER_BYTES = 1 << 18, // less stays in the caches from call to call
  MAX_LINES = 16,             // of one trip: more would wait for one another
  MIN_VISITS = 2,
  MAX_KERNELS = 64,
  INTO_SECOND_CACHE = 2, // locality hint: a panel is too large for the first one
};

// An innermost loop that reads the buffer.
typedef struct Kernel {
  MlirOperation loop, read; // one of its reads
  MlirOperation panel_loop; // null: none
  int64_t first_trip;       // trips of kernels before it in one iteration of the panel loop
} Kernel;

typedef struct Walk {
  MlirValue buffer;
  int64_t element_bytes, elements;
  int64_t line_bytes; // of the caches of the function's processor
  Kernel kernels[MAX_KERNELS];
  int count;
} Walk;

// The kernels of one panel loop.
typedef struct Panel {
  Walk *walk;
  MlirOperation loop;
  LoopPoint point; // first iteration of the panel loop and of those around it
  MlirOperation inner[PREFETCH_MAX_LOOPS]; // loops inside it that hold kernels
  int64_t inner_trips[PREFETCH_MAX_LOOPS]; // of kernels, in one iteration of these
  int inner_count;
  int64_t trips;       // of kernels in one iteration of the panel loop
  int64_t low, high;   // elements that they read
  int64_t visit_bytes; // of the kernel that reads most, in one visit
  int64_t read_bytes;  // of all, as often as they are read
  int64_t distance;    // elements from one panel to the next
} Panel;

static MlirOperation parent_of(MlirOperation op) { return mlirOperationGetParentOperation(op); }

static MlirBlock body_of(MlirOperation loop) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(loop, 0));
}

static bool reads_buffer(MlirOperation op, MlirValue buffer) {
  return ir_op_is(op, "vector.transfer_read") &&
         mlirValueEqual(mlirOperationGetOperand(op, 0), buffer);
}

static bool is_loop(MlirOperation op) { return ir_op_is(op, "scf.for"); }

static void add_kernel(Walk *walk, MlirOperation read) {
  MlirOperation loop = parent_of(read);
  if (!is_loop(loop) || walk->count == MAX_KERNELS)
    return;
  for (MlirOperation op = mlirBlockGetFirstOperation(body_of(loop)); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    if (is_loop(op))
      return;
  for (int i = 0; i < walk->count; i++)
    if (mlirOperationEqual(walk->kernels[i].loop, loop))
      return;
  walk->kernels[walk->count++] = (Kernel){.loop = loop, .read = read};
}

static bool holds(MlirOperation loop, MlirOperation inner) {
  for (MlirOperation op = inner; !mlirOperationIsNull(op); op = parent_of(op))
    if (mlirOperationEqual(op, loop))
      return true;
  return false;
}

static int kernels_inside(const Walk *walk, MlirOperation loop) {
  int count = 0;
  for (int i = 0; i < walk->count; i++)
    count += holds(loop, walk->kernels[i].loop);
  return count;
}

// --- loops around a read

// Enters the loops around `op` up to and with `outermost` (null: all), each at its first iteration
// but `moved` at its second.
static bool enter_around(LoopPoint *point, MlirOperation op, MlirOperation outermost,
                         MlirOperation moved) {
  MlirOperation loops[PREFETCH_MAX_LOOPS];
  int count = 0;
  for (MlirOperation loop = parent_of(op); !mlirOperationIsNull(loop); loop = parent_of(loop)) {
    if (!is_loop(loop))
      continue;
    if (count == PREFETCH_MAX_LOOPS)
      return false;
    loops[count++] = loop;
    if (!mlirOperationIsNull(outermost) && mlirOperationEqual(loop, outermost))
      break;
  }
  while (count-- > 0) {
    bool moves = !mlirOperationIsNull(moved) && mlirOperationEqual(loops[count], moved);
    if (!loop_point_enter(point, loops[count], moves))
      return false;
  }
  return true;
}

// Elements that one iteration of the loop moves a read inside it; false when that is not known.
static bool moves_by(MlirOperation loop, MlirOperation read, int64_t *out_elements) {
  LoopPoint here = {.count = 0}, there = {.count = 0};
  int64_t from, to;
  if (!enter_around(&here, read, (MlirOperation){NULL}, (MlirOperation){NULL}) ||
      !enter_around(&there, read, (MlirOperation){NULL}, loop) ||
      !loop_point_offset(&here, read, &from) || !loop_point_offset(&there, read, &to))
    return false;
  *out_elements = to - from;
  return true;
}

// The innermost loop that moves the reads, outside of one that does not or of several kernels.
static MlirOperation find_panel_loop(const Walk *walk, const Kernel *kernel) {
  bool comes_back = false;
  for (MlirOperation loop = kernel->loop; is_loop(loop); loop = parent_of(loop)) {
    int64_t elements;
    if (!moves_by(loop, kernel->read, &elements) || elements < 0)
      break;
    comes_back |= elements == 0 || kernels_inside(walk, loop) > 1;
    if (comes_back && elements > 0)
      return loop;
  }
  return (MlirOperation){NULL};
}

// --- what one iteration of a panel loop does

static Kernel *kernel_of(Walk *walk, MlirOperation loop) {
  for (int i = 0; i < walk->count; i++)
    if (mlirOperationEqual(walk->kernels[i].loop, loop))
      return &walk->kernels[i];
  return NULL;
}

static bool count_loop(Panel *panel, MlirOperation loop, int64_t before, int64_t *out_trips);

// Trips of the kernels in one iteration of the loop, in their order.
static bool count_body(Panel *panel, MlirOperation loop, int64_t before, int64_t *out_trips) {
  *out_trips = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(body_of(loop)); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    int64_t trips = 0;
    if (!is_loop(op) || kernels_inside(panel->walk, op) == 0)
      continue;
    if (!count_loop(panel, op, before + *out_trips, &trips))
      return false;
    *out_trips += trips;
  }
  return true;
}

// The same for a whole run of a loop.
static bool count_loop(Panel *panel, MlirOperation loop, int64_t before, int64_t *out_trips) {
  int64_t trips, each = 1;
  Kernel *kernel = kernel_of(panel->walk, loop);
  if (panel->inner_count == PREFETCH_MAX_LOOPS || !loop_point_trips(&panel->point, loop, &trips) ||
      !loop_point_enter(&panel->point, loop, 0))
    return false;
  if (kernel)
    kernel->first_trip = before;
  bool known = kernel || count_body(panel, loop, before, &each);
  panel->point.count--;
  panel->inner[panel->inner_count] = loop;
  panel->inner_trips[panel->inner_count++] = each;
  *out_trips = trips * each;
  return known;
}

// Loops between the panel loop and the reads of the kernel: iterations in which these come to
// other elements, and how far they come; all iterations.
static bool measure_visit(Panel *panel, const Kernel *kernel, int64_t *out_trips,
                          int64_t *out_elements, int64_t *out_all) {
  LoopPoint point = panel->point;
  if (!enter_around(&point, kernel->read, panel->loop, (MlirOperation){NULL}))
    return false;
  *out_trips = *out_all = 1;
  *out_elements = 0;
  for (MlirOperation loop = kernel->loop; !mlirOperationEqual(loop, panel->loop);
       loop = parent_of(loop)) {
    int64_t trips, elements;
    if (!is_loop(loop) || !loop_point_trips(&point, loop, &trips) ||
        !moves_by(loop, kernel->read, &elements))
      return false;
    *out_all *= trips;
    if (elements == 0)
      continue;
    *out_trips *= trips;
    *out_elements += (trips - 1) * elements;
  }
  return true;
}

static bool measure_kernel(Panel *panel, const Kernel *kernel) {
  LoopPoint point = panel->point;
  int64_t visit_trips, moved, all_trips, bytes = 0;
  if (!measure_visit(panel, kernel, &visit_trips, &moved, &all_trips) ||
      !enter_around(&point, kernel->read, panel->loop, (MlirOperation){NULL}))
    return false;
  for (MlirOperation op = mlirBlockGetFirstOperation(body_of(kernel->loop));
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    int64_t offset;
    if (!reads_buffer(op, panel->walk->buffer))
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
  panel->read_bytes += all_trips * bytes;
  return true;
}

static bool measure_panel(Panel *panel) {
  Walk *walk = panel->walk;
  LoopPoint outside = {.count = 0};
  MlirOperation first = mlirBlockGetFirstOperation(body_of(panel->loop));
  if (!enter_around(&outside, first, (MlirOperation){NULL}, (MlirOperation){NULL}))
    return false;
  panel->point = outside;
  panel->low = INT64_MAX;
  panel->high = INT64_MIN;
  if (!count_body(panel, panel->loop, 0, &panel->trips))
    return false;
  for (int i = 0; i < walk->count; i++) {
    const Kernel *kernel = &walk->kernels[i];
    if (!mlirOperationEqual(kernel->panel_loop, panel->loop))
      continue;
    panel->point = outside;
    panel->point.count--; // measure_kernel enters the panel loop again
    if (!measure_kernel(panel, kernel) || !moves_by(panel->loop, kernel->read, &panel->distance))
      return false;
  }
  panel->point = outside;
  return true;
}

// Of one trip, so that all together are about a panel.
static int64_t lines_of(const Panel *panel) {
  int64_t bytes = (panel->high - panel->low) * panel->walk->element_bytes;
  return (2 * integer_ceil_div(bytes, panel->walk->line_bytes) / panel->trips + 1) / 2;
}

// Elements from the share of one trip to that of the next.
static int64_t share_of(const Panel *panel) {
  return lines_of(panel) * (panel->walk->line_bytes / panel->walk->element_bytes);
}

// Read more than once, apart from the next one, without large gaps, and by as many trips as leave
// each a line or a few.
static bool is_worthwhile(const Panel *panel) {
  int64_t elements = panel->high - panel->low;
  int64_t bytes = elements * panel->walk->element_bytes;
  if (panel->trips <= 0 || elements > panel->distance || panel->read_bytes < MIN_VISITS * bytes ||
      4 * panel->visit_bytes < 3 * bytes)
    return false;
  int64_t lines = lines_of(panel), asked = panel->trips * share_of(panel);
  return lines >= 1 && lines <= MAX_LINES && 2 * asked <= 3 * elements &&
         asked <= panel->walk->elements;
}

// --- building

// The value where all loops inside the panel loop are at their first iteration.
static MlirValue at_first(IrBuilder *ir, const Panel *panel, MlirValue value) {
  if (!mlirValueIsAOpResult(value)) {
    for (int i = 0; i < panel->inner_count; i++)
      if (mlirValueEqual(value, loop_variable(panel->inner[i])))
        return at_first(ir, panel, mlirOperationGetOperand(panel->inner[i], 0));
    return value;
  }
  MlirOperation op = mlirOpResultGetOwner(value);
  if (!holds(panel->loop, op))
    return value;
  MlirOperation copy = mlirOperationClone(op);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    mlirOperationSetOperand(copy, i, at_first(ir, panel, mlirOperationGetOperand(op, i)));
  mlirBlockInsertOwnedOperationBefore(ir->root_block, ir->root_before, copy);
  return mlirOperationGetResult(copy, 0);
}

// The first element of the next panel, as far as all shares end inside the buffer.
static MlirValue build_next(Panel *panel, MlirOperation read) {
  IrBuilder ir;
  int64_t offset = 0;
  ir_start(&ir, mlirBlockGetFirstOperation(body_of(panel->loop)), mlirOperationGetLocation(read));
  LoopPoint point = panel->point;
  point.count--;
  enter_around(&point, read, panel->loop, (MlirOperation){NULL});
  loop_point_offset(&point, read, &offset);
  MlirType type = mlirValueGetType(panel->walk->buffer);
  int rank = (int)mlirShapedTypeGetRank(type);
  MlirValue index[8];
  MlirAffineExpr sums[2] = {
      mlirAffineConstantExprGet(ir.context, panel->low - offset + panel->distance),
      mlirAffineConstantExprGet(ir.context,
                                panel->walk->elements - panel->trips * share_of(panel))};
  int64_t stride = 1;
  for (int d = rank; d-- > 0; stride *= mlirShapedTypeGetDimSize(type, d)) {
    index[d] = at_first(&ir, panel, mlirOperationGetOperand(read, 1 + d));
    MlirAffineExpr term = mlirAffineMulExprGet(mlirAffineDimExprGet(ir.context, d),
                                               mlirAffineConstantExprGet(ir.context, stride));
    sums[0] = mlirAffineAddExprGet(sums[0], term);
  }
  MlirValue next =
      ir_affine(&ir, "affine.min", mlirAffineMapGet(ir.context, rank, 0, 2, sums), rank, index);
  ir_finish(&ir);
  return next;
}

// The number of the trip among those of the panel, times the share, and the panel.
static MlirAffineExpr trip_expression(const Panel *panel, const Kernel *kernel, MlirValue *out_dims,
                                      int *out_count) {
  MlirContext c = mlirOperationGetContext(kernel->loop);
  int count = 1; // the first one is the panel
  MlirAffineExpr sum = mlirAffineConstantExprGet(c, kernel->first_trip);
  for (int i = 0; i < panel->inner_count; i++) {
    MlirOperation loop = panel->inner[i];
    int64_t step = 1;
    LoopPoint none = {.count = 0};
    if (!holds(loop, kernel->loop))
      continue;
    loop_point_evaluate(&none, mlirOperationGetOperand(loop, 2), &step);
    MlirAffineExpr here = mlirAffineDimExprGet(c, count), low = mlirAffineDimExprGet(c, count + 1);
    out_dims[count++] = loop_variable(loop);
    out_dims[count++] = mlirOperationGetOperand(loop, 0);
    MlirAffineExpr from_low =
        mlirAffineAddExprGet(here, mlirAffineMulExprGet(low, mlirAffineConstantExprGet(c, -1)));
    MlirAffineExpr trip = mlirAffineFloorDivExprGet(from_low, mlirAffineConstantExprGet(c, step));
    sum = mlirAffineAddExprGet(
        sum, mlirAffineMulExprGet(trip, mlirAffineConstantExprGet(c, panel->inner_trips[i])));
  }
  *out_count = count;
  sum = mlirAffineMulExprGet(sum, mlirAffineConstantExprGet(c, share_of(panel)));
  return mlirAffineAddExprGet(sum, mlirAffineDimExprGet(c, 0));
}

static void build_prefetches(const Panel *panel, const Kernel *kernel, MlirValue next) {
  IrBuilder ir;
  ir_start(&ir, mlirBlockGetFirstOperation(body_of(kernel->loop)),
           mlirOperationGetLocation(kernel->read));
  MlirValue dims[2 * PREFETCH_MAX_LOOPS + 1] = {next}, operands[9] = {panel->walk->buffer};
  int count, rank = (int)mlirShapedTypeGetRank(mlirValueGetType(panel->walk->buffer));
  MlirAffineExpr trip = trip_expression(panel, kernel, dims, &count);
  MlirNamedAttribute attributes[3] = {
      ir_attribute(&ir, "isWrite", mlirBoolAttrGet(ir.context, false)),
      ir_attribute(&ir, "localityHint",
                   mlirIntegerAttrGet(mlirIntegerTypeGet(ir.context, 32), INTO_SECOND_CACHE)),
      ir_attribute(&ir, "isDataCache", mlirBoolAttrGet(ir.context, true))};
  for (int d = 0; d + 1 < rank; d++)
    operands[1 + d] = ir_index(&ir, 0);
  for (int64_t line = 0; line < lines_of(panel); line++) {
    int64_t elements = line * (panel->walk->line_bytes / panel->walk->element_bytes);
    MlirAffineExpr at = mlirAffineAddExprGet(trip, mlirAffineConstantExprGet(ir.context, elements));
    operands[rank] =
        ir_affine(&ir, "affine.apply", mlirAffineMapGet(ir.context, count, 0, 1, &at), count, dims);
    ir_op(&ir, "memref.prefetch", 0, NULL, 1 + rank, operands, 3, attributes);
  }
  ir_finish(&ir);
}

static void prefetch_panels(Walk *walk, MlirOperation loop) {
  Panel panel = {.walk = walk, .loop = loop};
  if (!measure_panel(&panel) || !is_worthwhile(&panel))
    return;
  MlirValue next = {NULL};
  for (int i = 0; i < walk->count; i++) {
    const Kernel *kernel = &walk->kernels[i];
    if (!mlirOperationEqual(kernel->panel_loop, loop))
      continue;
    if (mlirValueIsNull(next))
      next = build_next(&panel, kernel->read);
    build_prefetches(&panel, kernel, next);
  }
}

// --- what is prefetched

static bool is_packed_argument(MlirValue value) {
  if (!mlirValueIsABlockArgument(value))
    return false;
  MlirOperation function = mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value));
  MlirAttribute all = mlirOperationGetAttributeByName(function, ir_string("arg_attrs"));
  intptr_t number = mlirBlockArgumentGetArgNumber(value);
  if (!ir_op_is(function, "func.func") || mlirAttributeIsNull(all) ||
      number >= mlirArrayAttrGetNumElements(all))
    return false;
  MlirAttribute own = mlirArrayAttrGetElement(all, number);
  return !mlirAttributeIsNull(
      mlirDictionaryAttrGetElementByName(own, ir_string(PACKED_ARGUMENT_ATTRIBUTE)));
}

static bool is_large_constant(MlirValue value) {
  const void *data;
  size_t bytes;
  bool is_splat;
  if (!mlirValueIsAOpResult(value) || !ir_op_is(mlirOpResultGetOwner(value), "arith.constant"))
    return false;
  MlirAttribute attribute =
      mlirOperationGetAttributeByName(mlirOpResultGetOwner(value), ir_string("value"));
  return constant_get_bytes(attribute, &data, &bytes, &is_splat) && !is_splat;
}

static int64_t float_bytes(MlirType type) {
  return mlirTypeIsAF32(type) ? 4 : mlirTypeIsAF64(type) ? 8 : mlirTypeIsAFloat(type) ? 2 : 0;
}

static bool is_wanted(MlirOperation op) {
  if (!ir_op_is(op, "bufferization.to_buffer"))
    return false;
  MlirValue tensor = mlirOperationGetOperand(op, 0);
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (!mlirShapedTypeHasStaticShape(type) || mlirShapedTypeGetRank(type) > 8 ||
      mlirShapedTypeGetRank(type) == 0 ||
      !mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(type)))
    return false;
  return is_packed_argument(tensor) || is_large_constant(tensor);
}

static void prefetch_buffer(MlirOperation op) {
  const MlirOperation no_root = {NULL};
  Walk walk = {.buffer = mlirOperationGetResult(op, 0),
               .elements = 1,
               .line_bytes = function_target_line_bytes(enclosing_function(op, no_root))};
  MlirType type = mlirValueGetType(walk.buffer);
  walk.element_bytes = float_bytes(mlirShapedTypeGetElementType(type));
  for (int d = 0; d < mlirShapedTypeGetRank(type); d++)
    walk.elements *= mlirShapedTypeGetDimSize(type, d);
  if (walk.element_bytes == 0 || walk.elements * walk.element_bytes < MIN_BUFFER_BYTES)
    return;
  for (MlirOpOperand use = mlirValueGetFirstUse(walk.buffer); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use))
    if (reads_buffer(mlirOpOperandGetOwner(use), walk.buffer))
      add_kernel(&walk, mlirOpOperandGetOwner(use));
  for (int i = 0; i < walk.count; i++)
    walk.kernels[i].panel_loop = find_panel_loop(&walk, &walk.kernels[i]);
  for (int i = 0; i < walk.count; i++) {
    MlirOperation loop = walk.kernels[i].panel_loop;
    bool is_first = !mlirOperationIsNull(loop);
    for (int k = 0; k < i && is_first; k++)
      is_first = mlirOperationIsNull(walk.kernels[k].panel_loop) ||
                 !mlirOperationEqual(walk.kernels[k].panel_loop, loop);
    if (is_first)
      prefetch_panels(&walk, loop);
  }
}

void prefetches_add(MlirOperation module) {
  IrOps buffers = ir_collect(module, is_wanted);
  for (int i = 0; i < buffers.count; i++)
    prefetch_buffer(buffers.ops[i]);
  free(buffers.ops);
}
