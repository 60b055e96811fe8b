// autotune-lab fusion fit: the constants of kernels inside programs.
#include "lab/fusion/actions/fusion_actions.h"

#include "lab/fusion/fusion_fit.h"

#include <stdio.h>

static void tell_fit(const FusionFit *fit) {
  for (int c = 0; c < PROGRAM_CONSTANT_COUNT; c++)
    printf("C(%s, %.4g)\n", program_constant_name((ProgramConstant)c), fit->constants[c]);
  printf("%d kernels; mean error of the logarithm %.4f, without the constants %.4f\n", fit->kernels,
         fit->after, fit->before);
}

static Status tell_fit_json(const FusionFit *fit) {
  Json *json = json_make_object(), *constants = json_make_object();
  for (int c = 0; c < PROGRAM_CONSTANT_COUNT; c++)
    json_put_number(constants, program_constant_name((ProgramConstant)c), fit->constants[c]);
  json_put(json, "constants", constants);
  json_put_integer(json, "kernels", fit->kernels);
  json_put_number(json, "log_error", fit->after);
  json_put_number(json, "log_error_without", fit->before);
  return output_json(json);
}

Status fusion_action_fit(void *values) {
  const FusionCommand *command = values;
  Status status = STATUS_OK;
  FusionFile file = {0};
  LearnedModel *model = NULL;
  FusionFit found;
  status = learned_model_open(command->model, &model);
  if (status != STATUS_OK)
    TRY(status_fail(status, "--model: %s", status_text()));
  TRY(fusion_file_read_whole(command->paths[0], &file));
  TRY(fusion_fit(&file, command->judged, model, &found));
  if (command->output.is_json)
    TRY(tell_fit_json(&found));
  else
    tell_fit(&found);
cleanup:
  fusion_file_destroy(&file);
  learned_model_destroy(model);
  return status;
}
