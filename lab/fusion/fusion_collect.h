// Collecting fusion configurations: every module is measured under several partitions, in a process
// of its own, and becomes one program of the file.
#ifndef AUTOTUNE_LAB_FUSION_FUSION_COLLECT_H
#define AUTOTUNE_LAB_FUSION_FUSION_COLLECT_H

#include "passes/options.h"

#include <stdint.h>

typedef struct FusionCollect {
  const char *path;    // of the file that is added to
  const char *modules; // files and folders, joined by ','
  const char *lock;    // file that is locked while the clock runs
  int64_t partitions, runs, core, seed;
  double seconds; // begin no program after so many, 0: always
  const TuneOptions *tune;
  // Hears of each program that was measured, and of each that failed, with the reason; NULL reason:
  // it went well.
  void (*tell)(void *user, const char *name, const char *reason);
  void *user;
} FusionCollect;

typedef struct FusionCollected {
  int known, measured, failed; // programs
  bool is_stopped;             // by the seconds, before the last of them
} FusionCollected;

// A program is written when it is done: a kill loses the one at hand, and the same call goes on.
// Programs that the file has, of this processor and target, are not measured again. STATUS_USAGE
// where the file is something else, another process adds to it, or two modules have one name.
Status fusion_collect(const FusionCollect *collect, FusionCollected *out_collected);

#endif
