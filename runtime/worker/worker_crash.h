// The end of a worker by a signal or for want of memory: it leaves a last message on its channel.
#ifndef AUTOTUNE_RUNTIME_WORKER_WORKER_CRASH_H
#define AUTOTUNE_RUNTIME_WORKER_WORKER_CRASH_H

#include <stddef.h>
#include <stdint.h>

// To be called by the main thread.
void worker_crash_watch(int channel);
void worker_crash_exhausted(size_t size);      // memory of so many bytes cannot be had
void worker_crash_limit_memory(int64_t bytes); // beyond what the process uses now; 0: no limit

#endif
