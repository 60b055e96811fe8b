// MachineCode: from the LLVM dialect to LLVM IR, and from there to code, by LLVM's own optimiser
// and code generator.
//
// MLIR's own execution engine would do as well, but it optimises, and generates code, by settings
// that cannot be chosen through its C API.
#include "runtime/codegen/machine_code.h"

#include "machine/target.h"
#include "mlir-c/Target/LLVMIR.h"
#include "runtime/codegen/emulate.h"
#include "runtime/codegen/emulate_fma.h"
#include "runtime/codegen/read_code_shim.h"
#include "llvm-c/Core.h"
#include "llvm-c/Error.h"
#include "llvm-c/Target.h"
#include "llvm-c/TargetMachine.h"
#include "llvm-c/Transforms/PassBuilder.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Scheduled code comes in its final loops, on values in registers. What is left are addresses,
// which are folded and moved out of the loops, and the tails of conversions.
#define COMBINE "instcombine<no-verify-fixpoint>,"
#define KERNEL_PASSES_WITH(LOOPS)                                                                  \
  "function<eager-inv>(sroa,early-cse<memssa>,simplifycfg," COMBINE "loop-mssa(" LOOPS             \
  "licm),gvn,dse," COMBINE "simplifycfg)"
#define KERNEL_PASSES KERNEL_PASSES_WITH("")
// A loop whose test is not at its end keeps its body in a block of its own, where 16 vector
// registers overflow more often; with 32 the other form was no slower.
#define KERNEL_PASSES_FEW_REGISTERS KERNEL_PASSES_WITH("loop-rotate,")
enum { FEW_REGISTERS = 16 };

typedef struct Effort {
  const char *passes;
  bool vectorizes; // and unrolls
  LLVMCodeGenOptLevel level;
} Effort;

static const Effort efforts[CODE_EFFORT_COUNT] = {
    [CODE_FULL] = {"default<O3>", true, LLVMCodeGenLevelAggressive},
    [CODE_SCHEDULED] = {"default<O3>", false, LLVMCodeGenLevelAggressive},
    [CODE_QUICK] = {"default<O1>", false, LLVMCodeGenLevelLess},
    [CODE_KERNEL] = {KERNEL_PASSES, false, LLVMCodeGenLevelAggressive},
};

Status machine_code_fail(const char *what, LLVMErrorRef error) {
  char *text = LLVMGetErrorMessage(error);
  Status status = status_fail(STATUS_LOWERING, "%s: %s", what, text);
  LLVMDisposeErrorMessage(text);
  return status;
}

// --- the context

static void keep_error(LLVMDiagnosticInfoRef info, void *user) {
  CodeContext *context = user;
  if (LLVMGetDiagInfoSeverity(info) != LLVMDSError || context->error[0])
    return;
  char *text = LLVMGetDiagInfoDescription(info);
  snprintf(context->error, sizeof context->error, "%s", text);
  LLVMDisposeMessage(text);
}

void machine_code_context_create(CodeContext *out_context) {
  *out_context = (CodeContext){.llvm = LLVMContextCreate()};
  LLVMContextSetDiagnosticHandler(out_context->llvm, keep_error, out_context);
}

void machine_code_context_destroy(CodeContext *context) {
  if (context->llvm)
    LLVMContextDispose(context->llvm);
  *context = (CodeContext){0};
}

Status machine_code_translate(MlirModule lowered, CodeContext *context, LLVMModuleRef *out_module) {
  *out_module = mlirTranslateModuleToLLVMIR(mlirModuleGetOperation(lowered), context->llvm);
  return *out_module ? STATUS_OK
                     : status_fail(STATUS_LOWERING, "the module has no translation to LLVM IR");
}

// --- the machine

// That of this system, with the architecture that is asked for. The caller frees it.
static Status make_triple(const Architecture *architecture, char **out_triple) {
  char *system = LLVMGetDefaultTargetTriple();
  const char *rest = strchr(system, '-');
  int length = asprintf(out_triple, "%s%s", architecture->triple, rest ? rest : "");
  LLVMDisposeMessage(system);
  return length >= 0 ? STATUS_OK : status_fail(STATUS_SYSTEM, "no memory for a triple");
}

