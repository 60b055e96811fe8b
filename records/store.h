// Store: what is being collected, in an SQLite file: tasks to measure, and every row measured so
// far. Several processes may write to it at once; a process that is killed loses at most the row
// that it was about to add.
#ifndef AUTOTUNE_RECORDS_STORE_H
#define AUTOTUNE_RECORDS_STORE_H

#include "records/dataset.h"

typedef struct Store Store;

// One workload on one machine. Texts are lent to store_add_task, and owned by the caller of
// store_read_task: store_task_destroy.
typedef struct StoreTask {
  char *workload; // workload_print
  char *family;
  char *source;   // networks, joined by ','
  char *cpu;      // core/processor/cpu_identity.h
  char *target;   // target_print
  char *limit;    // "", or what the code is limited to, as -mcpu names it
  char *module;   // text of a module whose function @op computes the workload
  char *schedule; // what the cost model chose
  int64_t trials; // to measure in all
  int64_t grid;   // of them, points of a grid; 0: a search instead
} StoreTask;

// Opens the file, which is made when it is missing. STATUS_STORE when it is something else, which
// is left alone, or was written by another version.
Status store_open(const char *path, Store **out_store);
// The same of a store that is there already: STATUS_USAGE when there is none.
Status store_open_existing(const char *path, Store **out_store);
void store_close(Store *store); // NULL is a no-op

// Adds a task unless one of equal workload, target and kind is there already: that one then has the
// sources of both and the larger number of trials.
Status store_add_task(Store *store, const StoreTask *task);
// Numbers of the tasks of this version of the space that are not done and are of this processor
// (core/processor/cpu_identity.h), whose rows no other may measure. The caller frees them.
Status store_pending(Store *store, const char *cpu, int64_t **out_numbers, int64_t *out_count);
// Numbers of this processor's tasks of older versions, and whose workload, target
// and kind have no task of this version.
Status store_outdated(Store *store, const char *cpu, int64_t **out_numbers, int64_t *out_count);
// Numbers of its tasks of this version of the space that are done, no grids, and have fewer than
// `count` rows of the origin.
Status store_lacking(Store *store, const char *cpu, DatasetOrigin origin, int64_t count,
                     int64_t **out_numbers, int64_t *out_count);
// Numbers of its largest grids of this version of the space, one per workload, that are done.
Status store_grids(Store *store, const char *cpu, int64_t **out_numbers, int64_t *out_count);
Status store_read_task(Store *store, int64_t number, StoreTask *out_task);
void store_task_destroy(StoreTask *task);
Status store_finish_task(Store *store, int64_t number);

// Layers of a corpus whose tasks are all written, on a processor, in this version of the space; a
// layer is known by a number of its own. Between begin and commit, all is written or nothing.
Status store_begin(Store *store);
Status store_commit(Store *store);
Status store_add_layer(Store *store, const char *cpu, uint64_t layer);
Status store_has_layer(Store *store, const char *cpu, uint64_t layer, bool *out_has);

// What is measured of a task.
typedef struct StoreRow {
  DatasetOrigin origin;
  Verdict verdict;
  char *schedule; // text
  int repeats;
  double seconds[DATASET_MAX_REPEATS];
  double cost_seconds; // see DatasetRow
} StoreRow;

// Appended at once and for good. out_row may be NULL.
Status store_add_row(Store *store, int64_t number, const StoreRow *row, int64_t *out_row);
// Puts other seconds in the place of those of a row: the same schedule, measured again.
Status store_replace_seconds(Store *store, int64_t row, const double *seconds, int repeats);
// The rows of a task in their order. The caller frees them with store_rows_destroy.
Status store_read_rows(Store *store, int64_t number, StoreRow **out_rows, int64_t *out_count);
// The same of all tasks of this workload on this machine in this version of the space.
Status store_read_workload_rows(Store *store, int64_t number, StoreRow **out_rows,
                                int64_t *out_count);
void store_rows_destroy(StoreRow *rows, int64_t count);

// Appends all rows of this version of the space. Rows whose text cannot be read are counted.
Status store_export(Store *store, Dataset *dataset, int64_t *out_dropped);

#endif
