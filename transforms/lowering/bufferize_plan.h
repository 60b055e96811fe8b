// BufferPlan: which buffer every tensor value of a loop nest lives in, decided (bufferize_plan.c)
// before anything is rewritten (bufferize_rewrite.c).
//
// Invariant of the plan: at every point each buffer has one current value, and only that value is
// read or written. It makes writing in place right, whatever the values mean.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_BUFFERIZE_PLAN_H
#define AUTOTUNE_TRANSFORMS_LOWERING_BUFFERIZE_PLAN_H

#include "mlir-c/IR.h"
#include <stdbool.h>
#include <stddef.h>

typedef enum BufferKind {
  BUFFER_INPUT, // a tensor from outside, only read
  BUFFER_DEST,  // a tensor from outside that the outermost loop carries
  BUFFER_FRESH, // contents undefined at first: a use of tensor.empty as destination
} BufferKind;

typedef struct Buffer {
  BufferKind kind;
  MlirValue tensor;     // INPUT, DEST: the value from outside
  MlirType type;        // of the tensor
  MlirOperation pieces; // FRESH: the scf.forall each of whose iterations has its own; null: none
  const void *current;  // the value that holds the newest contents
  MlirValue memref;     // set by the rewrite
} Buffer;

typedef struct BufferBinding {
  const void *value; // null: free slot
  int buffer;
} BufferBinding;

typedef struct BufferPlan {
  Buffer *buffers; // owned
  int count, capacity;
  BufferBinding *bindings; // owned; open addressing, capacity a power of two
  size_t bound, slots;
  MlirOperation nest;   // the outermost loop
  bool is_inner;        // it lies in a loop that stays as it is
  MlirOperation pieces; // the innermost scf.forall around the op that is planned; null: none
} BufferPlan;

// Plans `plan->nest`. False when something cannot be proved; then nothing may be rewritten.
bool bufferize_plan_nest(BufferPlan *plan);
// The buffer that holds `value`, or -1.
int bufferize_plan_find(const BufferPlan *plan, MlirValue value);
// Rewrites the nest as planned. Cannot fail.
void bufferize_rewrite_nest(BufferPlan *plan);
void bufferize_plan_destroy(BufferPlan *plan);

// Chains of writes outside of all loops become nests of one turn.
void bufferize_wrap_chains(MlirOperation root);

// Of an scf.forall: the number of its induction variables; its terminator.
intptr_t bufferize_forall_rank(MlirOperation forall);
MlirBlock bufferize_forall_inserts(MlirOperation forall);

bool bufferize_is_tensor(MlirValue value);
// Whether the op reads elements of its first operand.
bool bufferize_reads_elements(MlirOperation op);
// The operand of whose elements the op writes some, a tensor or memref; -1: none.
int bufferize_written_operand(MlirOperation op);
// The tensor that a chain of views looks at.
MlirValue bufferize_viewed(MlirValue value);
// Whether the contents of `value` are undefined: tensor.empty, possibly seen through a view.
bool bufferize_is_undefined(MlirValue value);

#endif
