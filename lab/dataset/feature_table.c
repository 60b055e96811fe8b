// The features of a dataset as a NumPy array, with a table of rows and a list of names beside it.
#include "lab/dataset/feature_table.h"

#include "base/file/output_file.h"
#include "records/npy.h"
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>

typedef struct FeatureTable {
  const TrainingData *data;     // lent
  const TrainingFilter *filter; // lent
} FeatureTable;

static bool write_values(FILE *file, const void *user) {
  const TrainingSet *set = &((const FeatureTable *)user)->data->set;
  const int64_t shape[] = {(int64_t)set->row_count, FEATURE_COUNT};
  NpyArray array = npy_of_type(ELEMENT_F32, 2, shape);
  array.values = set->values; // lent
  return npy_write_file(file, &array);
}

static bool write_names(FILE *file, const void *user) {
  (void)user;
  for (int f = 0; f < FEATURE_COUNT; f++)
    fprintf(file, "%s\n", feature_name((Feature)f));
  return !ferror(file);
}

static void write_row(const TrainingData *data, size_t task, size_t row, bool is_left_out,
                      FILE *file) {
  const DatasetWorkload *workload = training_data_workload(data, task);
  const DatasetRow *measured = training_data_row(data, row);
  fprintf(file, "%d\t%016" PRIx64 "\t%s\t%s\t%d\t%s\t%s\t%s\t%.9g\t%.9g\t%d\n",
          (int)data->workloads[task], workload->contraction, workload->family, workload->source,
          (int)data->machines[task], data->dataset.machines[data->machines[task]].cpu,
          data->dataset.machines[data->machines[task]].target,
          dataset_origin_name((DatasetOrigin)measured->origin), data->set.seconds[row],
          training_set_analytical(&data->set, row), is_left_out);
}

static bool write_rows(FILE *file, const void *user) {
  const FeatureTable *table = user;
  const TrainingData *data = table->data;
  fprintf(file, "workload\tcontraction\tfamily\tsources\tmachine\tcpu\ttarget\torigin\tseconds\t"
                "analytical_seconds\tleft_out\n");
  for (size_t t = 0; t < data->set.task_count; t++) {
    bool is_left_out = !training_filter_keeps(data, table->filter, t);
    for (size_t n = 0; n < data->set.tasks[t].count; n++)
      write_row(data, t, data->set.tasks[t].first + n, is_left_out, file);
  }
  return !ferror(file);
}

static const struct {
  const char *ending;
  bool (*write)(FILE *file, const void *user);
} files[] = {{"npy", write_values}, {"tsv", write_rows}, {"names", write_names}};
enum { FILE_COUNT = sizeof files / sizeof *files };

static Status name_file(const char *path, int file, char name[PATH_MAX]) {
  return snprintf(name, PATH_MAX, "%s.%s", path, files[file].ending) < PATH_MAX
             ? STATUS_OK
             : status_fail(STATUS_USAGE, "the path %.40s... is too long", path);
}

Status feature_table_check(const char *path) {
  char name[PATH_MAX];
  Status status = STATUS_OK;
  for (int n = 0; n < FILE_COUNT && status == STATUS_OK; n++)
    if ((status = name_file(path, n, name)) == STATUS_OK)
      status = output_file_check(name);
  return status;
}

Status feature_table_write(const TrainingData *data, const TrainingFilter *filter,
                           const char *path) {
  FeatureTable table = {data, filter};
  char name[PATH_MAX];
  Status status = STATUS_OK;
  for (int n = 0; n < FILE_COUNT && status == STATUS_OK; n++)
    if ((status = name_file(path, n, name)) == STATUS_OK)
      status = output_file_write(name, files[n].write, &table);
  return status;
}
