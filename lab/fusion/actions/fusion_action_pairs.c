// autotune-lab fusion pairs: their kernels beside what ran before, as a table.
#include "base/text.h"
#include "lab/fusion/actions/fusion_actions.h"

#include "base/file/output_file.h"
#include "lab/fusion/fusion_evaluate.h"
#include "lab/fusion/fusion_pairs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static bool put_text(FILE *file, const void *text) { return fputs(text, file) >= 0; }

static Status make_table(const FusionFile *file, const LearnedModel *model, char **out_text,
                         int64_t *out_rows) {
  size_t size = 0;
  FILE *stream = open_memstream(out_text, &size);
  if (!stream)
    return status_fail(STATUS_SYSTEM, "no memory for the table");
  Status status = fusion_pairs_write(file, model, stream, out_rows);
  return fclose(stream) == 0 || status != STATUS_OK
             ? status
             : status_fail(STATUS_SYSTEM, "no memory for the table");
}

static Status tell(const FusionCommand *command, int64_t rows) {
  if (command->output.is_json) {
    Json *json = json_make_object();
    json_put_text(json, "file", command->paths[1]);
    json_put_integer(json, "rows", rows);
    return output_json(json);
  }
  printf("%s: %" PRId64 " kernels\n", TEXT_LINE(command->paths[1]), rows);
  return STATUS_OK;
}

Status fusion_action_pairs(void *values) {
  const FusionCommand *command = values;
  FusionFile file = {0};
  LearnedModel *model = NULL;
  char *text = NULL;
  int64_t rows = 0;
  Status status = output_file_check(command->paths[1]);
  if (status != STATUS_OK)
    return status;
  status = learned_model_open(command->model, &model);
  if (status != STATUS_OK)
    TRY(status_fail(status, "--model: %s", status_text()));
  TRY(fusion_file_read_whole(command->paths[0], &file));
  TRY(fusion_check_judged(&file, NULL)); // or there is nothing to tell
  TRY(make_table(&file, model, &text, &rows));
  TRY(output_file_write(command->paths[1], put_text, text));
  TRY(tell(command, rows));
cleanup:
  free(text);
  fusion_file_destroy(&file);
  learned_model_destroy(model);
  return status;
}
