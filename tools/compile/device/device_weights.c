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

static const DeviceWeight *add_weight(DeviceWeights *weights, const DeviceWeight *weight) {
  if (weights->count == weights->capacity) {
    weights->capacity = weights->capacity ? 2 * weights->capacity : 16;
    weights->items = ir_resized(weights->items, (size_t)weights->capacity * sizeof *weights->items);
  }
  DeviceWeight *added = &weights->items[weights->count++];
  *added = *weight;
  added->offset = weights->bytes;
  weights->bytes += integer_round_up(weight->size, DEVICE_WEIGHT_ALIGNMENT);
  return added;
}

const DeviceWeight *device_weights_find(DeviceWeights *weights, MlirModule module,
                                        MlirOperation get_global) {
  DeviceWeight weight = {.size = 0};
  MlirStringRef name = mlirFlatSymbolRefAttrGetValue(
      mlirOperationGetInherentAttributeByName(get_global, ir_string("name")));
  for (int w = 0; w < weights->count; w++)
    if (mlirStringRefEqual(name, ir_string(weights->items[w].name)))
      return &weights->items[w];
  MlirOperation global = find_global(module, name);
  if (name.length >= sizeof weight.name || mlirOperationIsNull(global))
    return NULL;
  memcpy(weight.name, name.data, name.length);
  if (read_bytes(global, &weight) && weight.size > 0)
    return add_weight(weights, &weight);
  free(weight.expanded);
  return NULL;
}

void device_weights_symbol(const CInterface *interface, int number,
                           char out_symbol[2 * C_NAME_BYTES]) {
  char name[32];
  snprintf(name, sizeof name, "weight_%d", number);
  entry_symbol(interface, name, out_symbol);
}

void device_weights_destroy(DeviceWeights *weights) {
  for (int w = 0; w < weights->count; w++)
    free(weights->items[w].expanded);
  free(weights->items);
  *weights = (DeviceWeights){0};
}

Status device_weights_create(const DeviceWeights *weights, const CInterface *interface,
                             WeightsObject *out_object) {
  size_t count = (size_t)weights->count;
  if (count == 0)
    return STATUS_OK;
  Weight *written = ir_zeroed(count, sizeof *written);
  char (*symbols)[2 * C_NAME_BYTES] = ir_zeroed(count, sizeof *symbols);
  for (int w = 0; w < weights->count; w++) {
    const DeviceWeight *weight = &weights->items[w];
    device_weights_symbol(interface, w, symbols[w]);
    written[w] = (Weight){symbols[w], weight->bytes, (size_t)weight->size};
  }
  Status status = weights_object_create(written, weights->count, architecture_host(), out_object);
  free(written);
  free(symbols);
  return status;
}
