// Thread marks: the attribute "autotune.threads" of a loop whose iterations several threads work
// on. It is what the lowering goes by: loops that run in parallel and carry no mark, a caller's
// own, stay loops of one thread.
#ifndef AUTOTUNE_TRANSFORMS_THREAD_MARKS_H
#define AUTOTUNE_TRANSFORMS_THREAD_MARKS_H

#include "mlir-c/IR.h"
#include <stdbool.h>

// `threads` > 1.
void thread_mark_write(MlirOperation loop, int threads);
// 0: no mark.
int thread_mark_read(MlirOperation loop);
// Whether `op` lies inside a loop that runs in parallel, marked or not.
bool thread_mark_is_inside(MlirOperation op);

#endif
