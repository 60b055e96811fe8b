// Ir: a small builder over mlir-c. Invariant: an open region's block is on the stack and has no
// terminator yet.
#include "transforms/ir.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void ir_start(IrBuilder *ir, MlirOperation before, MlirLocation location) {
  memset(ir, 0, sizeof(*ir));
  ir->context = mlirOperationGetContext(before);
  ir->location = location;
  ir->root_block = mlirOperationGetBlock(before);
  ir->root_before = before;
  ir->block = ir->root_block;
}

void ir_finish(IrBuilder *ir) {
  free(ir->constants);
  free(ir->root_ops);
  memset(ir, 0, sizeof(*ir));
}

void ir_undo(IrBuilder *ir) {
  for (int i = ir->root_op_count; i-- > 0;)
    mlirOperationDestroy(ir->root_ops[i]);
  // Constants were inserted first and are used by everything above: they go last.
  for (int i = ir->constant_count; i-- > 0;)
    mlirOperationDestroy(mlirOpResultGetOwner(ir->constants[i].value));
  ir_finish(ir);
}

bool ir_op_is(MlirOperation op, const char *name) {
  MlirStringRef found = mlirIdentifierStr(mlirOperationGetName(op));
  return found.length == strlen(name) && memcmp(found.data, name, found.length) == 0;
}

bool ir_op_begins(MlirOperation op, const char *prefix) {
  MlirStringRef found = mlirIdentifierStr(mlirOperationGetName(op));
  size_t length = strlen(prefix);
  return found.length > length && memcmp(found.data, prefix, length) == 0;
}

bool ir_divides_integers(MlirOperation op) {
  static const char *const names[] = {"arith.div", "arith.ceildiv", "arith.floordiv", "arith.rem"};
  bool does = false;
  for (size_t n = 0; n < sizeof names / sizeof *names; n++)
    does |= ir_op_begins(op, names[n]);
  return does && !ir_op_is(op, "arith.divf") && !ir_op_is(op, "arith.remf");
}

bool ir_is_device_code(MlirOperation op) {
  return ir_op_is(op, "gpu.module") || ir_op_is(op, "gpu.launch");
}

bool ir_is_in_device_code(MlirOperation op) {
  while (!mlirOperationIsNull(op) && !ir_is_device_code(op))
    op = mlirOperationGetParentOperation(op);
  return !mlirOperationIsNull(op);
}

MlirBlock ir_function_body(MlirOperation op) {
  return ir_op_is(op, "func.func") ? ir_body(op) : (MlirBlock){NULL};
}

bool ir_is_defined_function(MlirOperation op) { return !mlirBlockIsNull(ir_function_body(op)); }

void ir_function_retype(MlirOperation function) {
  MlirBlock block = ir_function_body(function);
  MlirOperation last = mlirBlockGetTerminator(block);
  intptr_t inputs = mlirBlockGetNumArguments(block), results = mlirOperationGetNumOperands(last);
  MlirType *types = ir_zeroed((size_t)(inputs + results) + 1, sizeof *types);
  for (intptr_t i = 0; i < inputs; i++)
    types[i] = mlirValueGetType(mlirBlockGetArgument(block, i));
  for (intptr_t i = 0; i < results; i++)
    types[inputs + i] = mlirValueGetType(mlirOperationGetOperand(last, i));
  MlirType type = mlirFunctionTypeGet(mlirOperationGetContext(function), inputs, types, results,
                                      types + inputs);
  mlirOperationSetAttributeByName(function, ir_string("function_type"), mlirTypeAttrGet(type));
  free(types);
}

MlirStringRef ir_symbol(MlirOperation op) {
  MlirAttribute name = mlirOperationGetAttributeByName(op, ir_string("sym_name"));
  return !mlirAttributeIsNull(name) && mlirAttributeIsAString(name) ? mlirStringAttrGetValue(name)
                                                                    : ir_string("");
}

MlirOperation ir_ancestor_in(MlirBlock block, MlirOperation op) {
  while (!mlirOperationIsNull(op) && !mlirBlockEqual(mlirOperationGetBlock(op), block))
    op = mlirOperationGetParentOperation(op);
  return op;
}

bool ir_constant_integer(MlirValue value, int64_t *out_number) {
  if (!ir_is_made_by(value, "arith.constant"))
    return false;
  MlirAttribute number =
      mlirOperationGetAttributeByName(mlirOpResultGetOwner(value), ir_string("value"));
  if (!mlirAttributeIsAInteger(number))
    return false;
  *out_number = mlirIntegerAttrGetValueInt(number);
  return true;
}

