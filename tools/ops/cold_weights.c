// How cold the weights of a module are when it runs: see ColdWeights
// (transforms/extract/isolate.h).
#include "tools/ops/cold_weights.h"

#include "records/args_file.h"
#include "transforms/cold/cold_operands.h"

Status cold_weights_read(MlirModule module, const char *path, const Target *target,
                         ColdWeights *out_weights) {
  WeightTable table = {0};
  int data_count;
  Status status = STATUS_OK;
  TRY(args_file_read(path, &data_count));
  TRY(weight_table_create(mlirModuleGetOperation(module), data_count, &table));
  *out_weights = cold_weights_of(weight_table_sum(&table), data_count, target);
cleanup:
  weight_table_destroy(&table);
  return status;
}
