// RunArrays: arrays of NumPy as the arguments of a function, and its results as such arrays.
//
// A list of files, joined by commas: each .npy is the next argument, in an .npz the names tell
// which one (arg0, arg1, ..., or arr_0, arr_1, ... as numpy.savez numbers them itself).
#ifndef AUTOTUNE_TOOLS_RUN_RUN_ARRAYS_H
#define AUTOTUNE_TOOLS_RUN_RUN_ARRAYS_H

#include "records/npz.h"
#include "runtime/operands.h"

// Reads the files of the list; NULL is none. The caller owns the arrays: npy_arrays_destroy. Their
// names are those of arguments from then on.
Status run_arrays_read(const char *list, NpyArrays *out_arrays);
// Number of the argument that a name stands for, -1 for none.
int run_arrays_position(const char *name);
// STATUS_USAGE when an array belongs to no argument, or to one of another type or shape.
Status run_arrays_check(const NpyArrays *arrays, const Signature *signature);
// Stores them in the operands, of a signature that was checked.
void run_arrays_fill(const NpyArrays *arrays, Operands *operands);

// Whether the results can be written to a file of that name, asked before the work.
Status run_arrays_check_path(const char *path, const Signature *signature);
// Writes what a call left, in the order of call_read_outputs: result0, ... and then the memrefs
// among the arguments by their names, to an .npz; a single one to an .npy.
Status run_arrays_write(const char *path, const Signature *signature, const Outputs *outputs);

#endif
