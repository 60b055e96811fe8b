// The AArch64 that this runs on: what Linux tells of it, the name and parts of its cores in
// /proc/cpuinfo and the instruction sets in the auxiliary vector.
#include "machine/aarch64/aarch64.h"
#include "machine/aarch64/aarch64_code_features.h"
#include "machine/aarch64/aarch64_names_shim.h"
#include "machine/target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const Target *aarch64_row_of_cpuinfo(const char *text) {
  char name[AARCH64_CPU_NAME_BYTES];
  aarch64_cpuinfo_name(text, name);
  const Target *row = architecture_aarch64.row_of_cpu(name);
  return row != NULL ? row : architecture_aarch64.default_row;
}

// The first number after `key`; 0: the text has none.
static unsigned number_after(const char *text, const char *key) {
  const char *at = strstr(text, key);
  const char *colon = at != NULL ? strchr(at, ':') : NULL;
  return colon != NULL ? (unsigned)strtoul(colon + 1, NULL, 0) : 0;
}

void aarch64_identity_of_cpuinfo(const char *text, char *out, size_t size) {
  char name[AARCH64_CPU_NAME_BYTES];
  aarch64_cpuinfo_name(text, name);
  snprintf(out, size, "%s (family %u model %u)", name, number_after(text, "CPU implementer"),
           number_after(text, "CPU part"));
}

unsigned aarch64_features_of_words(uint64_t hwcap, uint64_t hwcap2) {
  unsigned features = AARCH64_NEON;
  int count;
  const Aarch64CodeFeature *rows = aarch64_code_features(&count);
  for (int f = 0; f < count; f++) {
    uint64_t word = rows[f].word == AARCH64_HWCAP ? hwcap : hwcap2;
    if (word >> rows[f].bit & 1)
      aarch64_feature_collect(rows[f].name, strlen(rows[f].name), &features);
  }
  return features;
}

#if defined(__aarch64__) && defined(__linux__)

#include <sys/auxv.h>

enum { CPUINFO_BYTES = 1 << 16 };

// Empty where there is none.
static void read_cpuinfo(char text[CPUINFO_BYTES]) {
  FILE *stream = fopen("/proc/cpuinfo", "r");
  size_t length = stream != NULL ? fread(text, 1, CPUINFO_BYTES - 1, stream) : 0;
  text[length] = '\0';
  if (stream != NULL)
    fclose(stream);
}

static void identify(char *out, size_t size) {
  char text[CPUINFO_BYTES];
  read_cpuinfo(text);
  aarch64_identity_of_cpuinfo(text, out, size);
}

static const Target *host_row(void) {
  char text[CPUINFO_BYTES];
  read_cpuinfo(text);
  return aarch64_row_of_cpuinfo(text);
}

static void host_limit(Target *target) {
  unsigned has = aarch64_features_of_words(getauxval(AARCH64_HWCAP), getauxval(AARCH64_HWCAP2));
  architecture_aarch64.set_features(architecture_aarch64.features_of(target) & has, target);
}

static const Target *host_level(void) { return architecture_aarch64.default_row; }

const ArchitectureHost aarch64_host = {.identify = identify,
                                       .row = host_row,
                                       .limit = host_limit,
                                       .level = host_level,
                                       .kernels = &aarch64_kernels};

#endif
