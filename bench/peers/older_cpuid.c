// Gives a library that runs on an AVX-512 processor the answers of cpuid that the same processor
// without AVX-512, AVX-VNNI and AMX would give. older_cpu.py has made each cpuid of that library
// an instruction that no processor knows in 64-bit mode; the handler of SIGILL does what it asked
// for. Any other illegal instruction still ends the process.
#define _GNU_SOURCE
#include <cpuid.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <ucontext.h>

enum { INSTRUCTION_BYTES = 2 };

// What older_cpu.py writes for 0F A2: the first byte is `into`, which 64-bit mode does not have.
static const uint8_t marker[INSTRUCTION_BYTES] = {0xce, 0xa2};

static volatile long answered_count;

// How many cpuids were answered.
long older_cpuid_count(void) { return answered_count; }

// The bits of a leaf that stay, by register.
typedef struct {
  uint32_t leaf, subleaf;
  uint32_t eax, ebx, ecx, edx;
} Kept;

#define BIT(n) (1U << (n))

static const Kept kept_rows[] = {
    // AVX-512 F, DQ, IFMA, PF, ER, CD, BW, VL; VBMI, VBMI2, VNNI, BITALG, VPOPCNTDQ;
    // 4VNNIW, 4FMAPS, VP2INTERSECT, AMX-BF16, FP16, AMX-TILE, AMX-INT8.
    {7, 0, ~0U, ~(BIT(16) | BIT(17) | BIT(21) | BIT(26) | BIT(27) | BIT(28) | BIT(30) | BIT(31)),
     ~(BIT(1) | BIT(6) | BIT(11) | BIT(12) | BIT(14)),
     ~(BIT(2) | BIT(3) | BIT(8) | BIT(22) | BIT(23) | BIT(24) | BIT(25))},
    // AVX-VNNI, AVX512-BF16, AMX-FP16, AVX-IFMA; AVX-VNNI-INT8, AVX-NE-CONVERT, AMX-COMPLEX,
    // AVX-VNNI-INT16, AVX10.
    {7, 1, ~(BIT(4) | BIT(5) | BIT(21) | BIT(23)), ~0U, ~0U,
     ~(BIT(4) | BIT(5) | BIT(8) | BIT(10) | BIT(19))},
    // State that the system saves: masks, upper halves, registers 16 to 31, tiles.
    {13, 0, ~(BIT(5) | BIT(6) | BIT(7) | BIT(17) | BIT(18)), ~0U, ~0U, ~0U},
};

static void answer(int number, siginfo_t *info, void *context) {
  (void)info;
  greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
  const uint8_t *at = (const uint8_t *)registers[REG_RIP];
  if (at[0] != marker[0] || at[1] != marker[1]) {
    signal(number, SIG_DFL); // the instruction is run again, and ends the process
    return;
  }
  const uint32_t leaf = (uint32_t)registers[REG_RAX], subleaf = (uint32_t)registers[REG_RCX];
  uint32_t eax, ebx, ecx, edx;
  __cpuid_count(leaf, subleaf, eax, ebx, ecx, edx);
  for (size_t i = 0; i < sizeof kept_rows / sizeof *kept_rows; i++) {
    const Kept *kept = &kept_rows[i];
    if (kept->leaf == leaf && kept->subleaf == subleaf) {
      eax &= kept->eax;
      ebx &= kept->ebx;
      ecx &= kept->ecx;
      edx &= kept->edx;
    }
  }
  registers[REG_RAX] = eax;
  registers[REG_RBX] = ebx;
  registers[REG_RCX] = ecx;
  registers[REG_RDX] = edx;
  registers[REG_RIP] += INSTRUCTION_BYTES;
  answered_count++;
}

__attribute__((constructor)) static void install(void) {
  struct sigaction action = {.sa_sigaction = answer, .sa_flags = SA_SIGINFO};
  sigemptyset(&action.sa_mask);
  if (sigaction(SIGILL, &action, NULL))
    abort();
}