static void initialize(const Architecture *architecture) {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mutex); // more than once has no effect
  architecture->initialize_llvm();
  pthread_mutex_unlock(&mutex);
}

static const char *passes_of(const CodeOptions *options) {
  const Architecture *architecture = options->architecture;
  const Target *row = NULL;
  if (options->effort == CODE_KERNEL && architecture && options->cpu)
    row = architecture->row_of_cpu(options->cpu);
  return row && row->vector_registers <= FEW_REGISTERS ? KERNEL_PASSES_FEW_REGISTERS
                                                       : efforts[options->effort].passes;
}

static Status create_machine(const CodeOptions *options, LLVMTargetMachineRef *out_machine) {
  const Architecture *architecture =
      options->architecture ? options->architecture : architecture_host();
  LLVMTargetRef target;
  char *message = NULL, *triple = NULL;
  const char *cpu = options->cpu;
  if (!architecture)
    return status_fail(STATUS_LOWERING, "there is no code generator for the processor at hand");
  initialize(architecture);
  Status status = make_triple(architecture, &triple);
  if (status != STATUS_OK)
    return status;
  if (LLVMGetTargetFromTriple(triple, &target, &message)) {
    status = status_fail(STATUS_LOWERING, "no code generator for %s: %s", triple, message);
    LLVMDisposeMessage(message);
    free(triple);
    return status;
  }
  char *host = LLVMGetHostCPUName(), *features = LLVMGetHostCPUFeatures();
  *out_machine = LLVMCreateTargetMachine(
      target, triple, cpu ? cpu : host, cpu ? "" : features, efforts[options->effort].level,
      LLVMRelocPIC, options->is_far ? LLVMCodeModelJITDefault : LLVMCodeModelDefault);
  LLVMDisposeMessage(host);
  LLVMDisposeMessage(features);
  free(triple);
  return STATUS_OK;
}

// What functions name would go before what the machine was made for.
static void drop_targets(LLVMModuleRef module) {
  static const char *const names[] = {"target-cpu", "tune-cpu", "target-features"};
  for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
       function = LLVMGetNextFunction(function))
    for (int i = 0; i < 3; i++)
      LLVMRemoveStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, names[i],
                                       (unsigned)strlen(names[i]));
}

static void set_machine(LLVMModuleRef module, LLVMTargetMachineRef machine) {
  char *triple = LLVMGetTargetMachineTriple(machine);
  LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(machine);
  LLVMSetTarget(module, triple);
  LLVMSetModuleDataLayout(module, layout);
  LLVMDisposeTargetData(layout);
  LLVMDisposeMessage(triple);
}

// --- code

static Status optimize(LLVMModuleRef module, const CodeOptions *code,
                       LLVMTargetMachineRef machine) {
  const Effort *effort = &efforts[code->effort];
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMPassBuilderOptionsSetLoopVectorization(options, effort->vectorizes);
  LLVMPassBuilderOptionsSetSLPVectorization(options, effort->vectorizes);
  LLVMPassBuilderOptionsSetLoopInterleaving(options, effort->vectorizes);
  LLVMPassBuilderOptionsSetLoopUnrolling(options, effort->vectorizes);
  LLVMErrorRef error = LLVMRunPasses(module, passes_of(code), machine, options);
  LLVMDisposePassBuilderOptions(options);
  return error ? machine_code_fail("LLVM's optimiser", error) : STATUS_OK;
}

// The thread sanitizer sees accesses of up to 16 bytes and passes over longer ones, so vectors are
// taken apart.
#define WATCH_PASSES "function(scalarize-masked-mem-intrin,scalarizer<load-store>,tsan)"

