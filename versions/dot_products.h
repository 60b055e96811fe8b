// How LLVM has the dot products of x86, by release.
#pragma once

#include "llvm/Config/llvm-config.h"
#include <stdbool.h>
#include <string.h>

// The feature with those of bytes of one sign in vectors of 512 bits.
#if LLVM_VERSION_MAJOR >= 22
#define VERSIONS_AVX10_2 "avx10.2"
#else
#define VERSIONS_AVX10_2 "avx10.2-512"
#endif

// Whether the factors of the intrinsic are vectors of the type of its sums, as those of vpdp* are before LLVM 22, which
// takes vectors of bytes and of i16.
static inline bool versions_packs_factors(const char *intrinsic) {
  return LLVM_VERSION_MAJOR < 22 && strncmp(intrinsic, "llvm.x86.", 9) == 0 &&
         strstr(intrinsic, ".vpdp") != NULL;
}
