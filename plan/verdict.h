// Verdict: how the run of one candidate ended.
#ifndef AUTOTUNE_PLAN_VERDICT_H
#define AUTOTUNE_PLAN_VERDICT_H

// Row: enumerator, text.
#define VERDICTS(X)                                                                                \
  X(OK, "ok")                                                                                      \
  X(WRONG_RESULT, "wrong result")                                                                  \
  X(CRASH, "crash")                                                                                \
  X(TIMEOUT, "timeout")                                                                            \
  X(COMPILE_ERROR, "compile error")                                                                \
  X(MEMORY_LIMIT, "memory limit")

typedef enum Verdict {
#define X(name, text) VERDICT_##name,
  VERDICTS(X)
#undef X
      VERDICT_COUNT
} Verdict;

// Static; "unknown" for other numbers.
const char *verdict_name(Verdict verdict);
// VERDICT_COUNT when `name` is none of them.
Verdict verdict_find(const char *name);

#endif
