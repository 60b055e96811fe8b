// Calls the dense layer of dense.mlir: relu(a b + bias). docs/lowering.md says how to build it.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 32, DEPTH = 64, COLUMNS = 96 };

// memref<?x?xf32> and memref<?xf32>: one struct per rank and element type.
typedef struct Matrix {
  float *allocated; // what free takes; the callee reads it only to free
  float *aligned;   // element 0 is aligned[offset]
  int64_t offset;
  int64_t sizes[2], strides[2]; // in elements
} Matrix;

typedef struct Vector {
  float *allocated, *aligned;
  int64_t offset;
  int64_t sizes[1], strides[1];
} Vector;

// With llvm.emit_c_interface: the result first, then every argument, all by pointer.
void _mlir_ciface_dense(Matrix *result, Matrix *a, Matrix *b, Vector *bias);

// Without it: the fields of every argument one by one, and the result as a struct.
Matrix dense(float *a_allocated, float *a_aligned, int64_t a_offset, int64_t a_rows,
             int64_t a_columns, int64_t a_row_stride, int64_t a_column_stride, float *b_allocated,
             float *b_aligned, int64_t b_offset, int64_t b_rows, int64_t b_columns,
             int64_t b_row_stride, int64_t b_column_stride, float *bias_allocated,
             float *bias_aligned, int64_t bias_offset, int64_t bias_size, int64_t bias_stride);

static float a[ROWS][DEPTH], b[DEPTH][COLUMNS], bias[COLUMNS];

static void fill(float *values, int count, int step) {
  for (int i = 0; i < count; i++)
    values[i] = (float)(i * step % 17 - 8) / 8;
}

static int count_errors(const Matrix *result) {
  int errors = 0;
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++) {
      double sum = bias[j];
      for (int k = 0; k < DEPTH; k++)
        sum += (double)a[i][k] * b[k][j];
      double got =
          result->aligned[result->offset + i * result->strides[0] + j * result->strides[1]];
      errors += !(fabs(got - fmax(sum, 0)) <= 1e-4);
    }
  return errors;
}

int main(void) {
  fill(&a[0][0], ROWS * DEPTH, 3);
  fill(&b[0][0], DEPTH * COLUMNS, 5);
  fill(bias, COLUMNS, 7);

  // The caller's arrays are contiguous, need the alignment of their elements only, and are not
  // written. `allocated` of an argument may be anything: the callee frees none.
  Matrix a_view = {&a[0][0], &a[0][0], 0, {ROWS, DEPTH}, {DEPTH, 1}};
  Matrix b_view = {&b[0][0], &b[0][0], 0, {DEPTH, COLUMNS}, {COLUMNS, 1}};
  Vector bias_view = {bias, bias, 0, {COLUMNS}, {1}};

  Matrix first, second;
  _mlir_ciface_dense(&first, &a_view, &b_view, &bias_view);
  second = dense(&a[0][0], &a[0][0], 0, ROWS, DEPTH, DEPTH, 1, &b[0][0], &b[0][0], 0, DEPTH,
                 COLUMNS, COLUMNS, 1, bias, bias, 0, COLUMNS, 1);

  int errors = count_errors(&first) + count_errors(&second);
  printf("%d of %d values are wrong\n", errors, 2 * ROWS * COLUMNS);
  // Results are the caller's, and so is their memory: `allocated`, which is malloc's, not
  // `aligned`.
  free(first.allocated);
  free(second.allocated);
  return errors != 0;
}
