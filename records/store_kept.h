// StoreKept: what the test of a whole module left of a task's winner. The schedule that is best by
// itself may be none among the others of a network; so the verdict goes before what won alone,
// until another test of a module replaces it.
#ifndef AUTOTUNE_RECORDS_STORE_KEPT_H
#define AUTOTUNE_RECORDS_STORE_KEPT_H

#include "records/store.h"

enum { STORE_SESSION_BYTES = 32 };

// Texts are lent to the calls that write, and owned by the caller of store_read_kept:
// store_kept_destroy.
typedef struct StoreKept {
  char *schedule;                   // NULL: there was no test
  char *tested;                     // the best one by itself, at that time
  char module[STORE_SESSION_BYTES]; // whose test, as `autotune tune` names its runs
  double choice_seconds;            // of the whole module with the model's choices
  double seconds;                   // the same with all that was kept
  int64_t tested_unix_seconds;
} StoreKept;

// Zeros where the task has none, and in a store that is read only and of an earlier program.
Status store_read_kept(Store *store, int64_t task, StoreKept *out_kept);
void store_kept_destroy(StoreKept *kept);
// In the place of what the task has.
Status store_set_kept(Store *store, int64_t task, const StoreKept *kept);
// The same where it was tested later than what the task has; of two of one second, the greater text
// stays, so that the order in which stores are merged does not matter.
Status store_merge_kept(Store *store, int64_t task, const StoreKept *kept);
Status store_drop_kept(Store *store, int64_t task);

// From now on what is kept is written for this Store alone, and forgotten when it is closed:
// modules are compiled by what might be kept.
Status store_try_kept(Store *store);

#endif
