// Collecting what threads gain: the kernels of networks and of layers, each measured in a process
// of its own, become the kernels of a file.
#ifndef AUTOTUNE_LAB_THREADS_THREAD_COLLECT_H
#define AUTOTUNE_LAB_THREADS_THREAD_COLLECT_H

#include "passes/options.h"

#include <stdint.h>

typedef struct ThreadCollect {
  const char *path;    // of the file that is added to
  const char *modules; // files and folders, joined by ','; NULL: none
  const char *corpus;  // layers to draw from; NULL: none
  const char *lock;    // file that is locked while the clock runs
  int64_t draws, threads, runs, seed;
  double least_seconds;    // of a kernel on one thread, predicted
  const TuneOptions *tune; // for one thread
  // Hears of each kernel that was measured, and of each that failed, with the reason; NULL reason:
  // it went well.
  void (*tell)(void *user, const char *source, const char *kernel, const char *reason);
  void (*begin)(void *user); // before the first kernel is measured; not called where none is
  void *user;
} ThreadCollect;

typedef struct ThreadCollected {
  int known, measured, failed; // kernels
  int uncut;                   // whose loops nothing can be cut of
} ThreadCollected;

// A kernel is written when it is done: a kill loses the one at hand, and the same call goes on.
// Kernels that the file has, of this processor, target and number of threads, are not measured
// again. STATUS_USAGE where the file is something else or another process adds to it.
Status thread_collect(const ThreadCollect *collect, ThreadCollected *out_collected);

#endif
