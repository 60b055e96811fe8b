// WorkerCode: the code of a task or of a candidate, compiled and bound to operands.
//
// A candidate may have a function that packs what is constant (plan/workload.h). Then it is called
// when the operands change, before any clock starts, and the other one takes what it packed.
#ifndef AUTOTUNE_RUNTIME_WORKER_WORKER_CODE_H
#define AUTOTUNE_RUNTIME_WORKER_WORKER_CODE_H

#include "runtime/packed_operands.h"

typedef struct WorkerCode {
  Executable executable;
  bool is_packed;        // `packed` is there
  PackedOperands packed; // what the executable is bound to
} WorkerCode;

// What it is made of. Lent.
typedef struct WorkerSource {
  const char *pipeline; // lowers the module; "" when it is lowered already
  CodeEffort effort;
  const char *cpu; // as in jit_create
} WorkerSource;

// The module is lowered in place. `signature` is that of the task, before anything is packed; it
// and `operands`, placed so, must outlive the code, which stays where it is. On failure nothing is
// left to destroy.
Status worker_code_create(MlirModule module, const WorkerSource *source, const Signature *signature,
                          const Operands *operands, OperandPlacement placement, WorkerCode *code);
void worker_code_destroy(WorkerCode *code); // of zeros: does nothing
// Binds other operands of the same signature.
Status worker_code_bind(WorkerCode *code, const Signature *signature, const Operands *operands,
                        OperandPlacement placement);
// What the code takes: `operands`, which it is bound to, or what was packed of them. Lent.
const Operands *worker_code_operands(const WorkerCode *code, const Operands *operands);
// Packs what the operands hold now.
Status worker_code_update(WorkerCode *code);

#endif
