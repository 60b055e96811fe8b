// Devices: the rows, and how many blocks a multiprocessor holds.
#include "machine/device.h"

#include "machine/target.h"
#include "test/unit/base/check.h"

#include "llvm-c/Core.h"
#include "llvm-c/Target.h"
#include "llvm-c/TargetMachine.h"

#include <math.h>
#include <string.h>

static void test_rows(void) {
  int count = 0;
  for (const Device *device; (device = device_at(count)) != NULL; count++) {
    Target target;
    size_t length = strlen(device->name);
    CHECK(device_find(device->name, length) == device);
    CHECK(device_find(device->name, length - 2) == NULL);
    CHECK(!target_find(device->name, length, &target)); // a processor is no device
    CHECK(device->block_shared_bytes <= device->shared_bytes);
    CHECK(device->block_shared_bytes >= DEVICE_STATIC_SHARED_BYTES);
    CHECK(device->warps * DEVICE_WARP_LANES >= DEVICE_BLOCK_THREADS);
    CHECK(device->per_cycle[DEVICE_MMA_I8] == 2 * device->per_cycle[DEVICE_MMA_F16]);
  }
  CHECK_EQUAL(count, 5);
  CHECK(device_at(-1) == NULL);
  CHECK(device_find("sm_90", 5) == device_find("sm_90a", 6));
  CHECK_TEXT(device_names().text, "sm_75, sm_80, sm_86, sm_89 or sm_90a");
}

// LLVM makes code for every row.
static void test_llvm(void) {
  char *message = NULL;
  LLVMTargetRef llvm = NULL;
  LLVMContextRef context = LLVMContextCreate();
  static const char triple[] = "nvptx64-nvidia-cuda";
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
  CHECK(!LLVMGetTargetFromTriple(triple, &llvm, &message));
  for (int d = 0; device_at(d) != NULL; d++) {
    const char *name = device_at(d)->name;
    LLVMMemoryBufferRef text = NULL;
    LLVMModuleRef module = LLVMModuleCreateWithNameInContext("empty", context);
    LLVMTargetMachineRef machine = LLVMCreateTargetMachine(
        llvm, triple, name, "", LLVMCodeGenLevelDefault, LLVMRelocDefault, LLVMCodeModelDefault);
    CHECK(!LLVMTargetMachineEmitToMemoryBuffer(machine, module, LLVMAssemblyFile, &message, &text));
    char wanted[32];
    snprintf(wanted, sizeof wanted, ".target %s\n", name);
    CHECK(strstr(LLVMGetBufferStart(text), wanted) != NULL);
    LLVMDisposeMemoryBuffer(text);
    LLVMDisposeTargetMachine(machine);
    LLVMDisposeModule(module);
  }
  LLVMContextDispose(context);
}

// The dense peaks of the data sheets, in TFLOP/s.
static void test_peaks(void) {
  static const struct {
    const char *name;
    DeviceUnit unit;
    double peak;
  } cases[] = {{"sm_75", DEVICE_FMA_F32, 8.1},     {"sm_75", DEVICE_MMA_F16, 65},
               {"sm_75", DEVICE_MMA_I8, 130},      {"sm_75", DEVICE_MMA_BF16, 0},
               {"sm_80", DEVICE_FMA_F32, 19.5},    {"sm_80", DEVICE_FMA_F64, 9.7},
               {"sm_80", DEVICE_MMA_F16, 312},     {"sm_80", DEVICE_MMA_TF32, 156},
               {"sm_80", DEVICE_MMA_I8, 624},      {"sm_86", DEVICE_FMA_F32, 37.4},
               {"sm_86", DEVICE_MMA_F16, 149.7},   {"sm_86", DEVICE_MMA_TF32, 74.8},
               {"sm_86", DEVICE_MMA_I8, 299.3},    {"sm_89", DEVICE_FMA_F32, 91.6},
               {"sm_89", DEVICE_MMA_F16, 362},     {"sm_89", DEVICE_MMA_TF32, 183},
               {"sm_89", DEVICE_MMA_I8, 733},      {"sm_90a", DEVICE_MMA_F16, 989.4},
               {"sm_90a", DEVICE_MMA_BF16, 989.4}, {"sm_90a", DEVICE_MMA_TF32, 494.7},
               {"sm_90a", DEVICE_MMA_I8, 1978.9}};
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    const Device *device = device_find(cases[c].name, strlen(cases[c].name));
    double peak = device_peak_flops(device, cases[c].unit) / 1e12;
    CHECK(fabs(peak - cases[c].peak) <= 0.02 * cases[c].peak);
  }
}

// As NVIDIA's occupancy calculator has it.
static void test_residence(void) {
  static const struct {
    const char *name;
    int threads, registers;
    int64_t shared_bytes;
    int blocks;
  } cases[] = {{"sm_80", 256, 128, 0, 2},       // registers
               {"sm_80", 256, 32, 0, 8},        // warps
               {"sm_80", 32, 16, 0, 32},        // blocks
               {"sm_75", 32, 16, 0, 16},        // the same
               {"sm_75", 256, 32, 32 << 10, 2}, // shared memory, all of it
               {"sm_80", 128, 32, 40 << 10, 4}, // shared memory beside the system's
               {"sm_80", 32, 92, 0, 20},        // registers, of four warps at a time
               {"sm_80", 1024, 64, 0, 1},       // registers, all of them
               {"sm_80", 1024, 65, 0, 0},       // too many
               {"sm_80", 1025, 32, 0, 0},       // too many threads
               {"sm_80", 128, 256, 0, 0},       // too many registers of a thread
               {"sm_86", 128, 32, 99 << 10, 1}, // the largest block
               {"sm_86", 128, 32, (99 << 10) + 1, 0}};
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
    CHECK_EQUAL(device_resident_blocks(device_find(cases[c].name, strlen(cases[c].name)),
                                       cases[c].threads, cases[c].registers, cases[c].shared_bytes),
                cases[c].blocks);
}

// A device is no target of those who choose schedules for processors.
static void test_refused(void) {
  Target target;
  CHECK_EQUAL(target_parse("sm_80", &target), STATUS_USAGE);
  CHECK(strstr(status_text(), "'sm_80' is a GPU (A100)") != NULL);
  CHECK(strstr(status_text(), "x86-64 or AArch64") != NULL);
  CHECK_EQUAL(target_parse("sm_81", &target), STATUS_USAGE);
  CHECK(strstr(status_text(), "'sm_81' is unknown") != NULL);
}

int main(void) {
  test_rows();
  test_llvm();
  test_peaks();
  test_residence();
  test_refused();
  return check_result();
}
