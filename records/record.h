// Record: all that a store knows of one schedule of a task: its measurements as one.
#ifndef AUTOTUNE_RECORDS_RECORD_H
#define AUTOTUNE_RECORDS_RECORD_H

#include "records/store.h"

typedef struct Device Device;

typedef struct Record {
  char *schedule;            // text, owned
  char *reason;              // why it is not ok, owned
  Verdict verdict;           // one wrong result or crash outweighs all measurements that were ok
  double seconds;            // median of all repeats, drift taken out; infinite unless ok
  int64_t measurements;      // rows
  int64_t seed;              // of the operands that it failed on
  bool is_kept;              // by the last test of a whole module
  int64_t kept_unix_seconds; // when; of two tasks of one kind the later test is followed
  bool is_cold;              // timed with cold weights
  bool is_of_other_kind;     // that, or warm, and the other was asked for: goes after all others
  bool is_winner;            // of the paired test
  bool is_choice;            // what a model chose without measuring
  bool is_planned;           // what the model chose when the task was planned
} Record;

// The records of a task, best first: what the test of a module kept, the winner of the paired test,
// then by seconds, then what failed. Destroy with records_destroy.
Status records_read(Store *store, int64_t task, Record **out_records, int64_t *out_count);
void records_destroy(Record *records, int64_t count);
// The best one of a task by itself, whatever the test of a module kept. NULL: none is ok.
const Record *records_best_alone(const Record *records, int64_t count);
// What the model chose: of the choices of several models the planned one, else the best. NULL: none
// was measured, or is ok.
const Record *records_choice(const Record *records, int64_t count);

typedef struct RecordQuery {
  const Workload *workload;
  const Target *target; // that the code is for (target_is_same_code)
  const char *cpu;      // identity of the processor that has measured; NULL: any
  bool is_cold;         // the op has weights: what was timed cold is of its kind, else warm
} RecordQuery;

// The records of that workload for that target in this version of the space which are ok: those of
// the op's kind first, and of one kind the best. Those of another machine and of older versions are
// none.
Status records_find(Store *store, const RecordQuery *query, Record **out_records,
                    int64_t *out_count);
// The same of a GPU, whose tasks have its name as their target and the card as their processor;
// whichever card has measured.
Status records_find_of_device(Store *store, const Workload *workload, const Device *device,
                              Record **out_records, int64_t *out_count);

#endif
