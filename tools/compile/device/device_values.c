// See device_values.h. Views are followed to what they are of.
#include "tools/compile/device/device_values.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "transforms/element_types.h"
#include "transforms/ir.h"

#include <string.h>

bool device_read_constant(MlirValue value, int64_t *out_bits) {
  if (!mlirValueIsAOpResult(value) || !ir_op_is(mlirOpResultGetOwner(value), "arith.constant"))
    return false;
  MlirAttribute attribute =
      mlirOperationGetInherentAttributeByName(mlirOpResultGetOwner(value), ir_string("value"));
  MlirType type = mlirValueGetType(value);
  if (mlirAttributeIsAInteger(attribute)) {
    bool is_word = mlirTypeIsAIndex(type) || mlirIntegerTypeGetWidth(type) <= 64;
    *out_bits = is_word ? mlirIntegerAttrGetValueInt(attribute) : 0;
    return is_word;
  }
  if (!mlirAttributeIsAFloat(attribute))
    return false;
  double number = mlirFloatAttrGetValueDouble(attribute);
  float single = (float)number;
  *out_bits = 0;
  if (mlirTypeIsAF64(type))
    memcpy(out_bits, &number, sizeof number);
  else if (mlirTypeIsAF32(type))
    memcpy(out_bits, &single, sizeof single);
  return mlirTypeIsAF64(type) || mlirTypeIsAF32(type);
}

bool device_is_plain_view(MlirOperation op) {
  static const char *const views[] = {"memref.cast", "memref.collapse_shape", "memref.expand_shape",
                                      "memref.subview", "memref.reinterpret_cast"};
  for (size_t i = 0; i < sizeof views / sizeof *views; i++)
    if (ir_op_is(op, views[i]))
      return true;
  return false;
}

bool device_read_base(const DeviceReading *reading, MlirValue buffer, LaunchOperand *out_operand) {
  const Signature *signature = &reading->c_function->signature;
  int64_t shift = 0;
  while (mlirValueIsAOpResult(buffer)) {
    MlirOperation op = mlirOpResultGetOwner(buffer);
    if (ir_op_is(op, "memref.view")) {
      int64_t bytes = 0;
      if (!device_read_constant(mlirOperationGetOperand(op, 1), &bytes))
        return false;
      shift += bytes;
    } else if (ir_op_is(op, "memref.get_global")) {
      const DeviceWeight *weight = device_weights_find(reading->weights, reading->module, op);
      if (weight)
        *out_operand = (LaunchOperand){LAUNCH_WEIGHT, 0, shift + weight->offset};
      return weight;
    } else if (ir_op_is(op, "memref.alloc")) {
      int number = device_number_of_buffer(reading->numbers, reading->c_function, op);
      *out_operand = (LaunchOperand){LAUNCH_TEMPORARY, number, shift};
      return number >= 0;
    } else if (!device_is_plain_view(op)) {
      return false;
    }
    buffer = mlirOperationGetOperand(op, 0);
  }
  int number = (int)mlirBlockArgumentGetArgNumber(buffer);
  bool is_workspace = number == signature->argument_count + signature->result_count;
  *out_operand =
      (LaunchOperand){is_workspace ? LAUNCH_WORKSPACE : signature->symbol_count + number, 0, shift};
  return true;
}

bool device_read_open_extent(DeviceReading *reading, MlirValue buffer, int32_t *out_number) {
  MlirType type = mlirValueGetType(buffer);
  int bits = type_bits(mlirShapedTypeGetElementType(type));
  if (bits < 8 || bits % 8 != 0 || !mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(type)))
    return false;
  *out_number = device_number_of_bytes(reading->numbers, reading->c_function, buffer, bits / 8);
  return *out_number >= 0;
}

bool device_read_extent(MlirType type, int64_t *out_offset, int64_t *out_bytes) {
  int64_t strides[VALUE_MAX_RANK], offset, elements = 1;
  int bits = type_bits(mlirShapedTypeGetElementType(type));
  intptr_t rank = mlirShapedTypeGetRank(type);
  if (rank > VALUE_MAX_RANK || bits < 8 || bits % 8 != 0 || !mlirShapedTypeHasStaticShape(type) ||
      mlirLogicalResultIsFailure(mlirMemRefTypeGetStridesAndOffset(type, strides, &offset)) ||
      mlirShapedTypeIsDynamicStrideOrOffset(offset))
    return false;
  for (intptr_t d = rank - 1; d >= 0; d--) {
    int64_t size = mlirShapedTypeGetDimSize(type, d);
    if (size != 1 && strides[d] != elements)
      return false;
    elements *= size;
  }
  *out_offset = offset * (bits / 8);
  *out_bytes = elements * (bits / 8);
  return true;
}
