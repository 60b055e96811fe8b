// Lowering: the pipelines from what `--autotune` leaves (or from untouched linalg) to the LLVM
// dialect. Invariant: the steps are read only through `joined`, so every user of a pipeline gets
// the same text.
#include "transforms/lowering/lowering.h"

#include "transforms/first_error.h"
#include "transforms/lowering/lowering_shim.h"

#include <stdio.h>
#include <string.h>

enum { TEXT_BYTES = 4096 };

// From memrefs, scf, vector and math to the LLVM dialect.
// clang-format off
#define TO_LLVM                                                                                    \
  "autotune-check-input",                                                                          \
  "autotune-lower-copies", /* no runtime library for strided copies */                             \
  "autotune-legalize-reshapes",                                                                    \
  "autotune-legalize-frees",                                                                       \
  "autotune-legalize-empty",                                                                       \
  "autotune-small-floats",                                                                         \
  "func.func(convert-vector-to-scf{full-unroll=true})",                                            \
  "canonicalize", "cse",                                                                           \
  "fold-memref-alias-ops", /* address arithmetic instead of views of views */                      \
  "expand-strided-metadata",                                                                       \
  "lower-affine",                                                                                  \
  "autotune-legalize-booleans",                                                                    \
  "autotune-openmp",                                                                               \
  "func.func(convert-scf-to-cf)",                                                                  \
  /* math.ipowi, and what powi of LLVM does not stand for */                                       \
  "convert-math-to-funcs{min-width-of-fpowi-exponent=33}",                                         \
  "func.func(convert-math-to-llvm{approximate-log1p=false})",                                      \
  "convert-math-to-libm", /* what LLVM has no intrinsic for: erf, tanh ... */                      \
  "convert-vector-to-llvm{reassociate-fp-reductions=true}",                                        \
  "convert-to-llvm", /* everything else at once */                                                 \
  "reconcile-unrealized-casts",                                                                    \
  "autotune-bf16-bits",                                                                            \
  "autotune-check-output"

static const char *const tuned_steps[] = {
    "autotune-drop-script",
    "convert-elementwise-to-linalg", // arith and math on tensors
    "autotune-decompose",
    "autotune-legalize-slices",
    "canonicalize{region-simplify=disabled}", // of every layer; loops have no blocks to simplify
    "cse",
    "autotune-check-input", // strides of what is too large overflow
    "autotune-protect-caller",
    "autotune-bufferize-loops",
    "autotune-prefetch", // while it is seen what is constant
    "autotune-join-in-place",
    "autotune-share-nests", // what follows sees equal ones once
    LOWERING_BUFFERIZE,
    "canonicalize", "cse",
    "autotune-stream-rows", // while a row has a buffer of its own
    "autotune-pieces", // loops that threads share
    "func.func(scf-forall-to-for)",
    "autotune-prefetch-rows",
    "autotune-hoist-buffers", // no allocation inside a loop
    "autotune-results-to-arguments", // of functions that C calls with plain pointers
    "autotune-deallocate",
    "convert-bufferization-to-memref",
    "autotune-place-buffers",
    "func.func(convert-linalg-to-loops)",
    "autotune-rolled-loops",
    "autotune-share-kernels",
    "autotune-math",
    TO_LLVM,
};

static const char *const reference_steps[] = {
    "autotune-drop-script",
    "convert-elementwise-to-linalg", // arith and math on tensors
    "autotune-decompose",
    "autotune-legalize-slices",
    "canonicalize", "cse",
    "autotune-check-input",
    "autotune-protect-caller",
    LOWERING_BUFFERIZE,
    "canonicalize", "cse",
    "autotune-deallocate",
    "convert-bufferization-to-memref",
    "func.func(scf-forall-to-for,convert-linalg-to-loops)",
    TO_LLVM,
};
// clang-format on

static const char *joined(char text[TEXT_BYTES], const char *const *steps, int count) {
  int used = snprintf(text, TEXT_BYTES, "builtin.module(");
  for (int i = 0; i < count; ++i)
    used += snprintf(text + used, TEXT_BYTES - used, "%s%s", steps[i], i + 1 < count ? "," : ")");
  return text;
}

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

