// Ops and what was measured of them as JSON, the same in all commands.
#ifndef AUTOTUNE_TOOLS_OPS_OP_JSON_H
#define AUTOTUNE_TOOLS_OPS_OP_JSON_H

#include "records/json.h"
#include "search/measure/measurer.h"
#include "tools/ops/op_list.h"

// The entry at that place of its list: what it computes, its schedule, what is predicted.
Json *op_json_entry(const OpEntry *entry, int position);
// Adds the seconds and the speed that they are: arithmetic where there is some, and memory traffic.
void op_json_put_speed(Json *json, const OpEntry *entry, double seconds);
// What became of a measurement: its verdict, and the seconds or the reason.
Json *op_json_outcome(const OpEntry *entry, const Outcome *outcome);

#endif
