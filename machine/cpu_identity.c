// Identities of processors: that of this one, which its architecture asks, and those of records.
#include "machine/cpu_identity.h"

#include "machine/architecture.h"
#include "machine/target.h"

#include <stdio.h>
#include <string.h>

void cpu_identity_host(char *text, size_t size) {
  const Architecture *architecture = architecture_host();
  if (architecture != NULL)
    architecture->host->identify(text, size);
  else
    snprintf(text, size, "unknown (family 0 model 0)");
}

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
