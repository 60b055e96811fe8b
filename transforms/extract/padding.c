// Folds the bodies of the group with the pad value for one access and nothing known of the others.
#include "transforms/extract/padding.h"

#include "transforms/element_types.h"
#include "transforms/extract/linalg_shim.h"
#include "transforms/extract/scalar_body.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <math.h>

typedef struct Known {
  bool is_known;
  double value; // exact for the integers that occur as padding
} Known;

static const Known UNKNOWN = {false, 0.0};

// NaN is not followed: what it does depends on the op.
static Known known(double value) { return isnan(value) ? UNKNOWN : (Known){true, value}; }

// As a value of `type`; an integer that wraps around, or that a double may have rounded, is
// unknown. True is -1, as it is when it is extended with its sign.
static Known known_as(MlirType type, Known value) {
  if (!mlirTypeIsAInteger(type) && !mlirTypeIsAIndex(type))
    return value;
  int width = type_bits(type);
  if (value.is_known && width == 1)
    return fabs(value.value) <= 1 ? known(-fabs(value.value)) : UNKNOWN;
  double bound = ldexp(1.0, width > 54 ? 53 : width - 1);
  bool fits = value.value >= -bound && value.value < bound;
  return fits ? value : UNKNOWN;
}

// Where the folding stands: the block arguments of which statement are asked for.
typedef struct Fold {
  const Group *group;
  int access;
  const GroupStatement *statement;
} Fold;

static Known fold_value(Fold fold, MlirValue value);

static Known constant_value(MlirOperation constant) {
  MlirAttribute attribute =
      mlirOperationGetAttributeByName(constant, mlirStringRefCreateFromCString("value"));
  if (mlirAttributeIsAFloat(attribute))
    return known(mlirFloatAttrGetValueDouble(attribute));
  if (mlirAttributeIsAInteger(attribute))
    return known((double)mlirIntegerAttrGetValueInt(attribute));
  return UNKNOWN;
}

static Known outside_value(MlirValue value) {
  if (!mlirValueIsAOpResult(value) || !ir_op_is(mlirOpResultGetOwner(value), "arith.constant"))
    return UNKNOWN;
  return constant_value(mlirOpResultGetOwner(value));
}

// The value that the statement's only live result yields.
static Known fold_statement(Fold fold, int statement) {
  fold.statement = &fold.group->statements[statement];
  MlirOperation op = fold.statement->op;
  if (mlirOperationIsNull(op) || ir_op_is(op, "tensor.pad"))
    return UNKNOWN;
  MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
  return fold_value(fold, mlirOperationGetOperand(mlirBlockGetTerminator(block), 0));
}

static Known fold_source(Fold fold, const ValueSource *source) {
  if (source->kind == SOURCE_ACCESS && source->index == fold.access)
    return outside_value(fold.group->accesses[fold.access].pad_value);
  if (source->kind == SOURCE_VALUE)
    return outside_value(source->value);
  if (source->kind == SOURCE_STATEMENT)
    return fold_statement(fold, source->index);
  return UNKNOWN;
}

static Known fold_product(Known left, Known right) {
  if (left.is_known && right.is_known)
    return known(left.value * right.value);
  bool is_zero = (left.is_known && left.value == 0) || (right.is_known && right.value == 0);
  return is_zero ? known(0) : UNKNOWN;
}

static Known fold_binary(MlirOperation op, double left, double right) {
  if (ir_op_is(op, "arith.addf") || ir_op_is(op, "arith.addi"))
    return known(left + right);
  if (ir_op_is(op, "arith.subf") || ir_op_is(op, "arith.subi"))
    return known(left - right);
  if (ir_op_is(op, "arith.maximumf") || ir_op_is(op, "arith.maxnumf") ||
      ir_op_is(op, "arith.maxsi"))
    return known(fmax(left, right));
  if (ir_op_is(op, "arith.minimumf") || ir_op_is(op, "arith.minnumf") ||
      ir_op_is(op, "arith.minsi"))
    return known(fmin(left, right));
  if (ir_op_is(op, "arith.cmpf") || ir_op_is(op, "arith.cmpi")) {
    switch (scalar_compare_order(op)) {
    case COMPARE_LESS:
      return known(left < right);
    case COMPARE_LESS_EQUAL:
      return known(left <= right);
    case COMPARE_GREATER:
      return known(left > right);
    case COMPARE_GREATER_EQUAL:
      return known(left >= right);
    case COMPARE_OTHER:
      break;
    }
  }
  return UNKNOWN;
}

