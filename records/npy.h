// Npy: arrays as NumPy writes them to files.
//
// Values are kept as in the file: row-major, little-endian, without gaps. Another order of bytes or
// dimensions is refused with the remedy; NumPy makes a copy that has it in one call.
#ifndef AUTOTUNE_RECORDS_NPY_H
#define AUTOTUNE_RECORDS_NPY_H

#include "base/status.h"
#include "plan/workload.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { NPY_MAX_RANK = 16, NPY_NAME_BYTES = 128, NPY_HEADER_BYTES = 512, NPY_TYPE_BYTES = 256 };

typedef struct NpyArray {
  char name[NPY_NAME_BYTES]; // in an archive, without ".npy"; "" in a file of its own
  char kind;                 // of NumPy: f, i, u, b (booleans), V (bytes: bf16 comes as V2)
  int item_bytes;
  int rank;
  int64_t shape[NPY_MAX_RANK];
  void *values; // owned
} NpyArray;

void npy_destroy(NpyArray *array);
int64_t npy_elements(const NpyArray *array);
size_t npy_bytes(const NpyArray *array); // of the values

// Reads a whole file that is in memory. STATUS_USAGE: "NAME: what is wrong". The caller owns the
// result: npy_destroy.
Status npy_parse(const char *name, const void *bytes, size_t size, NpyArray *out_array);
// Reads a file; `path` as for path_open.
Status npy_read(const char *path, NpyArray *out_array);

// What stands before the values. Returns its length, at most NPY_HEADER_BYTES.
size_t npy_header(const NpyArray *array, char out_header[NPY_HEADER_BYTES]);
// Writes header and values. False, and errno, when that failed.
bool npy_write_file(FILE *file, const NpyArray *array);
// Writes the file as a whole (base/file/output_file.h).
Status npy_write(const char *path, const NpyArray *array);

// An array of that type and shape, without values.
NpyArray npy_of_type(ElementType type, int rank, const int64_t *shape);
// Whether the array has that shape, and elements that are the same bits: integers with or without
// sign, and for bf16 what ml_dtypes writes.
bool npy_fits(const NpyArray *array, ElementType type, int rank, const int64_t *shape);
// "float32[3,4]", for messages. Returns `text`, which has room for NPY_TYPE_BYTES.
const char *npy_print_type(const NpyArray *array, char *text);

#endif
