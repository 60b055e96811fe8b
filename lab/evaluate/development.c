// Which tasks constants are chosen by.
#include "lab/evaluate/development.h"

#include "lab/evaluate/evaluation_split.h"
#include <string.h>

enum { DEVELOPMENT_SEED = 2, DEVELOPMENT_PART = 4 };

const char development_judges[] =
    "resnet18,mobilenet_v1,mobilenet_v2,bert_base,bert_2layer,squeezenet";

static bool is_of_judged_family(const TrainingData *data, uint64_t contraction) {
  const Dataset *dataset = &data->dataset;
  for (int32_t w = 0; w < dataset->workload_count; w++)
    if (dataset->workloads[w].contraction == contraction &&
        family_is_held_out(dataset->workloads[w].family))
      return true;
  return false;
}

void development_mark(const TrainingData *data, const ContractionList *judges, uint8_t *out_marks) {
  for (size_t t = 0; t < data->set.task_count; t++) {
    uint64_t key = data->set.tasks[t].contraction_key;
    out_marks[t] = contraction_fold(key, DEVELOPMENT_SEED, DEVELOPMENT_PART) == 0 &&
                   !contraction_is_in_networks(&data->dataset, key, development_judges) &&
                   !contraction_is_listed(judges, key) && !is_of_judged_family(data, key);
  }
}
