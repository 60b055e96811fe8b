// The kernels of fusion configurations as rows that models are trained on.
#include "lab/fusion/fusion_export.h"

#include "lab/fusion/fusion_evaluate.h"
#include "plan/family.h"

static Status add_kernel(const FusionProgram *program, const FusionKernel *kernel, int32_t machine,
                         Dataset *dataset) {
  Status status = STATUS_OK;
  Workload workload;
  DatasetRow row = {.machine = machine,
                    .origin = ORIGIN_FUSION,
                    .verdict = VERDICT_OK,
                    .repeats = (uint8_t)program->run_count};
  TRY(fusion_kernel_parse(program, kernel, &workload, &row.schedule));
  TRY(dataset_add_workload(dataset, kernel->workload,
                           workload_family_name(workload_family(&workload)), "", &row.workload));
  for (int r = 0; r < program->run_count; r++)
    row.seconds[r] = (float)kernel->seconds[r];
  TRY(dataset_add_row(dataset, &row));
cleanup:
  return status;
}

static Status add_program(const FusionProgram *program, Dataset *dataset) {
  Status status = STATUS_OK;
  int32_t machine;
  TRY(dataset_add_machine(dataset, program->cpu, program->target, &machine));
  for (int p = 0; p < program->partition_count; p++)
    for (int k = 0; k < program->partitions[p].kernel_count; k++)
      if (!fusion_kernel_is_repeated(program, p, k))
        TRY(add_kernel(program, &program->partitions[p].kernels[k], machine, dataset));
cleanup:
  return status;
}

Status fusion_export(const FusionFile *file, const char *judged, Dataset *dataset) {
  Status status = fusion_check_judged(file, judged);
  dataset->space_version = SPACE_VERSION;
  for (int p = 0; p < file->count && status == STATUS_OK; p++)
    if (!judged || !fusion_is_judged(judged, file->programs[p].name))
      status = add_program(&file->programs[p], dataset);
  if (status == STATUS_OK && dataset->row_count == 0)
    status = status_fail(STATUS_USAGE, "no kernel is left to export");
  return status == STATUS_OK ? dataset_group(dataset) : status;
}
