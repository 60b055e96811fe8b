// What replay found, as Markdown and as JSON.
#ifndef AUTOTUNE_TOOLS_REPLAY_REPORT_H
#define AUTOTUNE_TOOLS_REPLAY_REPORT_H

#include "tools/replay.h"
#include <stdio.h>

void replay_write_markdown(const ReplayResult *results, int count, int seed_count, FILE *file);
void replay_write_json(const ReplayResult *results, int count, FILE *file);

#endif
