// OpenMP: marked loops become work for the threads of an OpenMP runtime.
#ifndef AUTOTUNE_TRANSFORMS_THREADS_OPENMP_H
#define AUTOTUNE_TRANSFORMS_THREADS_OPENMP_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

// Every marked scf.parallel (transforms/threads/thread_marks.h) of one dimension becomes
// omp.parallel around omp.wsloop, with as many threads as its mark says and the runtime has at
// most: OMP_NUM_THREADS may lower the number. Loops without a mark stay as they are.
void openmp_lower(MlirOperation module);

#ifdef __cplusplus
}
#endif

#endif
