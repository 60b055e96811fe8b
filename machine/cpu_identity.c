// See cpu_identity.h.
#include "machine/cpu_identity.h"

#include "machine/target.h"

#include <stdio.h>
#include <string.h>

// --- this processor

#if defined(__x86_64__)

#include <cpuid.h>

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

void cpu_identity_host(char *text, size_t size) {
  char name[BRAND_BYTES + 1];
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  read_name(name);
  __get_cpuid(1, &eax, &ebx, &ecx, &edx);
  unsigned family = eax >> 8 & 0xf, model = eax >> 4 & 0xf;
  if (family >= 6)
    model += (eax >> 16 & 0xf) << 4;
  if (family == 0xf)
    family += eax >> 20 & 0xff;
  snprintf(text, size, "%s (family %u model %u)", name, family, model);
}

#else

void cpu_identity_host(char *text, size_t size) {
  snprintf(text, size, "no x86-64 (family 0 model 0)");
}

#endif

// --- recorded ones

// The last pair of parentheses, at the end; NULL: there is none.
static const char *find_suffix(const char *text) {
  const char *suffix = strrchr(text, '(');
  size_t length = strlen(text);
  return suffix && suffix > text && suffix[-1] == ' ' && text[length - 1] == ')' ? suffix : NULL;
}

bool cpu_identity_is_whole(const char *text) {
  const char *suffix = find_suffix(text);
  unsigned family, model;
  int end = 0;
  Target row;
  if (!suffix)
    return false;
  if (sscanf(suffix, "(family %u model %u)%n", &family, &model, &end) == 2 && end > 0)
    return suffix[end] == '\0';
  return target_find(suffix + 1, strlen(suffix) - 2, &row);
}

void cpu_identity_recorded(const char *name, const char *target, char *text, size_t size) {
  if (cpu_identity_is_whole(name))
    snprintf(text, size, "%s", name);
  else
    snprintf(text, size, "%s (%.*s)", name, (int)strcspn(target, ","), target);
}

static bool begins_with_row(const char *target, const char *row) {
  size_t length = strcspn(target, ",");
  return strlen(row) == length && strncmp(target, row, length) == 0;
}

void cpu_identity_recorded_here(const char *name, const char *target, char *text, size_t size) {
  char host[CPU_IDENTITY_BYTES];
  Target probed;
  if (cpu_identity_is_whole(name)) { // asking the processor is slow
    cpu_identity_recorded(name, target, text, size);
    return;
  }
  cpu_identity_host(host, sizeof host);
  size_t length = (size_t)(find_suffix(host) - 1 - host);
  bool is_here =
      strlen(name) == length && strncmp(name, host, length) == 0 &&
      target_probe_host(&probed) == STATUS_OK &&
      (begins_with_row(target, probed.name) || begins_with_row(target, target_host_level()));
  cpu_identity_recorded(is_here ? host : name, target, text, size);
}
