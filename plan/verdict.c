// Names of verdicts, both ways.
#include "plan/verdict.h"

#include <string.h>

static const char *const names[] = {
#define X(name, text) text,
    VERDICTS(X)
#undef X
};

const char *verdict_name(Verdict verdict) {
  return (unsigned)verdict < VERDICT_COUNT ? names[verdict] : "unknown";
}

Verdict verdict_find(const char *name) {
  int verdict = 0;
  while (verdict < VERDICT_COUNT && strcmp(names[verdict], name) != 0)
    verdict++;
  return (Verdict)verdict;
}
