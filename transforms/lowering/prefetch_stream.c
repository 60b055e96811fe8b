// What a loop nest reads once, from memory. A processor asks for lines ahead by itself where reads
// go on as before, but stops at pages and between the rows of a register tile; and rows that are
// short leave its window to arithmetic. So every read asks for the line that the next iteration of
// a loop around it reads:
//
//   for rows                                     // moves by FAR_BYTES or more
//     for columns { prefetch address + distance; read address; ... }
//
// Invariant: as in prefetch.c, nothing but prefetches and index arithmetic is added, and none is
// beyond the end of the buffer.
#include "transforms/lowering/prefetch_stream.h"

#include "base/integer.h"
#include "transforms/ir.h"
#include "transforms/lowering/prefetch_build.h"
#include "transforms/lowering/prefetch_index.h"

enum {
  FAR_BYTES = 2048, // that a loop moves by whose next iteration is asked for: what memory gives
                    // while a line comes
  NEAR_BYTES = 1024 // ahead in what goes on as before: the processor follows it within a page, and
                    // no longer where lines are there before its own prefetchers ask
};

typedef struct Stream {
  MlirValue buffer;
  int64_t elements, element_bytes;
  int64_t line_elements;
  int64_t farthest;    // elements ahead: beyond it lines would have left the second cache again
  bool is_from_memory; // the last cache does not hold it beside as much
} Stream;

static bool reads(const Stream *stream, MlirOperation op) {
  return ir_op_is(op, "vector.transfer_read") &&
         mlirValueEqual(mlirOperationGetOperand(op, 0), stream->buffer);
}

static bool offset_of(MlirOperation read, int64_t *out_offset) {
  LoopPoint point = {.count = 0};
  MlirOperation all = {NULL};
  return loop_point_enter_around(&point, read, all, all) &&
         loop_point_offset(&point, read, out_offset);
}

// What one iteration of a loop without loops reads: of the buffer, how many elements and from which
// to which; whether anything else.
typedef struct Trip {
  int64_t elements, low, high;
  bool reads_others;
} Trip;

// False where it is not known, and when it writes vectors, which memory takes as long for.
static bool trip_read(const Stream *stream, MlirOperation loop, Trip *out_trip) {
  Trip trip = {.low = INT64_MAX, .high = INT64_MIN};
  for (MlirOperation op = mlirBlockGetFirstOperation(loop_body(loop)); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    if (mlirOperationGetNumRegions(op) > 0 || ir_op_is(op, "vector.transfer_write"))
      return false;
    if (!reads(stream, op)) {
      trip.reads_others |= ir_op_is(op, "vector.transfer_read") || ir_op_is(op, "vector.load") ||
                           ir_op_is(op, "memref.load") || ir_op_is(op, "tensor.extract");
      continue;
    }
    int64_t offset;
    MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
    if (mlirShapedTypeGetRank(type) != 1 || !offset_of(op, &offset))
      return false;
    trip.elements += mlirShapedTypeGetDimSize(type, 0);
    trip.low = integer_min(trip.low, offset);
    trip.high = integer_max(trip.high, offset + mlirShapedTypeGetDimSize(type, 0));
  }
  *out_trip = trip;
  return trip.elements > 0;
}

// Whether all iterations of the loops around the read together read about every element once.
static bool is_read_once(const Stream *stream, int64_t elements_of_trip, MlirOperation loop,
                         MlirOperation read) {
  int64_t all = elements_of_trip;
  LoopPoint point = {.count = 0};
  if (!loop_point_enter_around(&point, read, (MlirOperation){NULL}, (MlirOperation){NULL}))
    return false;
  for (; loop_is(loop); loop = mlirOperationGetParentOperation(loop)) {
    int64_t trips;
    if (!loop_point_trips(&point, loop, &trips))
      return false;
    all = integer_multiply(all, trips);
  }
  return all <= stream->elements + stream->elements / 8 && all >= stream->elements / 2;
}

