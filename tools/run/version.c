// A version whose constant arguments are packed has operands of its own.
#include "tools/run/version.h"

#include "tools/ops/payload.h"

Status version_compile(MlirModule module, bool tuned, const char *cpu, const Signature *signature,
                       Operands *operands, OperandPlacement placement, Version *version) {
  Status status = STATUS_OK;
  PackedOperands *packed = &version->packed;
  version->name = tuned ? "tuned" : "untouched";
  version->is_packed = tuned && packed_operands_are_needed(module, signature->name);
  if (!version->is_packed)
    return payload_compile(payload_clone(module), tuned, cpu, signature, operands,
                           &version->executable);
  TRY(packed_operands_create(module, signature, operands, placement, packed));
  TRY(payload_compile(payload_clone(module), tuned, cpu, &packed->signature, &packed->operands,
                      &version->executable));
  TRY(packed_operands_bind(packed, version->executable.jit));
cleanup:
  return status;
}

void version_destroy(Version *version) {
  outputs_destroy(&version->outputs);
  packed_operands_destroy(&version->packed);
  executable_destroy(&version->executable);
}

Status version_resize(MlirModule module, bool tuned, const char *cpu, const Signature *signature,
                      Operands *operands, OperandPlacement placement, Version *version) {
  if (version->is_packed || !version->executable.jit) {
    version_destroy(version);
    *version = (Version){0};
    return version_compile(module, tuned, cpu, signature, operands, placement, version);
  }
  outputs_destroy(&version->outputs);
  return executable_bind(&version->executable, signature, operands);
}

Status version_update(Version *version) {
  return version->is_packed ? packed_operands_update(&version->packed) : STATUS_OK;
}

Status version_run(Version *version, Outputs *out_outputs) {
  Status status = version_update(version);
  return status != STATUS_OK ? status : executable_run(&version->executable, out_outputs);
}
