// The x86-64 that this runs on: which row it is, and which name it gives itself.
#include "machine/x86/x86.h"

#include "machine/target.h"
#include "machine/x86/x86_names_shim.h"

#include <stdio.h>
#include <string.h>

// --- rows

// Family and models of one row, as cpuid reports them (extended fields added in).
typedef struct CpuModel {
  bool is_amd;
  int family, first_model, last_model;
  const char *row;
} CpuModel;

// Later cores of a line are taken for the nearest row. First match wins.
static const CpuModel cpu_models[] = {
    {true, 0x17, 0x30, 0xff, "zen2"},         {true, 0x19, 0x10, 0x1f, "zen4"},
    {true, 0x19, 0x60, 0xaf, "zen4"},         {true, 0x19, 0x00, 0xff, "zen3"},
    {true, 0x1a, 0x00, 0xff, "zen5"},         {false, 6, 0x3c, 0x3d, "haswell"},
    {false, 6, 0x3f, 0x3f, "haswell"},        {false, 6, 0x45, 0x47, "haswell"},
    {false, 6, 0x4f, 0x4f, "haswell"},        {false, 6, 0x55, 0x55, "skylake-avx512"},
    {false, 6, 0x56, 0x56, "haswell"},        {false, 6, 0x6a, 0x6c, "icelake-server"},
    {false, 6, 0x7d, 0x7e, "icelake-server"}, {false, 6, 0x8f, 0x8f, "sapphirerapids"},
    {false, 6, 0xad, 0xae, "sapphirerapids"}, {false, 6, 0xcf, 0xcf, "sapphirerapids"},
};

// Bits of leaf 7 that no earlier core of Intel has.
enum { LEAF7_ECX_VBMI2 = 1 << 6, LEAF7_EDX_FP16 = 1 << 23, LEAF7_EDX_AMX_TILE = 1 << 24 };

// A virtual machine may report another model than it has; what the instructions tell is sure.
static const char *row_of_instructions(const X86Cpuid *cpu) {
  if (!cpu->is_intel)
    return NULL;
  if (cpu->leaf7_edx & (LEAF7_EDX_FP16 | LEAF7_EDX_AMX_TILE))
    return "sapphirerapids";
  return cpu->leaf7_ecx & LEAF7_ECX_VBMI2 ? "icelake-server" : NULL;
}

static const char *row_of_model(const X86Cpuid *cpu) {
  if (!cpu->is_amd && !cpu->is_intel)
    return NULL;
  for (size_t m = 0; m < sizeof(cpu_models) / sizeof(cpu_models[0]); m++)
    if (cpu_models[m].is_amd == cpu->is_amd && cpu_models[m].family == cpu->family &&
        cpu->model >= cpu_models[m].first_model && cpu->model <= cpu_models[m].last_model)
      return cpu_models[m].row;
  return NULL;
}

const Target *x86_row_of_cpuid(const X86Cpuid *cpu, const Target *level) {
  const char *names[] = {row_of_instructions(cpu), row_of_model(cpu)};
  for (int n = 0; n < 2; n++) {
    const Target *row = names[n] != NULL ? x86_row(names[n]) : NULL;
    if (row != NULL && row->vector_bits <= level->vector_bits)
      return row;
  }
  return level;
}

// --- this processor

#if defined(__x86_64__)

#include <cpuid.h>
#ifdef __linux__
#include <sys/syscall.h>
#include <unistd.h>
#endif

static X86Cpuid read_cpuid(void) {
  X86Cpuid cpu = {0};
  unsigned eax, ebx, ecx, edx;
  if (!__get_cpuid(0, &eax, &ebx, &ecx, &edx))
    return cpu;
  cpu.is_amd = ebx == signature_AMD_ebx;
  cpu.is_intel = ebx == signature_INTEL_ebx;
  if (__get_cpuid(1, &eax, &ebx, &ecx, &edx)) {
    cpu.family = (int)(eax >> 8 & 0xf);
    cpu.model = (int)(eax >> 4 & 0xf);
    if (cpu.family == 0xf)
      cpu.family += (int)(eax >> 20 & 0xff);
    if (cpu.family >= 6)
      cpu.model += (int)(eax >> 16 & 0xf) << 4;
  }
  if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx)) {
    cpu.leaf7_ecx = ecx;
    cpu.leaf7_edx = edx;
  }
  return cpu;
}

static const Target *host_level(void) {
  unsigned features = 0;
  x86_host_features_each(x86_feature_collect, &features);
  return x86_level(features);
}

// Linux saves tiles for those alone who ask for it, once a process; children inherit it, programs
// that they start ask again.
static bool may_use_tiles(void) {
#ifdef __linux__
  enum { ARCH_REQ_XCOMP_PERM = 0x1023, XFEATURE_XTILEDATA = 18 };
  return syscall(SYS_arch_prctl, ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA) == 0;
#else
  return false;
#endif
}

static void host_limit(Target *target) {
  unsigned features = 0;
  x86_host_features_each(x86_feature_collect, &features);
  if ((features & X86_AMX_TILE) && !may_use_tiles())
    features &= ~(unsigned)X86_AMX_TILE;
  x86_set_dot_products(features, target);
}

static const Target *host_row(void) {
  X86Cpuid cpu = read_cpuid();
  return x86_row_of_cpuid(&cpu, host_level());
}

enum { BRAND_LEAF = 0x80000002, BRAND_LEAVES = 3, BRAND_BYTES = 48 };

// Without the spaces that some processors put around it, as the system shows it.
static void read_name(char name[BRAND_BYTES + 1]) {
  unsigned words[4 * BRAND_LEAVES] = {0};
  char brand[BRAND_BYTES + 1] = {0};
  for (unsigned n = 0; n < BRAND_LEAVES; n++)
    __get_cpuid(BRAND_LEAF + n, &words[4 * n], &words[4 * n + 1], &words[4 * n + 2],
                &words[4 * n + 3]);
  memcpy(brand, words, BRAND_BYTES);
  for (char *at = brand; *at; at++)
    if (*at < ' ' || *at > '~')
      *at = ' ';
  size_t first = strspn(brand, " "), length = strlen(brand);
  while (length > first && brand[length - 1] == ' ')
    length--;
  snprintf(name, BRAND_BYTES + 1, "%.*s", (int)(length - first), brand + first);
  if (!name[0])
    snprintf(name, BRAND_BYTES + 1, "unknown");
}

static void identify(char *text, size_t size) {
  char name[BRAND_BYTES + 1];
  X86Cpuid cpu = read_cpuid();
  read_name(name);
  snprintf(text, size, "%s (family %d model %d)", name, cpu.family, cpu.model);
}

const ArchitectureHost x86_host = {.identify = identify,
                                   .row = host_row,
                                   .limit = host_limit,
                                   .level = host_level,
                                   .kernels = &x86_kernels};

#endif