// Where others are read, there is arithmetic on both, and room for a prefetch beside it, which a
// stream from the last cache does not lose by; but reads side by side are one stream, which the
// processor follows better by itself. Where none are, a line from the last cache costs no more than
// the prefetch.
static bool is_wanted(const Stream *stream, MlirOperation loop, MlirOperation read) {
  Trip trip;
  return trip_read(stream, loop, &trip) && is_read_once(stream, trip.elements, loop, read) &&
         (trip.reads_others ? trip.high - trip.low > trip.elements : stream->is_from_memory);
}

// Elements from a read to what it asks for; 0: there is no such distance.
static int64_t distance_of(const Stream *stream, MlirOperation loop, MlirOperation read) {
  int64_t first = 0, far = FAR_BYTES / stream->element_bytes;
  for (; loop_is(loop); loop = mlirOperationGetParentOperation(loop)) {
    int64_t moved;
    if (!loop_moves_by(loop, read, &moved) || moved <= 0)
      return 0;
    if (moved >= far && moved <= stream->farthest && first > 0)
      return moved;
    if (moved >= far && first == 0)
      return 0;
    if (first == 0)
      first = moved;
  }
  return first == 0 ? 0 : first * integer_ceil_div(NEAR_BYTES / stream->element_bytes, first);
}

// The number of the element that `read` begins at and `distance`, but at most `last`.
static MlirValue element_ahead(IrBuilder *ir, MlirOperation read, int64_t distance, int64_t last) {
  MlirAffineMap map = prefetch_build_number(mlirOperationGetOperand(read, 0), distance, last);
  int rank = (int)mlirAffineMapGetNumDims(map);
  MlirValue index[PREFETCH_MAX_RANK];
  for (int d = 0; d < rank; d++)
    index[d] = mlirOperationGetOperand(read, 1 + d);
  return ir_affine(ir, "affine.min", map, rank, index);
}

// Of reads within one line the first one asks. Each has a bound of its own: LLVM moves what needs
// no more than one to the beginning, where they would wait for one another.
static void ask(const Stream *stream, MlirOperation read, int64_t distance) {
  IrBuilder ir;
  int64_t offset,
      lanes = mlirShapedTypeGetDimSize(mlirValueGetType(mlirOperationGetResult(read, 0)), 0);
  if (!offset_of(read, &offset) || integer_floor_mod(offset, stream->line_elements) >= lanes)
    return;
  ir_start(&ir, read, mlirOperationGetLocation(read));
  MlirValue element = element_ahead(&ir, read, distance, stream->elements - 1);
  prefetch_build_at(&ir, stream->buffer, element, PREFETCH_INTO_SECOND_CACHE);
  ir_finish(&ir);
}

void prefetch_streams(MlirValue buffer, int64_t elements, int64_t element_bytes,
                      const Target *target) {
  int64_t bytes = integer_multiply(elements, element_bytes);
  if (target->cache_count < 2 || elements > PREFETCH_MAX_NUMBER || bytes < target->cache_bytes[1])
    return;
  Stream stream = {.buffer = buffer, .elements = elements, .element_bytes = element_bytes};
  stream.farthest = target->cache_bytes[1] / 4 / element_bytes;
  stream.is_from_memory = bytes >= target->cache_bytes[target->cache_count - 1] / 2;
  stream.line_elements = integer_max(target->cache_line_bytes / element_bytes, 1);
  for (MlirOpOperand use = mlirValueGetFirstUse(buffer); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation read = mlirOpOperandGetOwner(use), loop = mlirOperationGetParentOperation(read);
    if (!reads(&stream, read) || !loop_is(loop) || !is_wanted(&stream, loop, read))
      continue;
    int64_t distance = distance_of(&stream, loop, read);
    if (distance > 0)
      ask(&stream, read, distance);
  }
}