// Accesses to memory tell the sanitizer.
static Status watch(LLVMModuleRef module, const CodeContext *context,
                    LLVMTargetMachineRef machine) {
  static const char name[] = "sanitize_thread";
  unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
  LLVMAttributeRef attribute = LLVMCreateEnumAttribute(context->llvm, kind, 0);
  for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
       function = LLVMGetNextFunction(function))
    LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute);
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef error = LLVMRunPasses(module, WATCH_PASSES, machine, options);
  LLVMDisposePassBuilderOptions(options);
  return error ? machine_code_fail("the thread sanitizer's passes", error) : STATUS_OK;
}

static Status write_ir(LLVMModuleRef module, LLVMMemoryBufferRef *out_code) {
  char *text = LLVMPrintModuleToString(module);
  *out_code = LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "autotune");
  LLVMDisposeMessage(text);
  return STATUS_OK;
}

static Status emit(LLVMModuleRef module, const CodeContext *context, CodeForm form,
                   LLVMTargetMachineRef machine, LLVMMemoryBufferRef *out_code) {
  char *message = NULL;
  if (form == CODE_IR)
    return write_ir(module, out_code);
  LLVMCodeGenFileType type = form == CODE_ASSEMBLY ? LLVMAssemblyFile : LLVMObjectFile;
  if (LLVMTargetMachineEmitToMemoryBuffer(machine, module, type, &message, out_code)) {
    Status status = status_fail(STATUS_LOWERING, "LLVM's code generator: %s", message);
    LLVMDisposeMessage(message);
    return status;
  }
  if (!context->error[0])
    return STATUS_OK;
  LLVMDisposeMemoryBuffer(*out_code);
  *out_code = NULL;
  return status_fail(STATUS_LOWERING, "LLVM's code generator: %s", context->error);
}

Status machine_code_write_data(LLVMModuleRef module, const Architecture *architecture,
                               const char *path) {
  CodeOptions options = {.effort = CODE_QUICK, .architecture = architecture, .cpu = ""};
  LLVMTargetMachineRef machine = NULL;
  char *message = NULL;
  Status status = create_machine(&options, &machine);
  if (status != STATUS_OK)
    return status;
  set_machine(module, machine);
  if (LLVMTargetMachineEmitToFile(machine, module, path, LLVMObjectFile, &message)) {
    status = status_fail(STATUS_SYSTEM, "LLVM's writer of objects: %s", message);
    LLVMDisposeMessage(message);
  }
  LLVMDisposeTargetMachine(machine);
  return status;
}

Status machine_code_read(LLVMMemoryBufferRef code, const Target *target, CodeReading *out_reading) {
  const char *features[TARGET_MAX_FEATURES];
  int count = target_llvm_features(target, features);
  char list[512] = "", *triple = NULL;
  for (size_t n = 0, used = 0; n < (size_t)count && used < sizeof list; n++)
    used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", n ? "," : "", features[n]);
  initialize(target->architecture);
  Status status = make_triple(target->architecture, &triple);
  if (status != STATUS_OK)
    return status;
  const char *reason = read_code(code, triple, target->llvm_cpu, list, out_reading);
  if (reason)
    status = status_fail(STATUS_LOWERING, "machine code cannot be read: %s", reason);
  free(triple);
  return status;
}

Status machine_code_generate(LLVMModuleRef module, CodeContext *context, const CodeOptions *options,
                             LLVMMemoryBufferRef *out_code) {
  Status status = STATUS_OK;
  LLVMTargetMachineRef machine = NULL;
  if (options->ignores_target) {
    drop_targets(module);
    emulate_dot_products(module, options->cpu);
    emulate_half_fma(module, options->cpu);
  }
  TRY(create_machine(options, &machine));
  set_machine(module, machine);
  TRY(optimize(module, options, machine));
  if (options->is_watched)
    TRY(watch(module, context, machine));
  TRY(emit(module, context, options->form, machine, out_code));
cleanup:
  if (machine)
    LLVMDisposeTargetMachine(machine);
  return status;
}
