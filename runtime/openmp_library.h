// The runtime library of OpenMP that compiled code for several threads calls.
#ifndef AUTOTUNE_RUNTIME_OPENMP_LIBRARY_H
#define AUTOTUNE_RUNTIME_OPENMP_LIBRARY_H

// Its path: the file beside the library that this code is in, else LLVM's. NULL: there is neither.
// Static storage.
const char *openmp_library_path(void);

#endif
