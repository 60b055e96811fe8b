// MachineCode: from the LLVM dialect to LLVM IR, and from there to code, by LLVM's own optimiser
// and code generator. Every step of this project that compiles goes through here.
//
// Several threads may generate code at once, each with an LLVM context of its own.
#ifndef AUTOTUNE_RUNTIME_CODEGEN_MACHINE_CODE_H
#define AUTOTUNE_RUNTIME_CODEGEN_MACHINE_CODE_H

#include "base/status.h"
#include "machine/architecture.h"
#include "machine/target.h"
#include "mlir-c/IR.h"
#include "plan/code/code_reading.h"
#include "llvm-c/Error.h"
#include "llvm-c/Types.h"
#include <stdbool.h>

// What LLVM does with the code.
typedef enum CodeEffort {
  CODE_FULL,      // -O3
  CODE_SCHEDULED, // -O3 without unrolling and vectorising loops, which scheduled code has been
                  // through: compiles 1.3 to 1.8 times as fast, and runs as fast
                  // (docs/reference/measuring.md)
  CODE_QUICK,     // -O1, for tests of many small functions
  CODE_KERNEL,    // the passes that leave something to do in code that has been scheduled, alone
  CODE_EFFORT_COUNT
} CodeEffort;

typedef enum CodeForm {
  CODE_OBJECT,
  CODE_ASSEMBLY,
  CODE_IR, // LLVM IR as text, optimised
} CodeForm;

typedef struct CodeOptions {
  CodeEffort effort;
  CodeForm form;
  const Architecture *architecture; // NULL: that of the processor that runs this
  const char *cpu;                  // as -mcpu names it; NULL: the processor that runs this
  bool ignores_target; // what functions name themselves has no effect, all are for `cpu`
  bool is_far;         // what the code calls may lie anywhere, as the just-in-time linker puts it
  bool is_watched;     // by the thread sanitizer, whose runtime the program has to have
} CodeOptions;

// LLVM's context with errors that are kept and not printed. The caller owns it:
// machine_code_context_destroy, after all modules in it.
typedef struct CodeContext {
  LLVMContextRef llvm;
  char error[400]; // the first; "" = none
} CodeContext;
void machine_code_context_create(CodeContext *out_context); // stays where it is
void machine_code_context_destroy(CodeContext *context);

// Translates a module of the LLVM dialect. The caller owns the result. STATUS_LOWERING.
Status machine_code_translate(MlirModule lowered, CodeContext *context, LLVMModuleRef *out_module);

// Optimises `module`, which is changed, and generates code. The caller owns the buffer.
// STATUS_LOWERING with LLVM's reason, STATUS_USAGE for a processor that LLVM does not know.
Status machine_code_generate(LLVMModuleRef module, CodeContext *context, const CodeOptions *options,
                             LLVMMemoryBufferRef *out_code);

// Reads object code back that was generated for `target`: what its busiest innermost loop does
// (read_code_shim.h). STATUS_LOWERING where LLVM cannot read it.
Status machine_code_read(LLVMMemoryBufferRef code, const Target *target, CodeReading *out_reading);

// Writes the object file of a module that holds nothing but data, for this system and that
// architecture, to `path`; what is zero is in no memory meanwhile. STATUS_SYSTEM when writing
// fails.
Status machine_code_write_data(LLVMModuleRef module, const Architecture *architecture,
                               const char *path);

// Takes an error of LLVM. Its text, after `what`, becomes that of the status.
Status machine_code_fail(const char *what, LLVMErrorRef error);

#endif
