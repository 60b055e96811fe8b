// Of AArch64 itself: what the files of this folder know of one another, and tests ask.
#ifndef AUTOTUNE_MACHINE_AARCH64_AARCH64_H
#define AUTOTUNE_MACHINE_AARCH64_AARCH64_H

#include "machine/architecture.h"

// Features that tell what vectors there are; aarch64.c has their names.
typedef enum Aarch64Feature {
  AARCH64_NEON = 1 << 0,
  AARCH64_DOTPROD = 1 << 1,
  AARCH64_I8MM = 1 << 2,
  AARCH64_BF16 = 1 << 3,
} Aarch64Feature;

// Adds the bit of a feature to the unsigned number `user`: a FeatureVisitor.
void aarch64_feature_collect(const char *name, size_t length, void *user);

#endif
