// Ops in textual order, as numbers, and what each of them writes. A loop that carries values writes
// their scalars before it and at the end of every iteration.
#include "affine/read/affine_reader.h"

#include "mlir-c/BuiltinTypes.h"
#include <string.h>

// Lent until the next one is added.
static AffineEvent *event_add(AffineReader *reader, MlirOperation op) {
  reader->events =
      pool_grow(reader->pool, reader->events, reader->event_count, sizeof *reader->events);
  reader->events[reader->event_count] = (AffineEvent){.op = op, .written = -1};
  return &reader->events[reader->event_count++];
}

static void scalar_bind(AffineReader *reader, AffineCarried scalar) {
  reader->scalars =
      pool_grow(reader->pool, reader->scalars, reader->scalar_count, sizeof *reader->scalars);
  reader->scalars[reader->scalar_count++] = scalar;
}

static Status scalar_add(AffineReader *reader, MlirValue value, int *out_array) {
  MlirType type = mlirValueGetType(value);
  if (!mlirTypeIsAFloat(type) && !mlirTypeIsAInteger(type) && !mlirTypeIsAIndex(type))
    return status_fail(STATUS_UNSUPPORTED, "a carried value is no number");
  AffineArray array = {.element = type, .is_local = true};
  Status status = affine_read_array_add(reader, array, out_array);
  scalar_bind(reader, (AffineCarried){value, *out_array, 0});
  return status;
}

// The order in which a loop writes its carried values at the end of an iteration: one that takes
// over another comes before that other is written.
int *affine_read_event_order_carried(Pool *pool, MlirOperation loop) {
  int carried = affine_reader_carried_count(loop);
  int *out_order = pool_allocate(pool, (size_t)carried * sizeof *out_order);
  MlirBlock body = affine_reader_block(loop, 0);
  MlirOperation yield = mlirBlockGetTerminator(body);
  for (int n = 0; n < carried; n++)
    out_order[n] = n;
  for (int n = 0; n < carried; n++)
    for (int i = n; i < carried; i++) {
      MlirValue old = mlirBlockGetArgument(body, 1 + out_order[i]);
      bool is_wanted = false;
      for (int j = n; j < carried; j++)
        is_wanted |= j != i && mlirValueEqual(mlirOperationGetOperand(yield, out_order[j]), old);
      if (is_wanted)
        continue;
      int next = out_order[i];
      memmove(out_order + n + 1, out_order + n, (size_t)(i - n) * sizeof *out_order);
      out_order[n] = next;
      break;
    }
  return out_order;
}

static Status number_block(AffineReader *reader, MlirBlock block);

// Events of a loop: one write per carried value, the loop, its body, one write per carried value.
static Status number_loop(AffineReader *reader, MlirOperation loop) {
  Status status = STATUS_OK;
  int carried = affine_reader_carried_count(loop);
  int first = reader->scalar_count;
  MlirBlock body = affine_reader_block(loop, 0);
  for (int i = 0; i < carried; i++) {
    int array = -1;
    TRY(scalar_add(reader, mlirBlockGetArgument(body, 1 + i), &array));
    event_add(reader, loop)->written = array;
  }
  int start = reader->event_count;
  event_add(reader, loop);
  for (int i = 0; i < carried; i++)
    reader->scalars[first + i].since = start;
  TRY(number_block(reader, body));
  const int *order = affine_read_event_order_carried(reader->pool, loop);
  for (int i = 0; i < carried; i++)
    event_add(reader, mlirBlockGetTerminator(body))->written =
        reader->scalars[first + order[i]].array;
  reader->events[start].end = reader->event_count;
  for (int i = 0; i < carried; i++)
    scalar_bind(reader, (AffineCarried){mlirOperationGetResult(loop, i),
                                        reader->scalars[first + i].array, reader->event_count - 1});
  for (int i = 0; i < carried && mlirOperationEqual(loop, reader->program->roots[0]); i++) {
    AffineArray *array = &reader->program->arrays[reader->scalars[first + i].array];
    array->result = mlirOperationGetResult(loop, i);
    array->is_local = false;
  }
cleanup:
  return status;
}

bool affine_read_event_is_kept(const AffineReader *reader, MlirValue value) {
  for (int i = 0; i < reader->kept_count; i++)
    if (mlirValueEqual(reader->kept[i], value))
      return true;
  return false;
}

bool affine_read_event_op_is_kept(const AffineReader *reader, MlirOperation op) {
  return mlirOperationGetNumResults(op) == 1 &&
         affine_read_event_is_kept(reader, mlirOperationGetResult(op, 0));
}

Status affine_read_event_number(AffineReader *reader, MlirOperation op) {
  Status status = STATUS_OK;
  StructuredOperand operand;
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  if (ir_op_is(op, "affine.for"))
    return number_loop(reader, op);
  int event = reader->event_count;
  event_add(reader, op);
  if (ir_op_is(op, "affine.if")) {
    if (mlirOperationGetNumResults(op))
      return status_fail(STATUS_UNSUPPORTED, "an affine.if with results");
    TRY(number_block(reader, affine_reader_block(op, 0)));
    if (!mlirBlockIsNull(affine_reader_block(op, 1)))
      TRY(number_block(reader, affine_reader_block(op, 1)));
  } else if (affine_reader_op_is_store(op)) {
    int array;
    TRY(affine_read_array_find(reader, mlirOperationGetOperand(op, 1), &array));
    TRY(affine_read_array_operand(mlirOperationGetOperand(op, 1), &operand));
    if (affine_read_array_overlaps_itself(&operand))
      return status_fail(STATUS_UNSUPPORTED, "an array has elements that share a place");
    reader->events[event].written = array;
  } else if (affine_reader_op_is_load(op)) {
    int array;
    TRY(affine_read_array_find(reader, mlirOperationGetOperand(op, 0), &array));
  } else if (!affine_reader_op_is_arithmetic(op) && !ir_op_is(op, "affine.apply") &&
             !ir_op_is(op, "affine.yield")) {
    return status_fail(STATUS_UNSUPPORTED, "%.*s inside the nest", (int)name.length, name.data);
  }
  if (affine_read_event_op_is_kept(reader, op)) {
    int array = -1;
    TRY(scalar_add(reader, mlirOperationGetResult(op, 0), &array));
    reader->scalars[reader->scalar_count - 1].since = reader->event_count - 1;
    reader->events[event].written = array;
  }
cleanup:
  return status;
}

// Recursion: at most AFFINE_MAX_NESTING levels, one a loop or a condition.
static Status number_block(AffineReader *reader, MlirBlock block) {
  if (reader->nesting == AFFINE_MAX_NESTING)
    return status_fail(STATUS_UNSUPPORTED, "more than %d loops and conditions around one another",
                       AFFINE_MAX_NESTING);
  reader->nesting++;
  Status status = affine_reader_each_op(reader, block, affine_read_event_number);
  reader->nesting--;
  return status;
}

int affine_read_event_of(const AffineReader *reader, MlirOperation op) {
  for (int i = reader->event_count; i-- > 0;)
    if (mlirOperationEqual(reader->events[i].op, op))
      return i;
  return -1;
}
