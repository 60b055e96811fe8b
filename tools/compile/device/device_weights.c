// See device_weights.h.
#include "tools/compile/device/device_weights.h"

#include "base/integer.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "tools/compile/entry.h"
#include "transforms/constant_shim.h"
#include "transforms/element_types.h"
#include "transforms/ir.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static MlirOperation find_global(MlirModule module, MlirStringRef name) {
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  while (!mlirOperationIsNull(op) &&
         (!ir_op_is(op, "memref.global") || !mlirStringRefEqual(ir_symbol(op), name)))
    op = mlirOperationGetNextInBlock(op);
  return op;
}

// Equal elements are written out.
static bool read_bytes(MlirOperation global, DeviceWeight *weight) {
  bool is_splat = false;
  size_t size;
  MlirAttribute value = mlirOperationGetAttributeByName(global, ir_string("initial_value"));
  if (mlirAttributeIsNull(value) || !mlirAttributeIsAElements(value) ||
      mlirAttributeIsNull(mlirOperationGetAttributeByName(global, ir_string("constant"))) ||
      !constant_get_bytes(value, &weight->bytes, &size, &is_splat))
    return false;
  int bits = type_bits(mlirShapedTypeGetElementType(mlirAttributeGetType(value)));
  int64_t elements = mlirElementsAttrGetNumElements(value);
  if (bits < 8 || bits % 8 != 0)
    return false;
  weight->size = elements * (bits / 8);
  if (!is_splat)
    return (int64_t)size == weight->size;
  weight->expanded = ir_zeroed((size_t)weight->size + 1, 1);
  for (int64_t e = 0; e < elements; e++)
    memcpy((char *)weight->expanded + e * (int64_t)size, weight->bytes, size);
  weight->bytes = weight->expanded;
  return (int64_t)size * elements == weight->size;
}

static const DeviceWeight *add_weight(DeviceProgram *program, const DeviceWeight *weight) {
  if (program->weight_count == program->weight_capacity) {
    program->weight_capacity = program->weight_capacity ? 2 * program->weight_capacity : 16;
    program->weights =
        ir_resized(program->weights, (size_t)program->weight_capacity * sizeof *program->weights);
  }
  DeviceWeight *added = &program->weights[program->weight_count++];
  *added = *weight;
  added->offset = program->weight_bytes;
  program->weight_bytes += integer_round_up(weight->size, DEVICE_WEIGHT_ALIGNMENT);
  return added;
}

const DeviceWeight *device_weight_find(DeviceProgram *program, MlirModule module,
                                       MlirOperation get_global) {
  DeviceWeight weight = {.size = 0};
  MlirStringRef name = mlirFlatSymbolRefAttrGetValue(
      mlirOperationGetInherentAttributeByName(get_global, ir_string("name")));
  for (int w = 0; w < program->weight_count; w++)
    if (mlirStringRefEqual(name, ir_string(program->weights[w].name)))
      return &program->weights[w];
  MlirOperation global = find_global(module, name);
  if (name.length >= sizeof weight.name || mlirOperationIsNull(global))
    return NULL;
  memcpy(weight.name, name.data, name.length);
  if (read_bytes(global, &weight) && weight.size > 0)
    return add_weight(program, &weight);
  free(weight.expanded);
  return NULL;
}

void device_weight_symbol(const CInterface *interface, int number,
                          char out_symbol[2 * C_NAME_BYTES]) {
  char name[32];
  snprintf(name, sizeof name, "weight_%d", number);
  entry_symbol(interface, name, out_symbol);
}

Status device_weights_create(const DeviceProgram *program, const CInterface *interface,
                             WeightsObject *out_object) {
  size_t count = (size_t)program->weight_count;
  if (count == 0)
    return STATUS_OK;
  Weight *weights = ir_zeroed(count, sizeof *weights);
  char (*symbols)[2 * C_NAME_BYTES] = ir_zeroed(count, sizeof *symbols);
  for (int w = 0; w < program->weight_count; w++) {
    device_weight_symbol(interface, w, symbols[w]);
    weights[w] = (Weight){symbols[w], program->weights[w].bytes, (size_t)program->weights[w].size};
  }
  Status status =
      weights_object_create(weights, program->weight_count, architecture_host(), out_object);
  free(weights);
  free(symbols);
  return status;
}
