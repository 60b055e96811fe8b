// The rows of aarch64_code_features.def as bits.
#include "machine/aarch64/aarch64_code_features.h"

#include "base/text.h"
#include "machine/aarch64/aarch64_names_shim.h"

static const Aarch64CodeFeature rows[] = {
#define FEATURE(name, word, bit) {name, AARCH64_##word, bit},
#include "machine/aarch64/aarch64_code_features.def"
};

enum { ROW_COUNT = sizeof rows / sizeof *rows };
_Static_assert(ROW_COUNT <= 64, "a bit each");

const Aarch64CodeFeature *aarch64_code_features(int *out_count) {
  *out_count = ROW_COUNT;
  return rows;
}

static void add_feature(const char *name, size_t length, void *user) {
  uint64_t *bits = user;
  for (int i = 0; i < ROW_COUNT; i++)
    if (text_equal(name, length, rows[i].name))
      *bits |= UINT64_C(1) << i;
}

Status aarch64_code_features_of(const char *cpu, const char *features, uint64_t *out_bits) {
  *out_bits = 0;
  if (aarch64_cpu_features_each(cpu, features, add_feature, out_bits))
    return STATUS_OK;
  return status_fail(STATUS_USAGE,
                     "LLVM knows no AArch64 processor '%s'; llc-22 -march=aarch64 -mcpu=help lists "
                     "them",
                     cpu);
}

static void read_half(const char *name, size_t length, void *user) {
  HalfInstructions *found = user;
  found->has_arithmetic |= text_equal(name, length, "fullfp16");
}

// Every AArch64 casts from and to f32.
HalfInstructions aarch64_half_instructions(const char *cpu, const char *features) {
  HalfInstructions found = {false, false};
  found.has_casts = aarch64_cpu_features_each(cpu, features, read_half, &found);
  return found;
}
