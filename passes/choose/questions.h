// Questions: what the cost model is asked about ops, as plain data, so that several threads may
// answer at once.
#ifndef AUTOTUNE_PASSES_CHOOSE_QUESTIONS_H
#define AUTOTUNE_PASSES_CHOOSE_QUESTIONS_H

#include "mlir-c/IR.h"
#include "passes/choose/choice_memo.h"

#include <stdbool.h>

// Bounds the memory that questions take, and how much is asked in vain.
enum { QUESTIONS_MAX = 128 };

typedef struct Questions {
  struct Question *items[QUESTIONS_MAX]; // owned
  int count;
} Questions;

// Whether a question with this key (choice_memo_key) is among them.
bool questions_have(const Questions *questions, uint64_t key);
// Adds a question unless there are QUESTIONS_MAX or memory ends: it is asked in its turn then.
// Copies what schedule_choose takes.
void questions_add(Questions *questions, uint64_t key, const Workload *variants,
                   const double *extra_seconds, int count, const Target *target,
                   const ChooseOptions *options);
// Asks all of them on the threads of `context` and adds the choices to `memo`, in their order.
// Those without an answer, for whatever reason, are left out.
void questions_ask(Questions *questions, MlirContext context, ChoiceMemo *memo);
void questions_destroy(Questions *questions);

#endif
