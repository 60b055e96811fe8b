// MLIR's execution engine behind Status, and the symbols that compiled code
// may call beside the C library's.
#include "runtime/jit.h"

#include "mlir-c/ExecutionEngine.h"
#include "runtime/arena.h"
#include "runtime/half.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Jit {
  MlirExecutionEngine engine;
};

typedef struct UnrankedMemRef {
  int64_t rank;
  void *descriptor;
} UnrankedMemRef;

// Fields of a ranked descriptor: sizes follow the head, strides follow the sizes.
typedef struct DescriptorHead {
  char *allocated, *aligned;
  int64_t offset;
  int64_t sizes_and_strides[];
} DescriptorHead;

// What memref.copy between strided buffers becomes.
static void copy_memref(int64_t element_bytes, UnrankedMemRef *source, UnrankedMemRef *target) {
  int64_t rank = source->rank;
  DescriptorHead *from = source->descriptor, *to = target->descriptor;
  const int64_t *sizes = from->sizes_and_strides;
  char *read = from->aligned + from->offset * element_bytes;
  char *write = to->aligned + to->offset * element_bytes;
  int64_t index[64] = {0};
  for (int64_t d = 0; d < rank; d++)
    if (sizes[d] == 0)
      return;
  for (;;) {
    memcpy(write, read, (size_t)element_bytes);
    int64_t d = rank - 1;
    for (; d >= 0; d--) {
      int64_t read_step = from->sizes_and_strides[rank + d] * element_bytes;
      int64_t write_step = to->sizes_and_strides[rank + d] * element_bytes;
      read += read_step;
      write += write_step;
      if (++index[d] < sizes[d])
        break;
      read -= read_step * sizes[d];
      write -= write_step * sizes[d];
      index[d] = 0;
    }
    if (d < 0)
      return;
  }
}

#ifdef __x86_64__
// LLVM passes 16-bit floats in the lowest lane of a vector register, as the
// compiler passes _Float16; bf16 travels the same way with other bits.
static _Float16 pass_bits(uint16_t bits) {
  _Float16 value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static uint16_t take_bits(_Float16 value) {
  uint16_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static _Float16 round_f32_to_f16(float value) { return pass_bits(half_to_f16(value)); }
static _Float16 round_f32_to_bf16(float value) { return pass_bits(half_to_bf16(value)); }
static _Float16 round_f64_to_bf16(double value) { return pass_bits(half_to_bf16((float)value)); }
static float extend_f16(_Float16 value) { return half_from_f16(take_bits(value)); }
#endif

// One row per symbol: name in compiled code, our function.
static const struct {
  const char *name;
  void *address;
} symbols[] = {
    {"malloc", (void *)arena_malloc},
    {"aligned_alloc", (void *)arena_aligned_alloc},
    {"free", (void *)arena_free},
    {"memrefCopy", (void *)copy_memref},
#ifdef __x86_64__
    {"__truncsfhf2", (void *)round_f32_to_f16},
    {"__extendhfsf2", (void *)extend_f16},
    {"__truncsfbf2", (void *)round_f32_to_bf16},
    {"__truncdfbf2", (void *)round_f64_to_bf16},
#endif
};

Status jit_create(MlirModule module, Jit **out_jit) {
  MlirExecutionEngine engine = mlirExecutionEngineCreate(
      module, /*optLevel=*/3, /*numPaths=*/0, NULL, /*enableObjectDump=*/true, /*enablePIC=*/false);
  if (mlirExecutionEngineIsNull(engine))
    return status_fail(STATUS_LOWERING, "the module has no translation to LLVM IR");
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
    mlirExecutionEngineRegisterSymbol(engine, mlirStringRefCreateFromCString(symbols[i].name),
                                      symbols[i].address);
  Jit *jit = malloc(sizeof *jit);
  jit->engine = engine;
  *out_jit = jit;
  return STATUS_OK;
}

void jit_destroy(Jit *jit) {
  if (jit)
    mlirExecutionEngineDestroy(jit->engine);
  free(jit);
}

Status jit_find(Jit *jit, const char *function, void **out_entry) {
  char name[512];
  snprintf(name, sizeof name, "_mlir_ciface_%s", function);
  *out_entry = mlirExecutionEngineLookup(jit->engine, mlirStringRefCreateFromCString(name));
  if (!*out_entry)
    return status_fail(STATUS_LOWERING,
                       "@%s has no C interface in the compiled code, or calls an unknown function",
                       function);
  mlirExecutionEngineInitialize(jit->engine);
  return STATUS_OK;
}

void jit_write_object(Jit *jit, const char *path) {
  mlirExecutionEngineDumpToObjectFile(jit->engine, mlirStringRefCreateFromCString(path));
}
