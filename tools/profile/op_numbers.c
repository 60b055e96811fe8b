// A number is the name of a location around the op's own.
#include "tools/profile/op_numbers.h"

#include "base/array.h"
#include "runtime/codegen/location_text.h"
#include "transforms/extract/extract.h"
#include "transforms/ir.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char PREFIX[] = "autotune.op.";

bool op_takes_time(MlirOperation op) {
  static const char *const names[] = {"tensor.concat", "tensor.insert_slice", "memref.copy",
                                      "linalg.softmax", "tensor.generate"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (ir_op_is(op, names[i]))
      return true;
  return op_is_anchor_candidate(op) || ir_op_is(op, "affine.for") ||
         ir_op_is(op, "affine.parallel");
}

static MlirWalkResult set_number(MlirOperation op, void *number) {
  char name[32];
  MlirLocation before = mlirOperationGetLocation(op);
  snprintf(name, sizeof name, "%s%d", PREFIX, *(int *)number);
  mlirOperationSetLocation(
      op, mlirLocationNameGet(mlirOperationGetContext(op), ir_string(name), before));
  return MlirWalkResultAdvance;
}

// --- what an op reads

enum { MAX_DEPTH = 16 }; // of views of views

static Status add_input(NumberedOp *op, int number) {
  for (int i = 0; i < op->input_count; i++)
    if (op->inputs[i] == number)
      return STATUS_OK;
  if (!array_grow(&op->inputs, op->input_count, sizeof *op->inputs))
    return status_fail(STATUS_SYSTEM, "no memory for the operands of an op");
  op->inputs[op->input_count++] = number;
  return STATUS_OK;
}

static Status add_operands(NumberedOp *item, MlirOperation op, int depth) {
  Status status = STATUS_OK;
  intptr_t count = mlirOperationGetNumOperands(op);
  for (intptr_t i = 0; i < count && status == STATUS_OK; i++) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    if (!mlirValueIsAOpResult(operand))
      continue;
    MlirOperation from = mlirOpResultGetOwner(operand);
    int number = op_number_read(mlirOperationGetLocation(from));
    if (number >= 0)
      status = add_input(item, number);
    else if (depth < MAX_DEPTH)
      status = add_operands(item, from, depth + 1);
  }
  return status;
}

// --- numbering

typedef struct Walk {
  OpNumbers *numbers;
  Status status;
} Walk;

static MlirWalkResult visit(MlirOperation op, void *user) {
  Walk *walk = user;
  OpNumbers *numbers = walk->numbers;
  if (!op_takes_time(op))
    return MlirWalkResultAdvance;
  if (!array_grow(&numbers->items, numbers->count, sizeof *numbers->items)) {
    walk->status = status_fail(STATUS_SYSTEM, "no memory for %d ops", numbers->count);
    return MlirWalkResultInterrupt;
  }
  NumberedOp *item = &numbers->items[numbers->count];
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  *item = (NumberedOp){.untuned_seconds = -1};
  snprintf(item->name, sizeof item->name, "%.*s", (int)name.length, name.data);
  location_describe(mlirOperationGetLocation(op), item->location, sizeof item->location);
  walk->status = add_operands(item, op, 0);
  mlirOperationWalk(op, set_number, &numbers->count, MlirWalkPreOrder); // and all inside it
  numbers->count++;
  return walk->status == STATUS_OK ? MlirWalkResultSkip : MlirWalkResultInterrupt;
}

Status op_numbers_assign(MlirOperation root, OpNumbers *out_numbers) {
  *out_numbers = (OpNumbers){0};
  Walk walk = {out_numbers, STATUS_OK};
  mlirOperationWalk(root, visit, &walk, MlirWalkPreOrder);
  if (walk.status != STATUS_OK)
    op_numbers_destroy(out_numbers);
  return walk.status;
}

void op_numbers_destroy(OpNumbers *numbers) {
  for (int i = 0; i < numbers->count; i++)
    free(numbers->items[i].inputs);
  free(numbers->items);
  *numbers = (OpNumbers){0};
}

static int read_fused(MlirLocation location) {
  unsigned count = mlirLocationFusedGetNumLocations(location);
  MlirLocation *parts = calloc(count + 1, sizeof *parts);
  int number = -1;
  if (parts)
    mlirLocationFusedGetLocations(location, parts);
  for (unsigned i = 0; parts && i < count && number < 0; i++)
    number = op_number_read(parts[i]);
  free(parts);
  return number;
}

int op_number_read(MlirLocation location) {
  if (mlirLocationIsAFused(location))
    return read_fused(location);
  if (mlirLocationIsACallSite(location))
    return op_number_read(mlirLocationCallSiteGetCallee(location));
  if (!mlirLocationIsAName(location))
    return -1;
  MlirStringRef name = mlirIdentifierStr(mlirLocationNameGetName(location));
  size_t prefix = sizeof PREFIX - 1;
  if (name.length > prefix && !memcmp(name.data, PREFIX, prefix))
    return atoi(name.data + prefix); // terminated, as all identifiers are
  return op_number_read(mlirLocationNameGetChildLoc(location));
}
