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
#include "transforms/function_target.h"
#include "transforms/ir.h"
#include "transforms/lowering/prefetch_build.h"
#include "transforms/lowering/prefetch_index.h"

enum { FAR_BYTES = 2048 }; // ahead: what memory gives while a line comes

typedef struct Stream {
  MlirValue buffer;
  int64_t elements, element_bytes;
  int64_t line_elements;
  int64_t farthest_bytes; // ahead: see farthest_bytes
} Stream;

// Between the request for a line and its read, as many bytes as lie between the two are read and as
// many are asked for: beyond half of the first cache lines would have left it again. 8 rows of 4
// KiB each, which are 32 KiB, took 1.3 times as long with such requests as without any on a Zen 4.
static int64_t farthest_bytes(const Target *target) { return target->cache_bytes[0] / 2; }

static bool reads(const Stream *stream, MlirOperation op) {
  return ir_op_is(op, "vector.transfer_read") &&
         mlirValueEqual(mlirOperationGetOperand(op, 0), stream->buffer);
}

// Elements that one iteration of a loop without loops reads of the buffer; 0 when it reads others,
// or writes vectors, which memory takes as long for.
static int64_t elements_of_trip(const Stream *stream, MlirOperation loop) {
  int64_t sum = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(loop_body(loop)); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    if (mlirOperationGetNumRegions(op) > 0 || ir_op_is(op, "vector.transfer_write"))
      return 0;
    if (!ir_op_is(op, "vector.transfer_read") && !ir_op_is(op, "vector.load"))
      continue;
    MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
    if (!reads(stream, op) || mlirShapedTypeGetRank(type) != 1)
      return 0;
    sum += mlirShapedTypeGetDimSize(type, 0);
  }
  return sum;
}

// Whether all iterations of the loops around the read together read about every element once.
static bool is_read_once(const Stream *stream, MlirOperation loop, MlirOperation read) {
  int64_t all = elements_of_trip(stream, loop);
  LoopPoint point = {.count = 0};
  if (all == 0 ||
      !loop_point_enter_around(&point, read, (MlirOperation){NULL}, (MlirOperation){NULL}))
    return false;
  for (; loop_is(loop); loop = mlirOperationGetParentOperation(loop)) {
    int64_t trips;
    if (!loop_point_trips(&point, loop, &trips))
      return false;
    all = integer_multiply(all, trips);
  }
  return all <= stream->elements + stream->elements / 8 && all >= stream->elements / 2;
}

// Elements from a read to what it asks for; 0: there is no such distance.
static int64_t distance_of(const Stream *stream, MlirOperation loop, MlirOperation read) {
  int64_t first = 0, far = FAR_BYTES / stream->element_bytes;
  int64_t farthest = stream->farthest_bytes / stream->element_bytes;
  for (; loop_is(loop); loop = mlirOperationGetParentOperation(loop)) {
    int64_t moved;
    if (!loop_moves_by(loop, read, &moved) || moved <= 0)
      return 0;
    if (moved >= far)
      return moved <= farthest && first > 0 ? moved : 0;
    if (first == 0)
      first = moved;
  }
  return first == 0 ? 0 : first * integer_ceil_div(2 * far, first);
}

static bool offset_of(MlirOperation read, int64_t *out_offset) {
  LoopPoint point = {.count = 0};
  MlirOperation all = {NULL};
  return loop_point_enter_around(&point, read, all, all) &&
         loop_point_offset(&point, read, out_offset);
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
  int64_t offset;
  if (!offset_of(read, &offset) || offset % stream->line_elements != 0)
    return;
  ir_start(&ir, read, mlirOperationGetLocation(read));
  MlirValue element = element_ahead(&ir, read, distance, stream->elements - 1);
  prefetch_build_at(&ir, stream->buffer, element, PREFETCH_INTO_FIRST_CACHE);
  ir_finish(&ir);
}

void prefetch_streams(MlirValue buffer, int64_t elements, int64_t element_bytes) {
  MlirOperation made_by = mlirOpResultGetOwner(buffer);
  Target target = function_target(enclosing_function(made_by, (MlirOperation){NULL}));
  int64_t bytes = integer_multiply(elements, element_bytes);
  if (target.cache_count == 0 || elements > PREFETCH_MAX_NUMBER ||
      bytes < target.cache_bytes[target.cache_count - 1] / 2)
    return;
  Stream stream = {.buffer = buffer, .elements = elements, .element_bytes = element_bytes};
  stream.line_elements = integer_max(target.cache_line_bytes / element_bytes, 1);
  stream.farthest_bytes = farthest_bytes(&target);
  for (MlirOpOperand use = mlirValueGetFirstUse(buffer); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation read = mlirOpOperandGetOwner(use), loop = mlirOperationGetParentOperation(read);
    if (!reads(&stream, read) || !loop_is(loop) || !is_read_once(&stream, loop, read))
      continue;
    int64_t distance = distance_of(&stream, loop, read);
    if (distance > 0)
      ask(&stream, read, distance);
  }
}
