// ChoiceMemo: choices of the cost model within one run. Networks repeat their layers, and equal
// workloads get equal schedules.
#ifndef AUTOTUNE_PASSES_CHOOSE_CHOICE_MEMO_H
#define AUTOTUNE_PASSES_CHOOSE_CHOICE_MEMO_H

#include "search/chooser.h"

typedef struct ChoiceMemoEntry {
  uint64_t key;
  Choice choice;
} ChoiceMemoEntry;

typedef struct ChoiceMemo {
  ChoiceMemoEntry *entries; // owned
  int count, capacity;
} ChoiceMemo;

// Key of everything that differs between two questions to the model within one run; `target` is
// that of the machine.
uint64_t choice_memo_key(const Workload *variants, const double *extra_seconds, int count,
                         uint64_t target);
// Lends; null when the question is new.
const Choice *choice_memo_find(const ChoiceMemo *memo, uint64_t key);
// Copies the choice. Forgets it when there is no memory.
void choice_memo_add(ChoiceMemo *memo, uint64_t key, const Choice *choice);
void choice_memo_destroy(ChoiceMemo *memo);

#endif
