// The actions of `autotune records`; command_records.c has their flags.
#ifndef AUTOTUNE_TOOLS_RECORDS_RECORDS_ACTIONS_H
#define AUTOTUNE_TOOLS_RECORDS_RECORDS_ACTIONS_H

#include "base/status.h"
#include "tools/output.h"

#include <stdint.h>

typedef struct RecordsCommand {
  const char *paths[2]; // the store, and another file
  int64_t task;         // 0: all
  int64_t keep;
  OutputFlags output;
} RecordsCommand;

// `values` is a RecordsCommand.
Status records_action_list(void *values);
Status records_action_show(void *values);
Status records_action_best(void *values);
Status records_action_export(void *values);
Status records_action_import(void *values);
Status records_action_merge(void *values);
Status records_action_prune(void *values);
Status records_action_verify(void *values);

#endif
