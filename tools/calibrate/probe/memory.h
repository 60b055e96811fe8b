// Memory: how fast a core reads from every level of its caches and from memory, and how many pages
// it can go through. The values are those of probes.def.
#ifndef AUTOTUNE_TOOLS_CALIBRATE_PROBE_MEMORY_H
#define AUTOTUNE_TOOLS_CALIBRATE_PROBE_MEMORY_H

#include "tools/calibrate/probe/kernels.h"

// Bytes a second from cache `level`, counted from 1; one beyond the last: from memory. 0 when the
// level cannot be told from its neighbours by size.
double probe_level(const ProbeSetting *setting, int level);
// The same of lines that are written, again and again.
double probe_write(const ProbeSetting *setting, int level);
double probe_tlb(const ProbeSetting *setting, int argument);

#endif
