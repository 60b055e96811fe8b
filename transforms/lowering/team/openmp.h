// OpenMP: marked loops become work for the threads of an OpenMP runtime.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_TEAM_OPENMP_H
#define AUTOTUNE_TRANSFORMS_LOWERING_TEAM_OPENMP_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

// Every marked scf.parallel (transforms/threads/thread_marks.h) of one dimension becomes a function
// of a thread's number (team.h), which a parallel region calls with as many threads as the mark
// says and the runtime has at most: OMP_NUM_THREADS may lower the number. A call that can have one
// thread only takes no region. Loops without a mark stay as they are, and so do those outside of
// func.func.
void openmp_lower(MlirOperation module);

#ifdef __cplusplus
}
#endif

#endif
