// Operands: random arguments for a function, and what it leaves in them.
//
// Contents depend on the seed and the position only, so the reference and a candidate can be given
// the same numbers in different processes.
#ifndef AUTOTUNE_RUNTIME_OPERANDS_H
#define AUTOTUNE_RUNTIME_OPERANDS_H

#include "runtime/signature.h"

typedef enum OperandPlacement {
  PLACE_ALIGNED,       // 64-byte aligned, for timing
  PLACE_GUARDED,       // between unmapped pages, at the last: a read or write past the end crashes
  PLACE_GUARDED_FIRST, // the same at the first, for what lies before the beginning
} OperandPlacement;

// One argument. A buffer's element at index 0,0,... is data[type.offset].
typedef struct Operand {
  ValueType type;
  void *data;        // buffers: owned; scalars: points to `scalar`
  size_t data_bytes; // from data to the end of the last element
  void *mapping;     // guarded buffers only
  size_t mapping_bytes;
  union {
    double f64;
    float f32;
    int64_t i64;
    int32_t i32;
    int16_t i16;
    int8_t i8;
  } scalar;
} Operand;

typedef struct Operands {
  int count;
  double weight_gain; // factor on the weights' scale; 1 after operands_create
  bool is_exact;      // floats are 0 and powers of two: sums and products of them round nothing
  Operand *items;
} Operands;

Status operands_create(const Signature *signature, OperandPlacement placement,
                       Operands *out_operands);
void operands_destroy(Operands *operands);
// Floats: the first `data_count` arguments are drawn from N(0,1), the others from N(0, 2/fan_in)
// with fan_in the product of all dimensions but the first (0.1 N(0,1) below rank 2), all times
// weight_gain: deep residual networks saturate under a gain of 1. i8 and i16:
// -8..7. Wider integers: 0..7. i1: 0 or 1. What the function asks for goes before that: see draw.h.
void operands_fill(Operands *operands, int data_count, uint64_t seed);
// The same for the arguments that a call may have written: memrefs. Tensors are as they were.
void operands_refill(Operands *operands, int data_count, uint64_t seed);
// Draws the first `data_count` arguments anew and leaves the others.
void operands_fill_data(Operands *operands, int data_count, uint64_t seed);
// Copies dense row-major values of its type into an argument.
void operand_store(Operand *operand, const void *values);
int64_t operands_bytes(const Operands *operands);

// A dense row-major copy of one result.
typedef struct Output {
  ElementType type;
  int64_t count; // elements
  void *values;
  int rank;
  int64_t shape[VALUE_MAX_RANK];
} Output;

typedef struct Outputs {
  int count;
  Output *items;
} Outputs;

void outputs_destroy(Outputs *outputs);
int64_t output_bytes(const Output *output);

// Copies a strided buffer (data at index 0,0,...) into a new Output.
Output output_copy(const ValueType *type, const void *data);

typedef struct Comparison {
  bool agrees;
  double max_error;  // largest absolute difference / largest absolute expected value, per output
  double mean_error; // of all elements of an output instead of the largest
  int64_t nan_count; // NaN where none is expected
  char text[160];    // the first disagreement; "" when all agree
} Comparison;

// Compares under the tolerance of each element type times `tolerance_scale`: 1e-4 f32, 1e-10 f64,
// 1e-2 for the 16-bit floats, exact for integers. With a scale of 0 every element must have the
// bits that are expected, the sign of zero included; any NaN is like another.
Comparison outputs_compare(const Outputs *expected, const Outputs *actual, double tolerance_scale);
// Whether any value is finite and not zero: outputs without one prove nothing.
bool outputs_are_meaningful(const Outputs *outputs);

#endif
