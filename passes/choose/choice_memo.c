// A list that is searched from its start: a run asks a few hundred questions at most, each
// a thousand times as expensive as the whole list.
#include "passes/choose/choice_memo.h"

#include "base/text.h"

#include <stdlib.h>

uint64_t choice_memo_key(const Workload *variants, const double *extra_seconds, int count,
                         uint64_t target) {
  uint64_t key = target;
  for (int v = 0; v < count; v++) {
    uint64_t workload = workload_run_key(&variants[v]);
    key = text_hash(key, &workload, sizeof(workload));
    key = text_hash(key, &extra_seconds[v], sizeof(extra_seconds[v]));
  }
  return key;
}

const Choice *choice_memo_find(const ChoiceMemo *memo, uint64_t key) {
  for (int i = 0; i < memo->count; i++)
    if (memo->entries[i].key == key)
      return &memo->entries[i].choice;
  return NULL;
}

void choice_memo_add(ChoiceMemo *memo, uint64_t key, const Choice *choice) {
  if (memo->count == memo->capacity) {
    int capacity = memo->capacity ? 2 * memo->capacity : 16;
    ChoiceMemoEntry *entries = realloc(memo->entries, (size_t)capacity * sizeof(*entries));
    if (!entries)
      return;
    memo->entries = entries;
    memo->capacity = capacity;
  }
  memo->entries[memo->count++] = (ChoiceMemoEntry){key, *choice};
}

void choice_memo_destroy(ChoiceMemo *memo) {
  free(memo->entries);
  *memo = (ChoiceMemo){0};
}
