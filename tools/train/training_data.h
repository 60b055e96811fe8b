// TrainingData: datasets as features, and which of their rows a model may learn from.
#ifndef AUTOTUNE_TOOLS_TRAIN_TRAINING_DATA_H
#define AUTOTUNE_TOOLS_TRAIN_TRAINING_DATA_H

#include "costmodel/training.h"
#include "records/dataset.h"

typedef struct TrainingData {
  Dataset dataset;
  TrainingSet set;       // the rows that were measured well
  int64_t *dataset_rows; // owned: per row of the set, its place in the dataset
  int32_t *workloads;    // owned: per task, place in the dataset
  int32_t *machines;     // owned: the same
} TrainingData;

// Contractions by key, in any order. Owned by whoever has the list.
typedef struct ContractionList {
  uint64_t *keys;
  int64_t count;
} ContractionList;

// What is left out of training. The default, all zero, is nothing.
typedef struct TrainingFilter {
  const char *networks; // joined by ',': every contraction of theirs, whatever is fused with it
  const char *cpu;      // every row of processors whose name contains this
  const char *family;   // every workload of this operator family
  const ContractionList *contractions; // lent; NULL: none of them
  const ContractionList *near;         // near keys (plan/contraction.h); lent, the same
} TrainingFilter;

// Reads and joins the datasets. Destroy with training_data_destroy whatever the result.
Status training_data_read(const char *const *paths, int path_count, TrainingData *out_data);
void training_data_destroy(TrainingData *data);

const DatasetWorkload *training_data_workload(const TrainingData *data, size_t task);
// Whether the task was measured on the CPU of `machine`, with whatever instructions.
bool training_data_is_of_cpu(const TrainingData *data, size_t task, int32_t machine);
const DatasetRow *training_data_row(const TrainingData *data, size_t row);

// Whether one of the networks, joined by ',', contains the workload.
bool workload_is_in_networks(const DatasetWorkload *workload, const char *networks);
// The same of any workload with this contraction: whether the networks compute it in some form.
bool contraction_is_in_networks(const Dataset *dataset, uint64_t contraction, const char *networks);
bool contraction_is_listed(const ContractionList *list, uint64_t contraction); // NULL: never
// Whether it differs in one number at most from a contraction whose near keys are listed.
bool contraction_is_near(const ContractionList *list, const Workload *workload); // NULL: never
// STATUS_USAGE names the network, family or processor that nothing is of.
Status training_filter_check(const TrainingData *data, const TrainingFilter *filter);
// Whether the filter lets models see the workload of the task.
bool training_filter_keeps(const TrainingData *data, const TrainingFilter *filter, size_t task);
// Writes a RowUse for every row of the set: those of kept tasks are trained on or stopped by.
void training_data_uses(const TrainingData *data, const TrainingFilter *filter, uint32_t seed,
                        uint8_t *out_uses);

#endif
