// Buffers of tensors are for one-shot bufferization to resolve.
#include "transforms/simt/simt_host.h"

#include "mlir-c/Support.h"
#include "transforms/annotation.h"

#include <string.h>

enum { LAUNCH_SIZES = 6, MAX_LAUNCH = 64 };

bool simt_is_plain(MlirValue buffer) {
  MlirType type = mlirValueGetType(buffer);
  return !mlirTypeIsAMemRef(type) || (mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(type)) &&
                                      mlirAttributeIsNull(mlirMemRefTypeGetMemorySpace(type)));
}

MlirType simt_buffer_type(MlirType tensor) {
  int64_t shape[WORKLOAD_MAX_ITERATORS];
  int64_t rank = mlirShapedTypeGetRank(tensor);
  for (int64_t d = 0; d < rank; d++)
    shape[d] = mlirShapedTypeGetDimSize(tensor, (intptr_t)d);
  return mlirMemRefTypeContiguousGet(mlirShapedTypeGetElementType(tensor), rank, shape,
                                     mlirAttributeGetNull());
}

MlirValue simt_buffer_of(IrBuilder *host, MlirValue value) {
  MlirType type = mlirValueGetType(value);
  if (!mlirTypeIsATensor(type))
    return value;
  MlirNamedAttribute reads = ir_attribute(host, "read_only", mlirUnitAttrGet(host->context));
  return ir_value(host, "bufferization.to_buffer", simt_buffer_type(type), 1, &value, 1, &reads);
}

MlirValue simt_allocate(IrBuilder *host, MlirType type, MlirValue extent) {
  bool is_unknown = !mlirShapedTypeHasStaticShape(type);
  MlirNamedAttribute attributes[2] = {
      ir_attribute(host, "alignment",
                   mlirIntegerAttrGet(mlirIntegerTypeGet(host->context, 64), 64)),
      ir_attribute(host, "operandSegmentSizes",
                   mlirDenseI32ArrayGet(host->context, 2, (int32_t[]){is_unknown, 0}))};
  return ir_value(host, "memref.alloc", type, is_unknown, &extent, 2, attributes);
}

void simt_name_module(MlirOperation module, char *name, size_t size) {
  MlirSymbolTable symbols = mlirSymbolTableCreate(module);
  int number = 0;
  do
    snprintf(name, size, "autotune_gpu_%d", number++);
  while (!mlirOperationIsNull(mlirSymbolTableLookup(symbols, ir_string(name))));
  mlirSymbolTableDestroy(symbols);
}

static void write_piece(MlirStringRef piece, void *writer) {
  text_write(writer, "%.*s", (int)piece.length, piece.data);
}

void simt_write_type(TextWriter *writer, MlirType type) {
  mlirTypePrint(type, write_piece, writer);
}

void simt_write_module(TextWriter *writer, const char *name, const Device *device,
                       const MlirValue *arguments, int count) {
  text_write(
      writer,
      "gpu.module @%s [#nvvm.target<O = 3, chip = \"%s\", features = \"%s\">] { gpu.func @kernel(",
      name, device->name, device->features);
  for (int a = 0; a < count; a++) {
    text_write(writer, "%s%%argument%d: ", a > 0 ? ", " : "", a);
    simt_write_type(writer, mlirValueGetType(arguments[a]));
  }
  text_write(writer, ")");
}

MlirAttribute simt_constant_of(MlirValue value) {
  if (!mlirValueIsAOpResult(value) || !ir_op_is(mlirOpResultGetOwner(value), "arith.constant"))
    return mlirAttributeGetNull();
  return mlirOperationGetInherentAttributeByName(mlirOpResultGetOwner(value), ir_string("value"));
}

MlirOperation simt_launch(IrBuilder *host, const char *module_name, MlirValue blocks,
                          int64_t threads, int64_t shared_bytes, int count,
                          const MlirValue *arguments, const char *schedule) {
  MlirValue one = ir_index(host, 1);
  MlirValue operands[LAUNCH_SIZES + 1 + MAX_LAUNCH] = {blocks, one, one, ir_index(host, threads),
                                                       one,    one};
  int sizes = LAUNCH_SIZES;
  if (shared_bytes > 0) {
    MlirType i32 = mlirIntegerTypeGet(host->context, 32);
    operands[sizes++] = ir_constant(host, i32, mlirIntegerAttrGet(i32, shared_bytes));
  }
  memcpy(operands + sizes, arguments, (size_t)count * sizeof *operands);
  int32_t segments[] = {0, 1, 1, 1, 1, 1, 1, 0, 0, 0, shared_bytes > 0, count, 0};
  MlirAttribute kernel = mlirFlatSymbolRefAttrGet(host->context, ir_string("kernel"));
  MlirNamedAttribute attributes[] = {
      ir_attribute(host, "kernel",
                   mlirSymbolRefAttrGet(host->context, ir_string(module_name), 1, &kernel)),
      ir_attribute(host, "operandSegmentSizes", mlirDenseI32ArrayGet(host->context, 13, segments)),
      ir_attribute(host, SCHEDULE_ATTRIBUTE,
                   mlirStringAttrGet(host->context, ir_string(schedule)))};
  return ir_op(host, "gpu.launch_func", 0, NULL, sizes + count, operands, 3, attributes);
}

MlirValue simt_tensor_of(IrBuilder *host, MlirValue buffer, MlirType type) {
  MlirAttribute unit = mlirUnitAttrGet(host->context);
  MlirNamedAttribute attributes[] = {ir_attribute(host, "restrict", unit),
                                     ir_attribute(host, "writable", unit)};
  return ir_value(host, "bufferization.to_tensor", type, 1, &buffer, 2, attributes);
}

void simt_replace(IrBuilder *host, Group *group, int output, MlirValue buffer) {
  if (!group->on_tensors)
    return;
  MlirValue old = group->output_result[output];
  mlirValueReplaceAllUsesOfWith(old, simt_tensor_of(host, buffer, mlirValueGetType(old)));
}
