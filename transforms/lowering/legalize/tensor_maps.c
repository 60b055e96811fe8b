// Tensor maps as arguments of kernels. convert-gpu-to-nvvm makes a pointer of the memref in whose
// place a map is passed, and leaves out what the argument's attributes say:
//
//   llvm.func @kernel(%map: !llvm.ptr, ...)
//     -->  llvm.func @kernel(%map: !llvm.ptr {llvm.byval = !llvm.array<16 x i64>, llvm.align = 64,
//                                             nvvm.grid_constant}, ...)
#include "transforms/lowering/legalize/tensor_maps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "transforms/annotation.h"
#include "transforms/ir.h"

#include <stdlib.h>

static MlirAttribute map_numbers(MlirOperation op) {
  return mlirOperationGetDiscardableAttributeByName(op, ir_string(TENSOR_MAPS_ATTRIBUTE));
}

static bool takes_maps(MlirOperation op) {
  return ir_op_is(op, "llvm.func") && !mlirAttributeIsNull(map_numbers(op));
}

void tensor_maps_pass_by_value(MlirOperation module) {
  IrOps kernels = ir_collect(module, takes_maps);
  MlirContext context = mlirOperationGetContext(module);
  MlirAttribute none = mlirDictionaryAttrGet(context, 0, NULL);
  MlirAttribute by_value = mlirAttributeParseGet(
      context, ir_string("{llvm.byval = !llvm.array<16 x i64>, llvm.align = 64 : i64, "
                         "nvvm.grid_constant}"));
  for (int i = 0; i < kernels.count; i++) {
    MlirAttribute numbers = map_numbers(kernels.ops[i]);
    MlirBlock body = ir_body(kernels.ops[i]);
    intptr_t count = mlirBlockGetNumArguments(body);
    MlirAttribute *attributes = ir_zeroed((size_t)count + 1, sizeof *attributes);
    for (intptr_t a = 0; a < count; a++)
      attributes[a] = none;
    for (intptr_t n = 0; n < mlirDenseArrayGetNumElements(numbers); n++)
      attributes[mlirDenseI32ArrayGetElement(numbers, n)] = by_value;
    mlirOperationSetInherentAttributeByName(kernels.ops[i], ir_string("arg_attrs"),
                                            mlirArrayAttrGet(context, count, attributes));
    mlirOperationRemoveDiscardableAttributeByName(kernels.ops[i], ir_string(TENSOR_MAPS_ATTRIBUTE));
    free(attributes);
  }
  free(kernels.ops);
}
