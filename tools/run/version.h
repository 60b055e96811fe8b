// Version: a function of a module, untouched or tuned, compiled and bound to operands.
#ifndef AUTOTUNE_TOOLS_RUN_VERSION_H
#define AUTOTUNE_TOOLS_RUN_VERSION_H

#include "runtime/packed_operands.h"
#include "runtime/timing.h"

typedef struct Version {
  const char *name; // "tuned", "untouched"
  Executable executable;
  bool is_packed; // its constant arguments are packed once
  PackedOperands packed;
  Outputs outputs; // what it left the first time
  Timing timing;
} Version;

// Compiles the function of `signature`, read before the module was tuned, which is not changed, for
// the processor `cpu`, as in jit_create.
// `operands` were made with `placement`; they and the signature must outlive the version. Whatever
// the outcome, version_destroy is due.
Status version_compile(MlirModule module, bool tuned, const char *cpu, const Signature *signature,
                       Operands *operands, OperandPlacement placement, Version *version);
void version_destroy(Version *version); // of zeros: does nothing
// The same for another size of what is unknown, of which `signature` and `operands` are. What was
// compiled is called with it, but where constant arguments are packed: that is compiled anew, as is
// what failed. What the version left before is gone.
Status version_resize(MlirModule module, bool tuned, const char *cpu, const Signature *signature,
                      Operands *operands, OperandPlacement placement, Version *version);

// Packs what is packed, after the operands have changed.
Status version_update(Version *version);
// The same, and calls once. The caller owns the outputs.
Status version_run(Version *version, Outputs *out_outputs);

#endif
