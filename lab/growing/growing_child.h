// GrowingChild: one entry of a growing file, made and added by a process of its own.
#ifndef AUTOTUNE_LAB_GROWING_GROWING_CHILD_H
#define AUTOTUNE_LAB_GROWING_GROWING_CHILD_H

#include "base/file/growing_file.h"

// As child_run (tools/collect/child.h). Work that takes more than so many seconds of the processor
// is ended: waiting for a lock does not count. What a process that failed has written is cut off.
Status growing_child_run(const GrowingFile *file, Status (*work)(void *user), void *user,
                         int seconds);

#endif
