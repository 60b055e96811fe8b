// See device_steps.h.
#include "transforms/lowering/device_steps.h"

#include "transforms/lowering/lowering.h"

// clang-format off
const char *device_buffers_text(void) {
  return "builtin.module("
         "convert-elementwise-to-linalg,"
         "autotune-legalize-slices,"
         "canonicalize,cse,"
         "autotune-check-input,"
         "inline,"
         "autotune-protect-caller,"
         LOWERING_BUFFERIZE ","
         "canonicalize,cse,"
         "autotune-results-to-arguments,"
         "convert-bufferization-to-memref,"
         "autotune-place-buffers,"
         "canonicalize,cse)";
}

// Kernels take one pointer an operand.
#define KERNELS_TO(format)                                                                         \
  "builtin.module(gpu.module(convert-scf-to-cf,"                                                   \
  "convert-gpu-to-nvvm{use-bare-ptr-memref-call-conv=1 index-bitwidth=32},"                        \
  "convert-nvvm-to-llvm,canonicalize,cse,reconcile-unrealized-casts),"                                        \
  "autotune-tensor-maps,gpu-module-to-binary{format=" format "})"
// clang-format on

const char *device_ptx_text(void) { return KERNELS_TO("isa"); }

const char *device_binary_text(void) { return KERNELS_TO("bin"); }
