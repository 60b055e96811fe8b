// Targets: rows by name, and what follows from their numbers.
#include "machine/target.h"

#include "base/text.h"
#include "machine/architecture.h"

#include <stdio.h>
#include <string.h>

// --- rows

const Target *target_row(size_t index) {
  const Architecture *architecture;
  for (int a = 0; (architecture = architecture_at(a)) != NULL; a++) {
    size_t count = (size_t)architecture->row_count;
    if (index < count)
      return &architecture->rows[index];
    index -= count;
  }
  return NULL;
}

const Target *target_row_named(const char *name, size_t length) {
  const Target *row;
  for (size_t r = 0; (row = target_row(r)) != NULL; r++)
    if (text_equal(name, length, row->name))
      return row;
  return NULL;
}

const Target *target_default(void) { return architecture_at(0)->default_row; }

// Of one architecture.
static bool find_row(const Architecture *architecture, const char *name, size_t length,
                     Target *out_target) {
  for (int r = 0; r < architecture->row_count; r++)
    if (text_equal(name, length, architecture->rows[r].name)) {
      *out_target = architecture->rows[r];
      return true;
    }
  return false;
}

static bool find_cpu(const Architecture *architecture, const char *name, size_t length,
                     Target *out_target) {
  char cpu[sizeof(out_target->llvm_cpu)];
  if (length >= sizeof(cpu))
    return false;
  snprintf(cpu, sizeof(cpu), "%.*s", (int)length, name);
  if (strlen(cpu) != length) // a zero among the bytes is of no name
    return false;
  const Target *row = architecture->row_of_cpu(cpu);
  if (row == NULL)
    return false;
  *out_target = *row;
  memset(out_target->llvm_cpu, 0, sizeof(out_target->llvm_cpu)); // words are compared as bytes
  memcpy(out_target->llvm_cpu, cpu, length);
  architecture->take_dot_products(out_target);
  return true;
}

bool target_find_of(const Architecture *architecture, const char *name, size_t length,
                    Target *out_target) {
  return find_row(architecture, name, length, out_target) ||
         find_cpu(architecture, name, length, out_target);
}

bool target_find(const char *name, size_t length, Target *out_target) {
  const Architecture *architecture;
  for (int a = 0; (architecture = architecture_at(a)) != NULL; a++)
    if (find_row(architecture, name, length, out_target))
      return true;
  for (int a = 0; (architecture = architecture_at(a)) != NULL; a++)
    if (find_cpu(architecture, name, length, out_target))
      return true;
  return false;
}

bool target_name_is_shared(const char *name, size_t length) {
  const Architecture *architecture;
  Target target;
  int count = 0;
  for (int a = 0; (architecture = architecture_at(a)) != NULL; a++)
    count += target_find_of(architecture, name, length, &target);
  return count > 1;
}

// --- numbers

int target_width(const Target *target, int64_t bits) {
  int width = 0;
  while (target->widths[width].bits < bits && width + 1 < TARGET_MAX_WIDTHS &&
         target->widths[width + 1].bits > 0)
    width++;
  return width;
}

int32_t target_bits_within(const Target *target, int64_t bits) {
  int width = target_width(target, target->vector_bits);
  while (width > 0 && target->widths[width].bits > bits)
    width--;
  return target->widths[width].bits;
}

double target_own_bytes(const Target *target) {
  int last = target->cache_count > 1 ? target->cache_count - 2 : 0;
  return (double)target->cache_bytes[last];
}

// --- code

bool target_is_same_code(const Target *a, const Target *b) {
  return a->architecture == b->architecture && !strcmp(a->llvm_cpu, b->llvm_cpu) &&
         a->vector_bits == b->vector_bits && a->vector_registers == b->vector_registers &&
         a->has_fma == b->has_fma && a->has_masks == b->has_masks &&
         a->has_dot_i16 == b->has_dot_i16 && a->has_dot_i8 == b->has_dot_i8 &&
         a->has_dot_bf16 == b->has_dot_bf16 && a->has_dot_f16 == b->has_dot_f16 &&
         a->has_dot_i8_alike == b->has_dot_i8_alike && a->has_tiles == b->has_tiles &&
         a->has_fma_f16 == b->has_fma_f16;
}

const char *target_lack(const Target *target, const Target *host) {
  return target->architecture != host->architecture ? target->architecture->name
                                                    : target->architecture->lack(target, host);
}

int target_llvm_features(const Target *target, const char *out_features[TARGET_MAX_FEATURES]) {
  return target->architecture->llvm_features(target, out_features);
}
