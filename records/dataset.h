// Dataset: measured schedules with the workload and the machine of each, in memory and as a text
// file, gzip-compressed when its name ends in .gz.
//
// docs/reference/dataset.md describes the file. Rows of one workload on one machine are one task;
// dataset_read and dataset_group leave them together, in the order in which they were measured.
#ifndef AUTOTUNE_RECORDS_DATASET_H
#define AUTOTUNE_RECORDS_DATASET_H

#include "machine/target.h"
#include "plan/schedule.h"
#include "plan/verdict.h"
#include "plan/workload.h"

// Why a schedule was measured. Row: enumerator, text, meaning.
#define DATASET_ORIGINS(X)                                                                         \
  X(CHOICE, "choice", "what a cost model chose without measuring")                                 \
  X(EXPLORE, "explore", "history of a measured search")                                            \
  X(RANDOM, "random", "drawn uniformly from the space")                                            \
  X(GRID, "grid", "a point of a full sub-grid of the space (replay table)")                        \
  X(PROMISING, "promising", "one of those that the learned model held to be the fastest")          \
  X(AGAIN, "again", "a point of a grid once more, to judge what a search found")                   \
  X(BASELINE, "baseline", "the choice once more, beside the trials of autotune tune")              \
  X(PAIRED, "paired", "one of the fastest once more, in turn with another")                        \
  X(FUSION, "fusion", "a kernel of a program under some partition, timed inside the program")

typedef enum DatasetOrigin {
#define X(name, text, meaning) ORIGIN_##name,
  DATASET_ORIGINS(X)
#undef X
      ORIGIN_COUNT
} DatasetOrigin;

enum { DATASET_MAX_REPEATS = 16 };

typedef struct DatasetMachine {
  char *cpu;     // which processor: machine/cpu_identity.h
  char *target;  // text that target_parse reads: what the schedules were made and compiled for
  Target parsed; // of `target`
} DatasetMachine;

typedef struct DatasetWorkload {
  char *text;   // workload_print
  char *family; // operator family: conv, pointwise, depthwise, matmul, attention, pooling, ...
  char *source; // networks that contain it, joined by ','; "" when perturbed or generated
  Workload workload;
  uint64_t key;         // workload_key
  uint64_t contraction; // contraction_key
} DatasetWorkload;

typedef struct DatasetRow {
  int32_t workload; // index
  int32_t machine;  // index
  uint8_t origin;   // DatasetOrigin
  uint8_t verdict;  // Verdict
  uint8_t repeats;
  Schedule schedule;
  float cost_seconds;                 // of a processor, to compile, check and time it; 0: not known
  float seconds[DATASET_MAX_REPEATS]; // every repeat, in order; none unless the verdict is ok
} DatasetRow;

typedef struct Dataset {
  int32_t space_version; // SPACE_VERSION of the rows
  DatasetMachine *machines;
  DatasetWorkload *workloads;
  DatasetRow *rows;
  int32_t machine_count, workload_count;
  int64_t row_count;
} Dataset;

// Reads and appends to `dataset`, which starts as {0}. A damaged file is an error that names the
// line; rows whose schedule is no longer legal are dropped and counted in out_dropped (may be
// NULL). Destroy with dataset_destroy whatever the result.
Status dataset_read(const char *path, Dataset *dataset, int64_t *out_dropped);
// Written beside the path and moved over it, so that a kill leaves the old or the new file.
Status dataset_write(const char *path, const Dataset *dataset);
void dataset_destroy(Dataset *dataset);

// The place of the machine or the workload, which is added when it is new; another source of a
// known workload is added to its sources. All texts are copied. A `cpu` that is the name of a
// processor alone becomes an identity by its target (cpu_identity_recorded). A text that cannot be
// read is STATUS_USAGE.
Status dataset_add_machine(Dataset *dataset, const char *cpu, const char *target,
                           int32_t *out_machine);
// Whether both are one CPU, whatever part of its instructions their code may use: of one identity.
// Machines of one CPU (its levels) teach about each other, so none of them is unseen where another
// was trained on.
bool dataset_is_same_cpu(const DatasetMachine *a, const DatasetMachine *b);
Status dataset_add_workload(Dataset *dataset, const char *text, const char *family,
                            const char *source, int32_t *out_workload);
// Sources of both lists, each once; the caller frees them. NULL: no memory.
char *dataset_join_sources(const char *old, const char *added);
// Copies the row, whose workload and machine are in the dataset.
Status dataset_add_row(Dataset *dataset, const DatasetRow *row);
// Brings the rows of each task together, tasks in the order of workloads, then machines.
Status dataset_group(Dataset *dataset);
// Position in DATASET_ORIGINS, ORIGIN_COUNT when `name` is none of them; its text, that of
// ORIGIN_COUNT is "unknown".
DatasetOrigin dataset_origin_find(const char *name);
const char *dataset_origin_name(DatasetOrigin origin);

// Median of the repeats, 0 when there are none.
double dataset_row_seconds(const DatasetRow *row);

#endif
