// TimingLock: the file whose lock (flock) is held while a clock runs, so that those who measure on
// one machine do it one after the other.
#ifndef AUTOTUNE_BASE_FILE_TIMING_LOCK_H
#define AUTOTUNE_BASE_FILE_TIMING_LOCK_H

#include "base/status.h"

// The one that all commands share unless they are told another.
#define TIMING_LOCK_DEFAULT "/tmp/autotune-timing.lock"

// What a user said of the lock: `none` becomes NULL, no lock. STATUS_USAGE when it is a file that
// cannot be locked. Where the default one cannot, nobody has said that there has to be one.
Status timing_lock_read(const char **path);

// Makes the file when it is missing, for all users. Follows no link. Returns a descriptor to close,
// -1 with errno: there is no lock. NULL and an empty path are none.
int timing_lock_open(const char *path);

// Waits for the lock; after a second, `waits` is called once. NULL: nobody is told.
void timing_lock_take(int lock, void (*waits)(void *user), void *user);

#endif
