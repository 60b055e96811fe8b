// The rows of x86_code_features.def as bits.
#include "machine/x86/x86_code_features.h"

#include "base/text.h"
#include "machine/x86/x86_names_shim.h"

#include <string.h>

static const X86CodeFeature rows[] = {
#define FEATURE(name, leaf, subleaf, reg, bit, state)                                              \
  {name, leaf, subleaf, reg, bit, X86_STATE_##state},
#include "machine/x86/x86_code_features.def"
};

enum { ROW_COUNT = sizeof rows / sizeof *rows };
_Static_assert(ROW_COUNT <= 64, "a bit each");

const X86CodeFeature *x86_code_features(int *out_count) {
  *out_count = ROW_COUNT;
  return rows;
}

static void add_feature(const char *name, size_t length, void *user) {
  uint64_t *bits = user;
  for (int i = 0; i < ROW_COUNT; i++)
    if (strlen(rows[i].name) == length && !memcmp(rows[i].name, name, length))
      *bits |= UINT64_C(1) << i;
}

Status x86_code_features_of(const char *cpu, const char *features, uint64_t *out_bits) {
  *out_bits = 0;
  if (x86_cpu_features_each(cpu, features, add_feature, out_bits))
    return STATUS_OK;
  return status_fail(STATUS_USAGE,
                     "LLVM knows no x86-64 processor '%s'; llc-22 -march=x86-64 -mcpu=help lists "
                     "them",
                     cpu);
}

static void read_half(const char *name, size_t length, void *user) {
  HalfInstructions *found = user;
  found->has_casts |= text_equal(name, length, "f16c");
  found->has_arithmetic |= text_equal(name, length, "avx512fp16");
}

HalfInstructions x86_half_instructions(const char *cpu, const char *features) {
  HalfInstructions found = {false, false};
  x86_cpu_features_each(cpu, features, read_half, &found);
  return found;
}
