// Thread marks: the attribute "autotune.threads" of a loop whose iterations several threads work
// on. It is what the lowering goes by: loops that run in parallel and carry no mark, a caller's
// own, stay loops of one thread.
#ifndef AUTOTUNE_TRANSFORMS_THREADS_THREAD_MARKS_H
#define AUTOTUNE_TRANSFORMS_THREADS_THREAD_MARKS_H

#include "mlir-c/IR.h"
#include <stdbool.h>

// `threads` > 1. `is_uneven`: neighbouring iterations go to different threads, because the work
// grows or shrinks from one to the next.
void thread_mark_write(MlirOperation loop, int threads, bool is_uneven);
bool thread_mark_is_uneven(MlirOperation loop);
// 0: no mark.
int thread_mark_read(MlirOperation loop);
// Whether `op` lies inside a loop that runs in parallel, marked or not.
bool thread_mark_is_inside(MlirOperation op);

#endif
