// autotune-lab fusion export: their kernels as a dataset.
#include "base/text.h"
#include "lab/fusion/actions/fusion_actions.h"

#include "base/file/output_file.h"
#include "lab/fusion/fusion_export.h"

#include <inttypes.h>
#include <stdio.h>

Status fusion_action_export(void *values) {
  const FusionCommand *command = values;
  FusionFile file = {0};
  Dataset dataset = {0};
  Status status = output_file_check(command->paths[1]);
  if (status != STATUS_OK)
    return status;
  TRY(fusion_file_read_whole(command->paths[0], &file));
  TRY(fusion_export(&file, command->judged, &dataset));
  TRY(dataset_write(command->paths[1], &dataset));
  if (command->output.is_json) {
    Json *json = json_make_object();
    json_put_text(json, "file", command->paths[1]);
    json_put_integer(json, "rows", dataset.row_count);
    TRY(output_json(json));
  } else {
    printf("%s: %" PRId64 " rows of %d workloads\n", TEXT_LINE(command->paths[1]),
           dataset.row_count, (int)dataset.workload_count);
  }
cleanup:
  fusion_file_destroy(&file);
  dataset_destroy(&dataset);
  return status;
}
