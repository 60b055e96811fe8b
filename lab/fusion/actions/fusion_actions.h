// The actions of `autotune-lab fusion`, a file each; lab/command_fusion.c has their flags.
#ifndef AUTOTUNE_LAB_FUSION_ACTIONS_FUSION_ACTIONS_H
#define AUTOTUNE_LAB_FUSION_ACTIONS_FUSION_ACTIONS_H

#include "base/status.h"
#include "tools/output.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct FusionCommand {
  const char *paths[2];
  const char *modules, *lock, *judged, *models, *model;
  int64_t partitions, runs, rounds, core, seed;
  double seconds, times;
  double stop_seconds; // of collect, 0: never
  bool is_stopped;     // by that
  OutputFlags output;
} FusionCommand;

// `values` is a FusionCommand.
Status fusion_action_collect(void *values);
Status fusion_action_compare(void *values);
Status fusion_action_evaluate(void *values);
Status fusion_action_export(void *values);
Status fusion_action_fit(void *values);
Status fusion_action_pairs(void *values);

#endif
