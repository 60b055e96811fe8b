// ThreadRun: a kernel compiled in several ways, checked and timed in turn.
#ifndef AUTOTUNE_LAB_THREADS_THREAD_RUN_H
#define AUTOTUNE_LAB_THREADS_THREAD_RUN_H

#include "lab/threads/thread_file.h"
#include "lab/threads/thread_ways.h"

// Compiles every way, compares what they compute, which has to be the same bits, and times them in
// `runs` turns. Adds the ways to `kernel`. `lock` is a descriptor (base/file/timing_lock.h), -1:
// none; this process keeps it, and the priority of those who measure, until it ends.
// STATUS_WORKER: a way computes something else.
Status thread_run(const OpEntry *entry, MlirContext context, const PlannedWay *ways, int count,
                  int runs, int lock, ThreadKernel *kernel);

#endif