// Widening and narrowing keep zero and the infinities, and change no other constant enough to
// matter for being neutral.
static bool is_conversion(MlirOperation op) {
  static const char *const names[] = {"arith.extf",   "arith.truncf", "arith.extsi",
                                      "arith.trunci", "arith.sitofp", "arith.fptosi"};
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
    if (ir_op_is(op, names[i]))
      return true;
  }
  return false;
}

static Known fold_op_exactly(Fold fold, MlirOperation op) {
  if (ir_op_is(op, "arith.constant"))
    return constant_value(op);
  intptr_t count = mlirOperationGetNumOperands(op);
  Known operands[3] = {UNKNOWN, UNKNOWN, UNKNOWN};
  if (count < 1 || count > 3)
    return UNKNOWN;
  for (intptr_t i = 0; i < count; ++i)
    operands[i] = fold_value(fold, mlirOperationGetOperand(op, i));
  if (ir_op_is(op, "arith.mulf") || ir_op_is(op, "arith.muli"))
    return fold_product(operands[0], operands[1]);
  if (!operands[0].is_known)
    return UNKNOWN;
  if (ir_op_is(op, "arith.select"))
    return operands[0].value != 0 ? operands[1] : operands[2];
  if (ir_op_is(op, "arith.negf"))
    return known(-operands[0].value);
  if (is_conversion(op))
    return operands[0];
  return count == 2 && operands[1].is_known ? fold_binary(op, operands[0].value, operands[1].value)
                                            : UNKNOWN;
}

static Known fold_op(Fold fold, MlirOperation op) {
  return known_as(mlirValueGetType(mlirOperationGetResult(op, 0)), fold_op_exactly(fold, op));
}

static Known fold_value(Fold fold, MlirValue value) {
  MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(fold.statement->op, 0));
  if (mlirValueIsABlockArgument(value)) {
    if (!mlirBlockEqual(mlirBlockArgumentGetOwner(value), block))
      return UNKNOWN;
    return fold_source(fold, &fold.statement->arguments[mlirBlockArgumentGetArgNumber(value)]);
  }
  MlirOperation op = mlirOpResultGetOwner(value);
  if (!mlirBlockEqual(mlirOperationGetBlock(op), block))
    return outside_value(value);
  return fold_op(fold, op);
}

// Whether accumulator k combined with `contribution` is accumulator k.
static bool is_neutral(const Group *group, int k, Combiner combiner, double contribution) {
  Known init = group->init[k].kind == SOURCE_VALUE ? outside_value(group->init[k].value) : UNKNOWN;
  switch (combiner) {
  case COMBINER_ADD:
    return contribution == 0;
  case COMBINER_MUL:
    return contribution == 1;
  case COMBINER_MAX: // an accumulator is never below what it started from
    return contribution == -INFINITY || (init.is_known && contribution <= init.value);
  case COMBINER_MIN:
    return contribution == INFINITY || (init.is_known && contribution >= init.value);
  default:
    return false;
  }
}

bool padding_is_neutral(const Group *group, int access) {
  Fold fold = {group, access, &group->statements[group->workload.anchor]};
  if (group->workload.combiner == COMBINER_NONE || workload_keeps_order(&group->workload))
    return false;
  int input_count = linalg_op_input_count(group->anchor);
  for (int k = 0; k < group->workload.accumulator_count; ++k) {
    MlirValue value;
    if (!scalar_body_contribution(group->anchor, input_count, group->accumulator_result[k], &value))
      return false;
    Known contribution = fold_value(fold, value);
    if (!contribution.is_known ||
        !is_neutral(group, k, group->workload.combiner, contribution.value))
      return false;
  }
  return true;
}
