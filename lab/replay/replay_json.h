// What replay found as JSON.
#ifndef AUTOTUNE_LAB_REPLAY_REPLAY_JSON_H
#define AUTOTUNE_LAB_REPLAY_REPLAY_JSON_H

#include "lab/replay/replay.h"
#include "records/json.h"

// The caller owns it.
Json *replay_json(const ReplayResult *results, int count, int seed_count);

#endif
