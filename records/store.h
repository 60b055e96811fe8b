// Store: the record store, an SQLite file: tasks to measure, and every row measured so far. The
// schema is records/schema.sql. Several processes may write to it at once; a process that is killed
// loses at most the row that it was about to add.
#ifndef AUTOTUNE_RECORDS_STORE_H
#define AUTOTUNE_RECORDS_STORE_H

#include "records/dataset.h"

typedef struct Store Store;

// How the `workload` of a task begins whose schedules are points of a user's transform script, and
// not of the space: followed by a hash of script, module and function.
#define STORE_SCRIPT_PREFIX "script "

// In the place of the points of a grid: a search that timed weights cold (plan/cold_argument.h). Of
// the same workload timed warm there is another task, as their seconds are never compared.
enum { STORE_COLD = -1 };
// How many bytes the text of such a task's module asks for (plan/cold_argument.h); 0: none.
int64_t store_cold_bytes(const char *module);

// One workload on one machine. Texts are lent to store_add_task, and owned by the caller of
// store_read_task: store_task_destroy.
typedef struct StoreTask {
  char *workload; // workload_print
  char *family;
  char *source;   // networks, joined by ','
  char *cpu;      // machine/cpu_identity.h
  char *target;   // target_print
  char *limit;    // "", or what the code is limited to, as -mcpu names it
  char *module;   // text of a module whose function @op computes the workload
  char *schedule; // what the cost model chose
  char *winner;   // of the last paired test; "" or NULL: there was none
  int64_t trials; // to measure in all; 0: nothing is planned
  int64_t grid;   // of them, points of a grid; 0: a search instead; STORE_COLD
  int64_t space;  // SPACE_VERSION of its schedules; 0 is this program's
} StoreTask;

// Opens the file, which is made when it is missing. STATUS_STORE when it is something else, which
// is left alone, or was written by another version.
Status store_open(const char *path, Store **out_store);
// The same of a store that is there already: STATUS_USAGE when there is none.
Status store_open_existing(const char *path, Store **out_store);
// The same to read only; the file and its folder may be read-only.
Status store_open_to_read(const char *path, Store **out_store);
// An empty one that no other process sees, and that store_close takes away.
Status store_open_temporary(Store **out_store);
void store_close(Store *store); // NULL is a no-op

// Adds a task unless one of equal workload, target and kind is there already: that one then has the
// sources of both and the larger number of trials. `out_number` may be NULL.
Status store_add_task(Store *store, const StoreTask *task, int64_t *out_number);
// Numbers of all tasks of a workload ("": of any) in a version of the space (-1: in any).
Status store_list_tasks(Store *store, const char *workload, int64_t space, int64_t **out_numbers,
                        int64_t *out_count);
// Numbers of the tasks of this version of the space, no grids, that are not done and are of this
// processor (machine/cpu_identity.h), whose rows no other may measure. The caller frees them.
Status store_pending(Store *store, const char *cpu, int64_t **out_numbers, int64_t *out_count);
// Numbers of this processor's tasks of older versions, and whose workload, target
// and kind have no task of this version; none that was timed cold.
Status store_outdated(Store *store, const char *cpu, int64_t **out_numbers, int64_t *out_count);
// Numbers of its tasks of this version of the space that are done, no grids, and have fewer than
// `count` rows of the origin.
Status store_lacking(Store *store, const char *cpu, DatasetOrigin origin, int64_t count,
                     int64_t **out_numbers, int64_t *out_count);
// Numbers of its grids of this version of the space that are not done.
Status store_pending_grids(Store *store, const char *cpu, int64_t **out_numbers,
                           int64_t *out_count);
// Numbers of its largest grids of this version of the space, one per workload, that are done.
Status store_grids(Store *store, const char *cpu, int64_t **out_numbers, int64_t *out_count);
Status store_read_task(Store *store, int64_t number, StoreTask *out_task);
void store_task_destroy(StoreTask *task);
Status store_finish_task(Store *store, int64_t number);
Status store_set_winner(Store *store, int64_t number, const char *schedule);
// Another module in its place, which computes the same and is measured on other terms.
Status store_set_module(Store *store, int64_t number, const char *module);

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
  int repeats;    // -1: the times that were read are damaged
  double seconds[DATASET_MAX_REPEATS];
  double cost_seconds;           // see DatasetRow
  double baseline_seconds;       // median of the task's baseline, measured beside it; 0: it was not
  int64_t measured_unix_seconds; // when; 0 is now for store_add_row
  char *reason;                  // why it is not ok; NULL is "" for store_add_row
  int64_t seed;                  // of the operands
  char *versions;                // of the programs; NULL is this one for store_add_row
} StoreRow;

// Appended at once and for good. out_row may be NULL.
Status store_add_row(Store *store, int64_t number, const StoreRow *row, int64_t *out_row);
// Whether the task has this very measurement already.
Status store_has_row(Store *store, int64_t number, const StoreRow *row, bool *out_has);
// Puts other seconds in the place of those of a row: the same schedule, measured again.
Status store_replace_seconds(Store *store, int64_t row, const double *seconds, int repeats);
// The rows of a task in their order. The caller frees them with store_rows_destroy.
Status store_read_rows(Store *store, int64_t number, StoreRow **out_rows, int64_t *out_count);
// The same of all tasks of this workload on this machine in this version of the space that were
// timed warm.
Status store_read_workload_rows(Store *store, int64_t number, StoreRow **out_rows,
                                int64_t *out_count);
void store_rows_destroy(StoreRow *rows, int64_t count);

// Whether its schedules are points of a transform script: nobody but autotune script reads them.
bool store_task_is_script(const StoreTask *task);

// Whether no run of this program has written it: an unknown word, no times, times of nonsense.
bool store_row_is_damaged(const StoreRow *row);

// Takes away the rows of a schedule, or a task with all rows; adds to out_dropped how many.
Status store_drop_rows(Store *store, int64_t number, const char *schedule, int64_t *out_dropped);
Status store_drop_task(Store *store, int64_t number, int64_t *out_dropped);
// Gives the room of what was taken away back to the disk.
Status store_pack(Store *store);
// STATUS_STORE when the pages of the file are damaged.
Status store_check_pages(Store *store);

// What the runs of autotune tune on one set of tasks have spent.
typedef struct StoreSpent {
  int64_t trials;
  double seconds;
} StoreSpent;

// Zeros where the session is not known; "" is all sessions together.
Status store_read_spent(Store *store, const char *session, StoreSpent *out_spent);
Status store_add_spent(Store *store, const char *session, const StoreSpent *more);

// Appends all rows of this version of the space but those that only compare, and those of cold
// weights: models predict warm ones. Rows whose text cannot
// be read are counted.
Status store_export(Store *store, Dataset *dataset, int64_t *out_dropped);

#endif
