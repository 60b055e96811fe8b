// How LLVM's intrinsics of x86 take the factors of dot products, by release.
#pragma once

#include "llvm/Config/llvm-config.h"
#include <stdbool.h>
#include <string.h>

// Whether the factors of the intrinsic are vectors of the type of its sums, as those of vpdp* are before LLVM 22, which
// takes vectors of bytes and of i16.
static inline bool versions_packs_factors(const char *intrinsic) {
  return LLVM_VERSION_MAJOR < 22 && strncmp(intrinsic, "llvm.x86.", 9) == 0 &&
         strstr(intrinsic, ".vpdp") != NULL;
}