bool ir_has_one_use(MlirValue value) {
  MlirOpOperand use = mlirValueGetFirstUse(value);
  return !mlirOpOperandIsNull(use) && mlirOpOperandIsNull(mlirOpOperandGetNextUse(use));
}

bool ir_type_is_open(MlirType type) {
  return mlirTypeIsAShaped(type) && !mlirShapedTypeHasStaticShape(type);
}

MlirNamedAttribute ir_attribute(IrBuilder *ir, const char *name, MlirAttribute value) {
  return mlirNamedAttributeGet(mlirIdentifierGet(ir->context, ir_string(name)), value);
}

static void *sure(void *memory) {
  if (!memory)
    abort(); // as MLIR itself does when memory ends
  return memory;
}

void *ir_resized(void *old, size_t bytes) { return sure(realloc(old, bytes)); }

void *ir_zeroed(size_t count, size_t bytes) { return sure(calloc(count, bytes)); }

static void *grown(void *array, int count, int *capacity, size_t element_bytes) {
  if (count < *capacity)
    return array;
  *capacity = *capacity ? 2 * *capacity : 32;
  return ir_resized(array, (size_t)*capacity * element_bytes);
}

void ir_ops_add(IrOps *ops, MlirOperation op) {
  ops->ops = grown(ops->ops, ops->count, &ops->capacity, sizeof(*ops->ops));
  ops->ops[ops->count++] = op;
}

typedef struct Collection {
  IrOps found;
  bool (*is_wanted)(MlirOperation op);
} Collection;

static MlirWalkResult collect(MlirOperation op, void *user) {
  Collection *c = user;
  if (c->is_wanted(op))
    ir_ops_add(&c->found, op);
  return MlirWalkResultAdvance;
}

IrOps ir_collect(MlirOperation root, bool (*is_wanted)(MlirOperation op)) {
  Collection c = {.is_wanted = is_wanted};
  mlirOperationWalk(root, collect, &c, MlirWalkPreOrder);
  return c.found;
}

typedef struct Search {
  bool (*is_wanted)(MlirOperation op);
  MlirOperation found;
} Search;

static MlirWalkResult find(MlirOperation op, void *user) {
  Search *search = user;
  if (!search->is_wanted(op))
    return MlirWalkResultAdvance;
  search->found = op;
  return MlirWalkResultInterrupt;
}

MlirOperation ir_first(MlirOperation root, bool (*is_wanted)(MlirOperation op)) {
  Search search = {.is_wanted = is_wanted};
  mlirOperationWalk(root, find, &search, MlirWalkPreOrder);
  return search.found;
}

void ir_insert(IrBuilder *ir, MlirOperation op) {
  if (!mlirBlockEqual(ir->block, ir->root_block)) {
    mlirBlockAppendOwnedOperation(ir->block, op);
    return;
  }
  mlirBlockInsertOwnedOperationBefore(ir->root_block, ir->root_before, op);
  if (mlirOperationIsNull(ir->first_root))
    ir->first_root = op;
  ir->root_ops =
      grown(ir->root_ops, ir->root_op_count, &ir->root_op_capacity, sizeof(*ir->root_ops));
  ir->root_ops[ir->root_op_count++] = op;
}

static MlirOperation create(IrBuilder *ir, const char *name, int result_count,
                            const MlirType *results, int operand_count, const MlirValue *operands,
                            int attribute_count, const MlirNamedAttribute *attributes,
                            int region_count, MlirRegion *regions) {
  MlirOperationState state = mlirOperationStateGet(ir_string(name), ir->location);
  mlirOperationStateAddResults(&state, result_count, results);
  mlirOperationStateAddOperands(&state, operand_count, operands);
  mlirOperationStateAddAttributes(&state, attribute_count, attributes);
  mlirOperationStateAddOwnedRegions(&state, region_count, regions);
  return mlirOperationCreate(&state);
}

MlirOperation ir_op(IrBuilder *ir, const char *name, int result_count, const MlirType *results,
                    int operand_count, const MlirValue *operands, int attribute_count,
                    const MlirNamedAttribute *attributes) {
  MlirOperation op = create(ir, name, result_count, results, operand_count, operands,
                            attribute_count, attributes, 0, NULL);
  ir_insert(ir, op);
  return op;
}

