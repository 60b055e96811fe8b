// See device_images.h.
#include "tools/compile/device/device_images.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Dialect/GPU.h"
#include "runtime/codegen/compile.h"
#include "tools/process/program.h"
#include "transforms/ir.h"
#include "transforms/lowering/device_steps.h"

#include <stdlib.h>
#include <string.h>

static bool has_assembler(void) {
  char *arguments[] = {"ptxas", "--version", NULL};
  ProgramOutput output;
  if (program_run(&(ProgramRun){.arguments = arguments}, &output) != 0)
    return false;
  bool has = output.code == 0;
  program_output_destroy(&output);
  return has;
}

static MlirOperation find_binary(MlirModule module, const char *name) {
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  while (!mlirOperationIsNull(op) &&
         (!ir_op_is(op, "gpu.binary") || !mlirStringRefEqual(ir_symbol(op), ir_string(name))))
    op = mlirOperationGetNextInBlock(op);
  return op;
}

static Status copy_image(MlirModule module, const DeviceKernel *kernel, DeviceImage *out_image) {
  MlirOperation binary = find_binary(module, kernel->module);
  if (mlirOperationIsNull(binary))
    return status_fail(STATUS_LOWERING, "@%.200s became no binary", kernel->module);
  MlirAttribute objects = mlirOperationGetAttributeByName(binary, ir_string("objects"));
  if (mlirAttributeIsNull(objects) || !mlirAttributeIsAArray(objects) ||
      mlirArrayAttrGetNumElements(objects) != 1)
    return status_fail(STATUS_LOWERING, "@%.200s became no binary of one object", kernel->module);
  MlirStringRef bytes = mlirGPUObjectAttrGetObject(mlirArrayAttrGetElement(objects, 0));
  *out_image = (DeviceImage){ir_zeroed(bytes.length + 1, 1), bytes.length};
  memcpy(out_image->bytes, bytes.data, bytes.length);
  return STATUS_OK;
}

Status device_images_make(MlirModule module, const DeviceProgram *program,
                          DeviceImages *out_images) {
  Status status = STATUS_OK;
  DeviceImages images = {.count = program->kernel_count, .is_machine_code = has_assembler()};
  images.items = ir_zeroed((size_t)images.count + 1, sizeof *images.items);
  TRY(compile_run_pipeline(module,
                           images.is_machine_code ? device_binary_text() : device_ptx_text()));
  for (int i = 0; i < images.count; i++) {
    TRY(copy_image(module, &program->kernels[i], &images.items[i]));
    images.bytes += (int64_t)images.items[i].size;
  }
  *out_images = images;
  return STATUS_OK;
cleanup:
  device_images_destroy(&images);
  return status;
}

void device_images_destroy(DeviceImages *images) {
  for (int i = 0; images->items && i < images->count; i++)
    free(images->items[i].bytes);
  free(images->items);
  *images = (DeviceImages){0};
}
