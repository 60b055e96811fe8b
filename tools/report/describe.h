// Describe: a schedule in words, for people.
#ifndef AUTOTUNE_TOOLS_REPORT_DESCRIBE_H
#define AUTOTUNE_TOOLS_REPORT_DESCRIBE_H

#include "plan/schedule.h"

#include <stdint.h>

// "tiles 56x64 x8; registers 4x28 of 16 lanes; packs input 1" and so on. Returns the length needed,
// as snprintf does.
int schedule_describe(const Workload *workload, const Schedule *schedule, char *text, size_t size);

// "64x56x56 sum 64x3x3 f32": parallel extents, then the reduced ones, then the accumulator's type.
int workload_describe(const Workload *workload, char *text, size_t size);

// What a noun after that count ends in: "" or "s".
const char *plural(int64_t count);

#endif
