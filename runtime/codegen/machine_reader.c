// MachineReader: parse, lower, translate, generate, read.
#include "runtime/codegen/machine_reader.h"

#include "runtime/codegen/compile.h"
#include "llvm-c/Core.h"

static Status read_lowered(MlirModule lowered, const Target *target, CodeReading *out_reading) {
  Status status = STATUS_OK;
  const CodeOptions options = {
      .effort = CODE_KERNEL, .architecture = target->architecture, .cpu = target->llvm_cpu};
  CodeContext context;
  LLVMModuleRef translated = NULL;
  LLVMMemoryBufferRef code = NULL;
  machine_code_context_create(&context);
  TRY(machine_code_translate(lowered, &context, &translated));
  TRY(machine_code_generate(translated, &context, &options, &code));
  TRY(machine_code_read(code, target, out_reading));
cleanup:
  if (code)
    LLVMDisposeMemoryBuffer(code);
  if (translated)
    LLVMDisposeModule(translated);
  machine_code_context_destroy(&context);
  return status;
}

Status machine_reader_read(const char *module, const char *pipeline, const Target *target,
                           CodeReading *out_reading) {
  Status status = STATUS_OK;
  MlirContext context = compile_context_create();
  MlirModule parsed = {NULL};
  TRY(compile_parse(context, module, &parsed));
  TRY(compile_run_pipeline(parsed, pipeline));
  TRY(read_lowered(parsed, target, out_reading));
cleanup:
  if (!mlirModuleIsNull(parsed))
    mlirModuleDestroy(parsed);
  mlirContextDestroy(context);
  return status;
}
