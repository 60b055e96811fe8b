// The ops are found first, since each mark changes the block around it.
#include "tools/profile/marks.h"

#include "base/array.h"
#include "runtime/stopwatch.h"
#include "tools/profile/op_numbers.h"
#include "transforms/annotation.h"
#include "transforms/ir.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct Walk {
  Marks *marks;
  MlirOperation *ops; // owned; one per mark
  Status status;
} Walk;

static bool is_parallel(MlirOperation op) {
  return ir_op_is(op, "scf.parallel") || ir_op_is(op, "scf.forall");
}

static MlirWalkResult visit(MlirOperation op, void *user) {
  Walk *walk = user;
  Marks *marks = walk->marks;
  if (mlirAttributeIsNull(annotation_get(op)) && !op_takes_time(op) && !is_parallel(op))
    return MlirWalkResultAdvance;
  if (!array_grow(&marks->items, marks->count, sizeof *marks->items) ||
      !array_grow(&walk->ops, marks->count, sizeof *walk->ops)) {
    walk->status = status_fail(STATUS_SYSTEM, "no memory for %d marks", marks->count);
    return MlirWalkResultInterrupt;
  }
  Mark *mark = &marks->items[marks->count];
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  snprintf(mark->name, sizeof mark->name, "%.*s", (int)name.length, name.data);
  mark->number = op_number_read(mlirOperationGetLocation(op));
  annotation_read(op, mark->schedule, sizeof mark->schedule);
  walk->ops[marks->count++] = op;
  return MlirWalkResultSkip;
}

static void insert(MlirOperation op, int position) {
  IrBuilder ir;
  MlirContext context = mlirOperationGetContext(op);
  MlirType type = mlirIntegerTypeGet(context, 64);
  ir_start(&ir, mlirOperationGetNextInBlock(op), mlirLocationUnknownGet(context));
  MlirValue number = ir_constant(&ir, type, mlirIntegerAttrGet(type, position));
  MlirNamedAttribute callee =
      ir_attribute(&ir, "callee", mlirFlatSymbolRefAttrGet(context, ir_string(STOPWATCH_SYMBOL)));
  ir_op(&ir, "func.call", 0, NULL, 1, &number, 1, &callee);
  ir_finish(&ir);
}

static void declare(MlirModule module) {
  MlirContext context = mlirModuleGetContext(module);
  MlirLocation location = mlirLocationUnknownGet(context);
  MlirOperationState state = mlirOperationStateGet(ir_string("func.func"), location);
  MlirType argument = mlirIntegerTypeGet(context, 64);
  MlirType type = mlirFunctionTypeGet(context, 1, &argument, 0, NULL);
  MlirRegion body = mlirRegionCreate();
  struct {
    const char *name;
    MlirAttribute value;
  } rows[] = {{"sym_name", mlirStringAttrGet(context, ir_string(STOPWATCH_SYMBOL))},
              {"sym_visibility", mlirStringAttrGet(context, ir_string("private"))},
              {"function_type", mlirTypeAttrGet(type)}};
  MlirNamedAttribute attributes[sizeof rows / sizeof *rows];
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    attributes[i] =
        mlirNamedAttributeGet(mlirIdentifierGet(context, ir_string(rows[i].name)), rows[i].value);
  mlirOperationStateAddAttributes(&state, sizeof rows / sizeof *rows, attributes);
  mlirOperationStateAddOwnedRegions(&state, 1, &body);
  mlirBlockInsertOwnedOperation(mlirModuleGetBody(module), 0, mlirOperationCreate(&state));
}

Status marks_insert(MlirModule module, Marks *out_marks) {
  *out_marks = (Marks){0};
  Walk walk = {out_marks, NULL, STATUS_OK};
  mlirOperationWalk(mlirModuleGetOperation(module), visit, &walk, MlirWalkPreOrder);
  if (walk.status == STATUS_OK) {
    for (int i = 0; i < out_marks->count; i++)
      insert(walk.ops[i], i);
    declare(module);
  } else {
    marks_destroy(out_marks);
  }
  free(walk.ops);
  return walk.status;
}

void marks_destroy(Marks *marks) {
  free(marks->items);
  *marks = (Marks){0};
}
