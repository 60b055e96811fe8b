// MachineReader: from the text of a module to what its machine code does, without running it.
#ifndef AUTOTUNE_RUNTIME_CODEGEN_MACHINE_READER_H
#define AUTOTUNE_RUNTIME_CODEGEN_MACHINE_READER_H

#include "runtime/codegen/machine_code.h"

// Lowers the module by `pipeline`, generates code for `target`, which its functions may name
// (transforms/function_target.h), and reads it. In an MLIR context of its own, so that several
// threads may read at once. The same text gives the same reading. STATUS_USAGE where the text
// cannot be parsed, STATUS_LOWERING where there is no code for it.
Status machine_reader_read(const char *module, const char *pipeline, const Target *target,
                           CodeReading *out_reading);

#endif
