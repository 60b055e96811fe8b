// Child: work done in a process of its own, so that this one stays without a compiler in it, and so
// that what it dies of is not what we die of.
#ifndef AUTOTUNE_TOOLS_COLLECT_CHILD_H
#define AUTOTUNE_TOOLS_COLLECT_CHILD_H

#include "base/status.h"

// Fails as the work did; with STATUS_WORKER and `otherwise` when the process was ended by something
// else; with STATUS_SYSTEM when there is no process to be had.
Status child_run(Status (*work)(void *user), void *user, const char *otherwise);

#endif