const char *lowering_pipeline_text(void) {
  static _Thread_local char text[TEXT_BYTES];
  return joined(text, tuned_steps, COUNT(tuned_steps));
}

const char *lowering_reference_text(void) {
  static _Thread_local char text[TEXT_BYTES];
  return joined(text, reference_steps, COUNT(reference_steps));
}

// Of lower_to_loops: after it there are no loops any more.
#define LAST_LOOP_STEP "lower-affine"

static bool is_shared_step(const char *step) {
  return !strncmp(step, "autotune-share-", strlen("autotune-share-"));
}

Status lowering_append(MlirOpPassManager manager, bool tuned, bool is_unshared) {
  IrText error = {.used = 0};
  const char *const *steps = tuned ? tuned_steps : reference_steps;
  int count = tuned ? COUNT(tuned_steps) : COUNT(reference_steps);
  for (int i = 0; i < count; ++i) {
    MlirStringRef step = mlirStringRefCreateFromCString(steps[i]);
    if (is_unshared && is_shared_step(steps[i]))
      continue;
    if (mlirLogicalResultIsFailure(
            mlirOpPassManagerAddPipeline(manager, step, ir_text_add, &error)))
      return status_fail(STATUS_LOWERING, "step %s: %s", steps[i], error.bytes);
  }
  return STATUS_OK;
}

void lowering_register(void) { lowering_shim_register_passes(); }

// The steps of autotune-to-llvm as long as there are loops.
static Status append_loop_steps(MlirOpPassManager manager) {
  IrText error = {.used = 0};
  bool has_loops = true;
  for (int i = 0; has_loops && i < COUNT(tuned_steps); ++i) {
    has_loops = strcmp(tuned_steps[i], LAST_LOOP_STEP) != 0;
    if (is_shared_step(tuned_steps[i]))
      continue;
    if (mlirLogicalResultIsFailure(
            mlirOpPassManagerAddPipeline(manager, ir_string(tuned_steps[i]), ir_text_add, &error)))
      return status_fail(STATUS_LOWERING, "step %s: %s", tuned_steps[i], error.bytes);
  }
  return STATUS_OK;
}

typedef enum Goal { REFERENCE_LLVM, TUNED_LLVM, TUNED_LOOPS } Goal;

static Status append_steps(MlirOpPassManager manager, Goal goal) {
  return goal == TUNED_LOOPS ? append_loop_steps(manager)
                             : lowering_append(manager, goal == TUNED_LLVM, false);
}

static Status lower(MlirModule module, Goal goal) {
  Status status = STATUS_OK;
  MlirContext context = mlirModuleGetContext(module);
  MlirPassManager manager = mlirPassManagerCreate(context); // owned
  FirstError error;
  first_error_listen(&error, context);
  lowering_register();
  mlirPassManagerEnableVerifier(manager, false); // autotune-check-input and -output do it
  TRY(append_steps(mlirPassManagerGetAsOpPassManager(manager), goal));
  // Bufferization comes before the first of these checks, and it trusts what it is given.
  if (!mlirOperationVerify(mlirModuleGetOperation(module))) {
    status = status_fail(STATUS_LOWERING, "the module is not valid: %s",
                         error.text.used ? error.text.bytes : "no reason was given");
    goto cleanup;
  }
  if (mlirLogicalResultIsFailure(mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module))))
    status =
        status_fail(STATUS_LOWERING, "lowering to %s: %s", goal == TUNED_LOOPS ? "loops" : "LLVM",
                    error.text.used ? error.text.bytes : "a pass failed without a reason");
cleanup:
  first_error_stop(&error);
  mlirPassManagerDestroy(manager);
  return status;
}

Status lower_to_llvm(MlirModule module, bool tuned) {
  return lower(module, tuned ? TUNED_LLVM : REFERENCE_LLVM);
}

Status lower_to_loops(MlirModule module) { return lower(module, TUNED_LOOPS); }
