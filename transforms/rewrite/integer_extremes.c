// Maxima and minima of dequantised bytes, as quantised models have them in poolings:
//
//   %x = (extend(%a) - zero) * scale : f32
//   %r = pooling_max ins(%x) outs(lowest : f32)
//
// becomes
//
//   %m = pooling_max ins(%a) outs(lowest : i8)
//   %r = (extend(%m) - zero) * scale
//
// as what keeps the order of all bytes commutes with maxima, rounded or not: the result has the
// same bits.
#include "transforms/annotation.h"
#include "transforms/extract/linalg_shim.h"
#include "transforms/rewrite/constant_values.h"
#include "transforms/rewrite/element_code.h"
#include "transforms/rewrite/rewrites.h"
#include "transforms/rewrite/tensor_ops.h"

#include "mlir-c/Dialect/Linalg.h"
#include <math.h>
#include <stdlib.h>

// Of bytes less a zero point that are scaled by LARGEST_SCALE at most, all are nearer to zero.
static const double LARGEST_SCALE = 1e30, FARTHEST = 1e38;

static const struct ExtremeKind {
  const char *of_floats, *of_signed, *of_unsigned;
  int sign; // of the value that it starts from
} extreme_kinds[] = {
    {"arith.maximumf", "arith.maxsi", "arith.maxui", -1},
    {"arith.maxnumf", "arith.maxsi", "arith.maxui", -1},
    {"arith.minimumf", "arith.minsi", "arith.minui", 1},
    {"arith.minnumf", "arith.minsi", "arith.minui", 1},
};

typedef struct Extreme {
  StructuredOp op;
  const struct ExtremeKind *kind;
  ElementCode code;
  int step, leaf;
  bool is_unsigned;
} Extreme;

// --- reading

// Which input meets the result so far, and nothing else is computed; -1: it is no such op.
static int read_extreme(MlirOperation op, const struct ExtremeKind **out_kind) {
  MlirBlock body = ir_body(op);
  MlirValue yielded = mlirOperationGetOperand(mlirBlockGetTerminator(body), 0);
  MlirValue last = mlirBlockGetArgument(body, mlirBlockGetNumArguments(body) - 1);
  if (!mlirValueIsAOpResult(yielded))
    return -1;
  MlirOperation joined = mlirOpResultGetOwner(yielded);
  for (size_t k = 0; k < sizeof extreme_kinds / sizeof *extreme_kinds; k++)
    if (ir_op_is(joined, extreme_kinds[k].of_floats))
      *out_kind = &extreme_kinds[k];
  for (int i = 0; i < 2 && *out_kind; i++) {
    MlirValue other = mlirOperationGetOperand(joined, !i);
    if (mlirValueEqual(mlirOperationGetOperand(joined, i), last) &&
        mlirValueIsABlockArgument(other) && !mlirValueEqual(other, last))
      return (int)mlirBlockArgumentGetArgNumber(other);
  }
  return -1;
}

static bool starts_beyond(const StructuredOp *op, int sign) {
  MlirAttribute number = constant_values_filling(op->operands[op->input_count].value);
  return !mlirAttributeIsNull(number) && mlirAttributeIsAFloat(number) &&
         mlirFloatAttrGetValueDouble(number) * sign >= FARTHEST;
}

static bool is_number(const CodeStep *step) { return !mlirAttributeIsNull(step->constant); }

static bool is_scale(const CodeStep *step) {
  if (!is_number(step) || !mlirAttributeIsAFloat(step->constant))
    return false;
  double scale = mlirFloatAttrGetValueDouble(step->constant);
  return scale > 0 && scale <= LARGEST_SCALE;
}

static bool is_op(const CodeStep *step, const char *name) {
  return !mlirOperationIsNull(step->op) && ir_op_is(step->op, name);
}

// From the value back to the byte that it is made of: each step keeps the order of all of them.
static bool read_steps(Extreme *extreme) {
  const CodeStep *steps = extreme->code.steps, *step = &steps[extreme->step];
  while (step->leaf < 0) {
    const CodeStep *left = &steps[step->operands[0]], *right = &steps[step->operands[1]];
    bool is_first = step->operand_count == 2 && is_scale(left);
    bool is_cast = step->operand_count == 1 && step->is_integer && left->is_integer;
    bool is_shifted = (is_op(step, "arith.subf") || is_op(step, "arith.subi")) &&
                      is_number(right) && step->is_integer && left->is_integer &&
                      step->low == left->low - right->high && step->high == left->high - right->low;
    bool is_scaled = is_op(step, "arith.mulf") && (is_first || is_scale(right));
    if (!is_cast && !is_shifted && !is_scaled)
      return false;
    const CodeStep *next = is_scaled && is_first ? right : left;
    extreme->is_unsigned = step->low >= 0 && next->low < 0 && is_cast;
    if (is_cast && next->leaf < 0 && (step->low != next->low || step->high != next->high))
      return false;
    step = next;
  }
  extreme->leaf = step->leaf;
  return extreme->code.leaves[step->leaf].operand.type == ELEMENT_I8 && step->loops != 0;
}

