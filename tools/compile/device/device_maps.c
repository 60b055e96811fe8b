// See device_maps.h.
#include "tools/compile/device/device_maps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "transforms/annotation.h"
#include "transforms/ir.h"

enum { OF_MAP = 2, OF_DIMENSION = 3 }; // numbers

// CUtensorMapDataType, by the element's bits; -1: none.
static int data_type(MlirType element) {
  enum { UINT8 = 0, FLOAT16 = 6, FLOAT32 = 7, BFLOAT16 = 9 };
  return mlirTypeIsAInteger(element) && mlirIntegerTypeGetWidth(element) == 8 ? UINT8
         : mlirTypeIsAF16(element)                                            ? FLOAT16
         : mlirTypeIsAF32(element)                                            ? FLOAT32
         : mlirTypeIsABF16(element)                                           ? BFLOAT16
                                                                              : -1;
}

// CUtensorMapSwizzle; -1: none.
static int swizzle_of(int64_t bytes) {
  return bytes == 32 ? 1 : bytes == 64 ? 2 : bytes == 128 ? 3 : -1;
}

static bool read_map(MlirAttribute numbers, MlirOperation launch, int first, int count,
                     LaunchMap *out_map) {
  if (!mlirAttributeIsADenseI64Array(numbers))
    return false;
  intptr_t size = mlirDenseArrayGetNumElements(numbers);
  LaunchMap map = {.rank = (int32_t)((size - OF_MAP) / OF_DIMENSION)};
  if (map.rank < 1 || map.rank > LAUNCH_MAP_RANK || size != OF_MAP + OF_DIMENSION * map.rank)
    return false;
  map.operand = (int32_t)mlirDenseI64ArrayGetElement(numbers, 0);
  map.swizzle = swizzle_of(mlirDenseI64ArrayGetElement(numbers, 1));
  if (map.operand < 0 || map.operand >= count || map.swizzle < 0)
    return false;
  MlirType type = mlirValueGetType(mlirOperationGetOperand(launch, first + map.operand));
  map.type = mlirTypeIsAMemRef(type) ? data_type(mlirShapedTypeGetElementType(type)) : -1;
  for (int d = 0; d < map.rank; d++) {
    intptr_t at = OF_MAP + OF_DIMENSION * d;
    map.sizes[d] = (uint64_t)mlirDenseI64ArrayGetElement(numbers, at);
    map.strides[d] = (uint64_t)mlirDenseI64ArrayGetElement(numbers, at + 1);
    map.boxes[d] = (uint32_t)mlirDenseI64ArrayGetElement(numbers, at + 2);
  }
  *out_map = map;
  return map.type >= 0;
}

bool device_maps_read(MlirOperation launch, int first, int count, LaunchMap **out_maps,
                      int32_t *out_count) {
  MlirAttribute all =
      mlirOperationGetDiscardableAttributeByName(launch, ir_string(TENSOR_MAPS_ATTRIBUTE));
  *out_maps = NULL;
  *out_count = 0;
  if (mlirAttributeIsNull(all))
    return true;
  if (!mlirAttributeIsAArray(all) || mlirArrayAttrGetNumElements(all) > LAUNCH_MAX_MAPS)
    return false;
  *out_count = (int32_t)mlirArrayAttrGetNumElements(all);
  *out_maps = ir_zeroed((size_t)*out_count + 1, sizeof **out_maps);
  for (int m = 0; m < *out_count; m++)
    if (!read_map(mlirArrayAttrGetElement(all, m), launch, first, count, &(*out_maps)[m]))
      return false;
  return true;
}
