// Casts of integers of a few bits to floats, on vectors, as places of a table:
//
//   float(((x & 15) - 8) * 3)  =  {-24, -21, ... 21}[x & 15]
//
// A weight of four bits is masked, has its zero point subtracted and is cast. The instruction that
// moves lanes by number does all three: it reads no more than four bits of a number.
#include "transforms/lowering/math/short_table.h"

#include "transforms/ir.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { ENTRIES = 16, MAX_STEPS = 4 };

// One op of the operand, from the cast towards the mask.
typedef struct Step {
  char op; // '+', '-', '*', or 'r' for the constant less the value
  uint32_t number;
} Step;

typedef struct Chain {
  Step steps[MAX_STEPS];
  int count;
  uint32_t mask;
  MlirValue masked; // what the mask is of
} Chain;

static bool read_splat(MlirValue value, uint32_t *out_number) {
  if (!mlirValueIsAOpResult(value) || !ir_op_is(mlirOpResultGetOwner(value), "arith.constant"))
    return false;
  MlirAttribute splat =
      mlirOperationGetAttributeByName(mlirOpResultGetOwner(value), ir_string("value"));
  if (!mlirAttributeIsADenseElements(splat) || !mlirDenseElementsAttrIsSplat(splat))
    return false;
  *out_number = (uint32_t)mlirDenseElementsAttrGetInt32SplatValue(splat);
  return true;
}

// '&' for the mask; 0: no such op.
static char step_of(MlirOperation op) {
  static const struct {
    const char *op;
    char step;
  } rows[] = {{"arith.andi", '&'}, {"arith.addi", '+'}, {"arith.muli", '*'}, {"arith.subi", '-'}};
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
    if (ir_op_is(op, rows[r].op))
      return rows[r].step;
  return 0;
}

static bool read_chain(MlirValue value, Chain *chain) {
  *chain = (Chain){.count = 0};
  while (mlirValueIsAOpResult(value)) {
    uint32_t number;
    MlirOperation op = mlirOpResultGetOwner(value);
    char step = step_of(op);
    if (step == 0)
      return false;
    bool is_left = read_splat(mlirOperationGetOperand(op, 0), &number);
    if (!is_left && !read_splat(mlirOperationGetOperand(op, 1), &number))
      return false;
    value = mlirOperationGetOperand(op, is_left ? 1 : 0);
    if (step == '&') {
      chain->mask = number;
      chain->masked = value;
      return number < ENTRIES;
    }
    if (chain->count == MAX_STEPS)
      return false;
    chain->steps[chain->count++] = (Step){step == '-' && is_left ? 'r' : step, number};
  }
  return false;
}

bool short_table_suits(MlirOperation op) {
  Chain chain;
  if (!ir_op_is(op, "arith.sitofp") && !ir_op_is(op, "arith.uitofp"))
    return false;
  MlirType from = mlirValueGetType(mlirOperationGetOperand(op, 0)),
           to = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (!mlirTypeIsAVector(to) || mlirVectorTypeIsScalable(to) || mlirShapedTypeGetRank(to) != 1 ||
      mlirShapedTypeGetDimSize(to, 0) != ENTRIES ||
      !mlirTypeIsAF32(mlirShapedTypeGetElementType(to)))
    return false;
  MlirType integer = mlirShapedTypeGetElementType(from);
  return mlirTypeIsAInteger(integer) && mlirIntegerTypeGetWidth(integer) == 32 &&
         read_chain(mlirOperationGetOperand(op, 0), &chain);
}

// The value that the chain makes of one whose bits are masked.
static uint32_t chain_value(const Chain *chain, uint32_t value) {
  value &= chain->mask;
  for (int s = chain->count; s-- > 0;) {
    uint32_t number = chain->steps[s].number;
    switch (chain->steps[s].op) {
    case '+':
      value += number;
      break;
    case '-':
      value -= number;
      break;
    case 'r':
      value = number - value;
      break;
    default:
      value *= number;
    }
  }
  return value;
}

void short_table_use(MlirOperation cast, const char *intrinsic) {
  IrBuilder ir;
  Chain chain;
  float entries[ENTRIES];
  if (!read_chain(mlirOperationGetOperand(cast, 0), &chain))
    return;
  for (uint32_t i = 0; i < ENTRIES; i++) {
    uint32_t value = chain_value(&chain, i);
    entries[i] = ir_op_is(cast, "arith.sitofp") ? (float)(int32_t)value : (float)value;
  }
  MlirType type = mlirValueGetType(mlirOperationGetResult(cast, 0));
  ir_start(&ir, cast, mlirOperationGetLocation(cast));
  MlirValue operands[2] = {
      ir_constant(&ir, type, mlirDenseElementsAttrFloatGet(type, ENTRIES, entries)), chain.masked};
  MlirValue picked = ir_intrinsic(&ir, intrinsic, type, 2, operands);
  ir_finish(&ir);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(cast, 0), picked);
  mlirOperationDestroy(cast);
}
