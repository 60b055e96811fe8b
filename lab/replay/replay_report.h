// What replay found, as Markdown and as JSON.
#ifndef AUTOTUNE_LAB_REPLAY_REPLAY_REPORT_H
#define AUTOTUNE_LAB_REPLAY_REPLAY_REPORT_H

#include "lab/replay/replay.h"
#include "records/json.h"
#include <stdio.h>

void replay_write_markdown(const ReplayResult *results, int count, int seed_count, FILE *file);
// The caller owns it.
Json *replay_json(const ReplayResult *results, int count);

#endif