static bool read(MlirOperation op, Extreme *extreme) {
  *extreme = (Extreme){.step = -1};
  StructuredOp *out = &extreme->op;
  if (!linalg_op_is_structured(op) || annotation_keeps(op) ||
      structured_op_read(op, out) != STATUS_OK || out->is_pad || !out->on_tensors ||
      out->operand_count != out->input_count + 1 || out->input_count > 2 ||
      structured_op_is_parallel(out) || out->operands[out->input_count].type != ELEMENT_F32)
    return false;
  int input = read_extreme(op, &extreme->kind);
  if (input != 0 || !starts_beyond(out, extreme->kind->sign))
    return false;
  extreme->step =
      element_code_read(out, mlirBlockGetArgument(ir_body(op), input), FP_STRICT, &extreme->code);
  return extreme->step >= 0 && read_steps(extreme);
}

// --- building

static MlirValue build_extreme(IrBuilder *ir, MlirBlock body, void *user) {
  const Extreme *extreme = user;
  const char *name = extreme->is_unsigned ? extreme->kind->of_unsigned : extreme->kind->of_signed;
  return ir_binary(ir, name, mlirBlockGetArgument(body, mlirBlockGetNumArguments(body) - 1),
                   mlirBlockGetArgument(body, 0));
}

static MlirValue build_dequantised(IrBuilder *ir, MlirBlock body, void *user) {
  const Extreme *extreme = user;
  MlirValue arguments[CODE_MAX_LEAVES] = {{NULL}};
  arguments[extreme->leaf] = mlirBlockGetArgument(body, 0);
  return element_code_build(ir, &extreme->code, extreme->step, arguments);
}

static MlirAffineMap leaf_map(IrBuilder *ir, const Extreme *extreme) {
  const StructuredOperand *leaf = &extreme->code.leaves[extreme->leaf].operand;
  return tensor_ops_map(ir->context, extreme->op.loop_count, leaf->rank, leaf->index);
}

static MlirAffineMap map_of(const StructuredOp *op, int operand) {
  return mlirAffineMapAttrGetValue(
      mlirArrayAttrGetElement(mlirLinalgGetIndexingMapsAttribute(op->op), operand));
}

// The bytes that others are never beyond.
static MlirValue first_bytes(IrBuilder *ir, const Extreme *extreme) {
  const StructuredOperand *output = &extreme->op.operands[extreme->op.input_count];
  MlirType i8 = mlirIntegerTypeGet(ir->context, 8);
  int number = extreme->kind->sign < 0 ? (extreme->is_unsigned ? 0 : INT8_MIN)
                                       : (extreme->is_unsigned ? -1 : INT8_MAX);
  return tensor_ops_filled(ir, output->rank, output->shape,
                           ir_constant(ir, i8, mlirIntegerAttrGet(i8, number)));
}

static MlirValue build(IrBuilder *ir, Extreme *extreme) {
  const StructuredOp *op = &extreme->op;
  const StructuredOperand *output = &op->operands[op->input_count];
  TensorGeneric made = {.build = build_extreme, .user = extreme, .loop_count = op->loop_count};
  for (int l = 0; l < op->loop_count; l++)
    if (op->kinds[l] == ITERATOR_REDUCTION)
      made.reductions |= 1u << l;
  made.operands[made.input_count] = extreme->code.leaves[extreme->leaf].operand.value;
  made.maps[made.input_count++] = leaf_map(ir, extreme);
  if (op->input_count > 1) { // the window of a pooling, whose elements nobody reads
    made.operands[made.input_count] = op->operands[1].value;
    made.maps[made.input_count++] = map_of(op, 1);
  }
  made.operands[made.input_count] = first_bytes(ir, extreme);
  made.maps[made.input_count] = map_of(op, op->input_count);
  MlirValue bytes = tensor_ops_generic(ir, &made);
  fp_mode_copy(op->op, mlirOpResultGetOwner(bytes));
  made = (TensorGeneric){.build = build_dequantised,
                         .user = extreme,
                         .loop_count = output->rank,
                         .input_count = 1,
                         .operands = {bytes}};
  made.maps[0] = made.maps[1] = mlirAffineMapMultiDimIdentityGet(ir->context, output->rank);
  made.operands[1] = tensor_ops_empty(ir, output->rank, output->shape, mlirF32TypeGet(ir->context));
  MlirValue result = tensor_ops_generic(ir, &made);
  fp_mode_copy(op->op, mlirOpResultGetOwner(result));
  return result;
}

Status integer_extremes_rewrite(MlirOperation root, const RewriteOptions *options,
                                PassReport *report) {
  (void)options;
  Extreme *extreme = ir_resized(NULL, sizeof *extreme);
  IrOps ops = ir_collect(root, linalg_op_is_structured);
  for (int i = 0; i < ops.count; i++) {
    MlirOperation op = ops.ops[i];
    if (!read(op, extreme))
      continue;
    IrBuilder ir;
    pass_report_say(report, REMARK_REWRITTEN, op, "it compares i8 and dequantises the results");
    ir_start(&ir, op, mlirOperationGetLocation(op));
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), build(&ir, extreme));
    ir_finish(&ir);
    tensor_ops_erase_dead(op);
    report->changed = true;
  }
  free(ops.ops);
  free(extreme);
  return STATUS_OK;
}
