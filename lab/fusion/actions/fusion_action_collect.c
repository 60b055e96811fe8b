// autotune-lab fusion collect: programs measured under several partitions.
#include "base/text.h"
#include "lab/fusion/actions/fusion_actions.h"

#include "lab/fusion/fusion_collect.h"
#include "tools/command_line.h"

#include <stdio.h>

static void tell_program(void *user, const char *name, const char *reason) {
  const FusionCommand *command = user;
  if (reason)
    output_warning("fusion collect", "%s: %s", name, reason);
  else
    output_note(&command->output, "fusion collect", "%s", name);
}

Status fusion_action_collect(void *values) {
  FusionCommand *command = values;
  TuneOptions tune;
  FusionCollected collected;
  if (!command->modules)
    return status_fail(STATUS_USAGE, "no programs: name files and folders by --modules");
  Status status = command_line_host(&command->output, "fusion collect", &tune);
  if (status == STATUS_OK)
    status = output_measuring(&command->output, "fusion collect", &command->lock);
  if (status != STATUS_OK)
    return status;
  FusionCollect request = {.path = command->paths[0],
                           .modules = command->modules,
                           .lock = command->lock,
                           .partitions = command->partitions,
                           .runs = command->runs,
                           .core = command->core,
                           .seed = command->seed,
                           .seconds = command->stop_seconds,
                           .tune = &tune,
                           .tell = tell_program,
                           .user = command};
  status = fusion_collect(&request, &collected);
  if (status != STATUS_OK)
    return status;
  command->is_stopped = collected.is_stopped;
  if (collected.failed > 0 && collected.measured + collected.known == 0)
    return status_fail(STATUS_WORKER, "no program could be measured; the warnings say why");
  if (command->output.is_json) {
    Json *json = json_make_object();
    json_put_integer(json, "measured", collected.measured);
    json_put_integer(json, "known", collected.known);
    json_put_integer(json, "failed", collected.failed);
    json_put_bool(json, "is_stopped", collected.is_stopped);
    return output_json(json);
  }
  printf("%s: %d programs measured, %d were there already, %d failed\n",
         TEXT_LINE(command->paths[0]), collected.measured, collected.known, collected.failed);
  return STATUS_OK;
}