MlirValue ir_value(IrBuilder *ir, const char *name, MlirType result, int operand_count,
                   const MlirValue *operands, int attribute_count,
                   const MlirNamedAttribute *attributes) {
  return mlirOperationGetResult(
      ir_op(ir, name, 1, &result, operand_count, operands, attribute_count, attributes), 0);
}

MlirValue ir_unary(IrBuilder *ir, const char *name, MlirType result, MlirValue operand) {
  return ir_value(ir, name, result, 1, &operand, 0, NULL);
}

MlirValue ir_binary(IrBuilder *ir, const char *name, MlirValue left, MlirValue right) {
  MlirValue operands[2] = {left, right};
  return ir_value(ir, name, mlirValueGetType(left), 2, operands, 0, NULL);
}

MlirType ir_vector_type(MlirType element, int64_t lanes) {
  return mlirVectorTypeGet(1, &lanes, element);
}

MlirValue ir_constant(IrBuilder *ir, MlirType type, MlirAttribute value) {
  for (int i = 0; i < ir->constant_count; i++)
    if (mlirAttributeEqual(ir->constants[i].attribute, value) &&
        mlirTypeEqual(ir->constants[i].type, type))
      return ir->constants[i].value;
  MlirNamedAttribute attribute = ir_attribute(ir, "value", value);
  MlirOperation op = create(ir, "arith.constant", 1, &type, 0, NULL, 1, &attribute, 0, NULL);
  MlirOperation before = mlirOperationIsNull(ir->first_root) ? ir->root_before : ir->first_root;
  mlirBlockInsertOwnedOperationBefore(ir->root_block, before, op);
  ir->constants =
      grown(ir->constants, ir->constant_count, &ir->constant_capacity, sizeof(*ir->constants));
  MlirValue result = mlirOperationGetResult(op, 0);
  ir->constants[ir->constant_count++] = (IrConstant){value, type, result};
  return result;
}

MlirValue ir_index(IrBuilder *ir, int64_t value) {
  MlirType type = mlirIndexTypeGet(ir->context);
  return ir_constant(ir, type, mlirIntegerAttrGet(type, value));
}

MlirValue ir_splat(IrBuilder *ir, MlirType type, MlirAttribute scalar) {
  if (!mlirTypeIsAVector(type))
    return ir_constant(ir, type, scalar);
  return ir_constant(ir, type, mlirDenseElementsAttrSplatGet(type, scalar));
}

MlirValue ir_mask(IrBuilder *ir, int64_t lanes, int64_t valid) {
  int bits[64];
  assert(lanes <= 64);
  for (int64_t i = 0; i < lanes; i++)
    bits[i] = i < valid;
  MlirType type = ir_vector_type(mlirIntegerTypeGet(ir->context, 1), lanes);
  return ir_constant(ir, type, mlirDenseElementsAttrBoolGet(type, lanes, bits));
}

MlirAttribute ir_zero(MlirType element) {
  if (mlirTypeIsAFloat(element))
    return mlirFloatAttrDoubleGet(mlirTypeGetContext(element), element, 0.0);
  return mlirIntegerAttrGet(element, 0);
}

static void enter(IrBuilder *ir, MlirBlock block) {
  assert(ir->depth < IR_MAX_DEPTH);
  ir->stack[ir->depth++] = ir->block;
  ir->block = block;
}

static void leave(IrBuilder *ir) { ir->block = ir->stack[--ir->depth]; }

MlirValue ir_open_for(IrBuilder *ir, MlirValue low, MlirValue high, MlirValue step, int carried,
                      MlirValue *values) {
  MlirValue operands[IR_MAX_OPERANDS];
  MlirType types[IR_MAX_OPERANDS];
  MlirLocation locations[IR_MAX_OPERANDS];
  assert(carried + 3 <= IR_MAX_OPERANDS);
  operands[0] = low, operands[1] = high, operands[2] = step;
  for (int i = 0; i < carried; i++) {
    operands[3 + i] = values[i];
    types[1 + i] = mlirValueGetType(values[i]);
    locations[1 + i] = ir->location;
  }
  types[0] = mlirIndexTypeGet(ir->context);
  locations[0] = ir->location;
  MlirBlock body = mlirBlockCreate(1 + carried, types, locations);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, body);
  ir_insert(ir,
            create(ir, "scf.for", carried, types + 1, 3 + carried, operands, 0, NULL, 1, &region));
  enter(ir, body);
  for (int i = 0; i < carried; i++)
    values[i] = mlirBlockGetArgument(body, 1 + i);
  return mlirBlockGetArgument(body, 0);
}

