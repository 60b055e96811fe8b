// Npz: several named arrays in one file, as numpy.savez and savez_compressed write them: a zip
// archive of .npy files.
#ifndef AUTOTUNE_RECORDS_NPZ_H
#define AUTOTUNE_RECORDS_NPZ_H

#include "records/npy.h"

typedef struct NpyArrays {
  NpyArray *items; // owned
  int count;
} NpyArrays;

void npy_arrays_destroy(NpyArrays *arrays);
// Adds an array, whose values are taken. On failure they stay the caller's.
Status npy_arrays_add(NpyArrays *arrays, const NpyArray *array);

// Adds every array of the archive, in its order. STATUS_USAGE names the path, and the array where
// it is one that is wrong.
Status npz_read(const char *path, NpyArrays *arrays);
// Writes the file as a whole; equal arrays give equal bytes. The path has to be that of a regular
// file.
Status npz_write(const char *path, const NpyArrays *arrays);

#endif
