// LLVM's just-in-time linker, errors as Status, and the symbols that compiled code may call beside
// the C library's.
#include "runtime/jit.h"

#include "base/file/output_file.h"
#include "mlir-c/IR.h"
#include "runtime/arena.h"
#include "runtime/openmp_library.h"
#include "runtime/stopwatch.h"
#include "llvm-c/Core.h"
#include "llvm-c/LLJIT.h"
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Jit {
  LLVMOrcLLJITRef linker;
  LLVMMemoryBufferRef object; // the machine code, also given to the linker
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

// One row per symbol: name in compiled code, our function.
static const struct {
  const char *name;
  void *address;
} symbols[] = {
    {"malloc", (void *)arena_malloc},
    {"calloc", (void *)arena_calloc},
    {"aligned_alloc", (void *)arena_aligned_alloc},
    {"free", (void *)arena_free},
    {"memrefCopy", (void *)copy_memref},
    {STOPWATCH_SYMBOL, (void *)stopwatch_note},
};

// --- threads

// Loads an OpenMP runtime for code that asks for one, for as long as the process lives.
static Status load_openmp(MlirModule module) {
  MlirStringRef asks = mlirStringRefCreateFromCString("omp_get_max_threads");
  MlirSymbolTable table = mlirSymbolTableCreate(mlirModuleGetOperation(module));
  bool is_needed = !mlirOperationIsNull(mlirSymbolTableLookup(table, asks));
  mlirSymbolTableDestroy(table);
  const char *const names[] = {"libomp.so.5", "libomp.so", openmp_library_path()};
  for (size_t i = 0; is_needed && i < sizeof names / sizeof *names; i++)
    is_needed = !names[i] || !dlopen(names[i], RTLD_NOW | RTLD_GLOBAL);
  return is_needed ? status_fail(STATUS_LOWERING,
                                 "code for several threads needs LLVM's OpenMP runtime, libomp.so: "
                                 "install it (Debian: libomp-22-dev), or use one thread")
                   : STATUS_OK;
}

// --- from the LLVM dialect to machine code

// In a program that the thread sanitizer watches it watches what is compiled, too. Older gcc says
// so by a macro alone.
#if defined(__SANITIZE_THREAD__)
enum { IS_WATCHED = true };
#elif defined(__has_feature)
enum { IS_WATCHED = __has_feature(thread_sanitizer) };
#else
enum { IS_WATCHED = false };
#endif

static Status generate_code(MlirModule lowered, CodeEffort effort, const char *cpu,
                            LLVMMemoryBufferRef *out_object) {
  Status status = STATUS_OK;
  CodeContext context;
  CodeOptions options = {.effort = effort,
                         .cpu = cpu,
                         .ignores_target = true,
                         .is_far = true,
                         .is_watched = IS_WATCHED};
  LLVMModuleRef module = NULL;
  machine_code_context_create(&context);
  TRY(machine_code_translate(lowered, &context, &module));
  TRY(machine_code_generate(module, &context, &options, out_object));
cleanup:
  if (module)
    LLVMDisposeModule(module);
  machine_code_context_destroy(&context);
  return status;
}

// --- linking

static Status define_symbols(LLVMOrcLLJITRef linker) {
  enum { COUNT = sizeof symbols / sizeof *symbols };
  LLVMOrcCSymbolMapPair pairs[COUNT];
  for (int i = 0; i < COUNT; i++)
    pairs[i] = (LLVMOrcCSymbolMapPair){
        LLVMOrcLLJITMangleAndIntern(linker, symbols[i].name),
        {(LLVMOrcExecutorAddress)(uintptr_t)symbols[i].address,
         {LLVMJITSymbolGenericFlagsExported | LLVMJITSymbolGenericFlagsCallable, 0}}};
  LLVMOrcJITDylibRef library = LLVMOrcLLJITGetMainJITDylib(linker);
  LLVMErrorRef error = LLVMOrcJITDylibDefine(library, LLVMOrcAbsoluteSymbols(pairs, COUNT));
  if (error)
    return machine_code_fail("LLVM's linker", error);
  LLVMOrcDefinitionGeneratorRef process;
  error = LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(
      &process, LLVMOrcLLJITGetGlobalPrefix(linker), NULL, NULL);
  if (error)
    return machine_code_fail("LLVM's linker", error);
  LLVMOrcJITDylibAddGenerator(library, process);
  return STATUS_OK;
}

static Status add_object(Jit *jit) {
  LLVMMemoryBufferRef copy = LLVMCreateMemoryBufferWithMemoryRangeCopy(
      LLVMGetBufferStart(jit->object), LLVMGetBufferSize(jit->object), "autotune");
  LLVMErrorRef error =
      LLVMOrcLLJITAddObjectFile(jit->linker, LLVMOrcLLJITGetMainJITDylib(jit->linker), copy);
  return error ? machine_code_fail("LLVM's linker", error) : STATUS_OK;
}

Status jit_create(MlirModule module, CodeEffort effort, const char *cpu, Jit **out_jit) {
  Status status = STATUS_OK;
  Jit *jit = calloc(1, sizeof *jit);
  if (!jit)
    return status_fail(STATUS_SYSTEM, "no memory to compile");
  TRY(load_openmp(module));
  TRY(generate_code(module, effort, cpu, &jit->object));
  LLVMErrorRef error = LLVMOrcCreateLLJIT(&jit->linker, NULL);
  if (error)
    TRY(machine_code_fail("LLVM's linker", error));
  TRY(define_symbols(jit->linker));
  TRY(add_object(jit));
  *out_jit = jit;
  return STATUS_OK;
cleanup:
  jit_destroy(jit);
  return status;
}

void jit_destroy(Jit *jit) {
  if (!jit)
    return;
  if (jit->linker)
    LLVMConsumeError(LLVMOrcDisposeLLJIT(jit->linker));
  if (jit->object)
    LLVMDisposeMemoryBuffer(jit->object);
  free(jit);
}

Status jit_find(Jit *jit, const char *function, void **out_entry) {
  char name[512];
  LLVMOrcExecutorAddress address = 0;
  snprintf(name, sizeof name, "_mlir_ciface_%s", function);
  LLVMErrorRef error = LLVMOrcLLJITLookup(jit->linker, &address, name);
  if (error) {
    LLVMConsumeError(error);
    return status_fail(STATUS_LOWERING,
                       "@%s has no C interface in the compiled code, or calls an unknown function",
                       function);
  }
  *out_entry = (void *)(uintptr_t)address;
  return STATUS_OK;
}

static bool write_object(FILE *file, const void *user) {
  const Jit *jit = user;
  size_t size = LLVMGetBufferSize(jit->object);
  return fwrite(LLVMGetBufferStart(jit->object), 1, size, file) == size;
}

Status jit_write_object(const Jit *jit, const char *path) {
  return output_file_write(path, write_object, jit);
}
