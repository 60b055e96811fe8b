// Weights of four bits, two a byte.
#include "transforms/constant_argument.h"
#include "transforms/constant_shim.h"
#include "transforms/rewrite/constant_values.h"
#include "transforms/rewrite/rounded_product.h"
#include "transforms/rewrite/tensor_ops.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { HALF_BITS = 4 };

typedef struct Halves {
  const char *from;
  bool is_splat;
  int64_t bytes, row; // of the result, and of one half of a group
} Halves;

static void fill(void *data, void *user) {
  const Halves *halves = user;
  char *to = data;
  for (int64_t i = 0; i < halves->bytes; i++) {
    int64_t low = halves->is_splat ? 0 : i + i / halves->row * halves->row;
    int64_t high = halves->is_splat ? 0 : low + halves->row;
    to[i] = (char)(halves->from[low] | (unsigned char)halves->from[high] << HALF_BITS);
  }
}

static MlirValue build_byte(IrBuilder *ir, MlirBlock body, void *user) {
  (void)user;
  MlirValue high = mlirBlockGetArgument(body, 1);
  MlirType type = mlirValueGetType(high);
  MlirValue bits = ir_constant(ir, type, mlirIntegerAttrGet(type, HALF_BITS));
  return ir_binary(ir, "arith.ori", mlirBlockGetArgument(body, 0),
                   ir_binary(ir, "arith.shli", high, bits));
}

// All dimensions but the last one but one, which is `half`; without it where that is negative.
static MlirAffineMap half_map(MlirContext context, int rank, int half) {
  MlirAffineExpr places[WORKLOAD_MAX_ITERATORS];
  int count = 0;
  for (int d = 0; d < rank - 1; d++) {
    if (d == rank - 2 && half >= 0)
      places[count++] = mlirAffineConstantExprGet(context, half);
    places[count++] = mlirAffineDimExprGet(context, d);
  }
  return mlirAffineMapGet(context, rank - 1, 0, count, places);
}

MlirValue rounded_halves(IrBuilder *ir, MlirValue value) {
  MlirType type = mlirValueGetType(value), element = mlirShapedTypeGetElementType(type);
  int rank = (int)mlirShapedTypeGetRank(type);
  int64_t shape[WORKLOAD_MAX_ITERATORS + 1], count = 1;
  for (int d = 0; d < rank - 1; d++)
    count *= shape[d] = mlirShapedTypeGetDimSize(type, d < rank - 2 ? d : rank - 1);
  const void *data;
  bool is_splat;
  if (constant_values_get(value, &data, &is_splat)) {
    Halves halves = {data, is_splat, count, shape[rank - 2]};
    MlirType made = mlirRankedTensorTypeGet(rank - 1, shape, element, mlirAttributeGetNull());
    return ir_constant(ir, made,
                       constant_make_resource(made, "halves", (size_t)count, fill, &halves));
  }
  TensorGeneric made = {.build = build_byte, .loop_count = rank - 1, .input_count = 2};
  made.operands[0] = made.operands[1] = value;
  made.operands[2] = tensor_ops_empty(ir, rank - 1, shape, element);
  for (int half = 0; half < 2; half++)
    made.maps[half] = half_map(ir->context, rank, half);
  made.maps[2] = half_map(ir->context, rank, -1);
  MlirValue bytes = tensor_ops_generic(ir, &made);
  constant_result_mark(mlirOpResultGetOwner(bytes));
  return bytes;
}

MlirValue rounded_shifts(IrBuilder *ir) {
  static const int32_t SHIFTS[2] = {0, HALF_BITS};
  int64_t shape[1] = {2};
  MlirType type = mlirRankedTensorTypeGet(1, shape, mlirIntegerTypeGet(ir->context, 32),
                                          mlirAttributeGetNull());
  return ir_constant(ir, type, mlirDenseElementsAttrRawBufferGet(type, sizeof SHIFTS, SHIFTS));
}
