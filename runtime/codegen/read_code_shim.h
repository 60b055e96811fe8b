// Reading machine code back: LLVM's disassembler and its descriptions of instructions say what the
// code generator has made of a kernel. They are C++ alone; LLVM's C API disassembles to text.
#ifndef AUTOTUNE_RUNTIME_CODEGEN_READ_CODE_SHIM_H
#define AUTOTUNE_RUNTIME_CODEGEN_READ_CODE_SHIM_H

#include "plan/code/code_reading.h"
#include "llvm-c/Types.h"

#ifdef __cplusplus
extern "C" {
#endif

// Reads an object file that was made for `triple`, `cpu` and `features` ("+dotprod,+fp16"), whose
// code generator and disassembler are known to LLVM. The busiest loop is the one with the most
// updates of sums, of equal ones the one with the most arithmetic, then instructions, then the
// first: a kernel that is a reduction goes before the functions that its results are put through.
// Null, or why it cannot be read: a static text.
//
// A loop is what lies between a branch back and its target, innermost where no other lies in it.
// The stack is what is addressed by the stack pointer: code that keeps a frame pointer and spills
// relative to that has spills that are not seen.
const char *read_code(LLVMMemoryBufferRef object, const char *triple, const char *cpu,
                      const char *features, CodeReading *out_reading);

#ifdef __cplusplus
}
#endif

#endif