MlirOperation ir_close_for(IrBuilder *ir, int carried, MlirValue *values) {
  MlirOperation op = mlirBlockGetParentOperation(ir->block);
  ir_op(ir, "scf.yield", 0, NULL, carried, values, 0, NULL);
  leave(ir);
  for (int i = 0; i < carried; i++)
    values[i] = mlirOperationGetResult(op, i);
  return op;
}

void ir_open_region(IrBuilder *ir, MlirBlock block) { enter(ir, block); }

MlirOperation ir_close_region_results(IrBuilder *ir, const char *name, int result_count,
                                      const MlirType *results, int operand_count,
                                      const MlirValue *operands, int attribute_count,
                                      const MlirNamedAttribute *attributes, MlirBlock block) {
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, block);
  leave(ir);
  MlirOperation op = create(ir, name, result_count, results, operand_count, operands,
                            attribute_count, attributes, 1, &region);
  ir_insert(ir, op);
  return op;
}

MlirOperation ir_close_region(IrBuilder *ir, const char *name, int operand_count,
                              const MlirValue *operands, int attribute_count,
                              const MlirNamedAttribute *attributes, MlirBlock block) {
  return ir_close_region_results(ir, name, 0, NULL, operand_count, operands, attribute_count,
                                 attributes, block);
}

MlirValue ir_close_region_value(IrBuilder *ir, const char *name, MlirType result, int operand_count,
                                const MlirValue *operands, int attribute_count,
                                const MlirNamedAttribute *attributes, MlirBlock block) {
  return mlirOperationGetResult(ir_close_region_results(ir, name, 1, &result, operand_count,
                                                        operands, attribute_count, attributes,
                                                        block),
                                0);
}

void ir_move_body(MlirBlock from, MlirOperation before) {
  MlirOperation terminator = mlirBlockGetTerminator(from);
  for (MlirOperation op = mlirBlockGetFirstOperation(from), next;
       !mlirOperationEqual(op, terminator); op = next) {
    next = mlirOperationGetNextInBlock(op);
    mlirOperationMoveBefore(op, before);
  }
}

MlirOperation ir_open_if(IrBuilder *ir, MlirValue condition, int result_count,
                         const MlirType *results) {
  MlirRegion regions[2] = {mlirRegionCreate(), mlirRegionCreate()};
  for (int i = 0; i < 2; i++)
    mlirRegionAppendOwnedBlock(regions[i], mlirBlockCreate(0, NULL, NULL));
  MlirOperation op =
      create(ir, "scf.if", result_count, results, 1, &condition, 0, NULL, 2, regions);
  ir_insert(ir, op);
  enter(ir, mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0)));
  return op;
}

void ir_else(IrBuilder *ir, MlirOperation op, int result_count, const MlirValue *values) {
  ir_op(ir, "scf.yield", 0, NULL, result_count, values, 0, NULL);
  leave(ir);
  enter(ir, mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 1)));
}

void ir_close_if(IrBuilder *ir, MlirOperation op, int result_count, const MlirValue *values,
                 MlirValue *out_values) {
  ir_op(ir, "scf.yield", 0, NULL, result_count, values, 0, NULL);
  leave(ir);
  for (int i = 0; i < result_count; i++)
    out_values[i] = mlirOperationGetResult(op, i);
}

static void write_fragment(MlirStringRef text, void *stream) {
  fwrite(text.data, 1, text.length, stream);
}

void ir_write(MlirOperation op, FILE *stream) { mlirOperationPrint(op, write_fragment, stream); }

void ir_text_add(MlirStringRef piece, void *user) {
  IrText *text = user;
  size_t room = sizeof text->bytes - 1 - text->used;
  size_t length = piece.length < room ? piece.length : room;
  memcpy(text->bytes + text->used, piece.data, length);
  text->used += length;
  text->bytes[text->used] = 0;
}

Status ir_print(MlirOperation op, char **out_text) {
  size_t size = 0;
  FILE *stream = open_memstream(out_text, &size);
  if (!stream)
    return status_fail(STATUS_SYSTEM, "no memory for the text of a module");
  ir_write(op, stream);
  fclose(stream);
  return STATUS_OK;
}
