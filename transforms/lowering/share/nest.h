// Nest: ops that follow one another, a loop nest mostly, as a text of bytes that is equal for nests
// that compute the same from what they capture: values from outside are numbered, constants among
// them are part of the text. So are their types, but, if that is asked for, where buffers begin.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_SHARE_NEST_H
#define AUTOTUNE_TRANSFORMS_LOWERING_SHARE_NEST_H

#include "mlir-c/IR.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NEST_MAX_CAPTURES = 64, NEST_MAX_CONSTANTS = 256 };

typedef struct Nest {
  MlirOperation first, last;               // ops of one block
  MlirValue captures[NEST_MAX_CAPTURES];   // values from outside that are no constants
  MlirValue constants[NEST_MAX_CONSTANTS]; // results of arith.constant outside
  int capture_count, constant_count;
  int op_count;     // with those in regions
  bool is_anywhere; // types of captures may differ in the offset, see nest_capture_type
  bool is_scalar;   // one of them is a loop without vectors, which LLVM may vectorise
  char *text;       // owned
  size_t text_size, text_room;
  uint64_t hash; // of the text
} Nest;

// Reads the ops from `first` to `last`, of whose results none is used after them. False when they
// can be no function: they have branches or use too much from outside, more than NEST_MAX_CAPTURES
// values or constants; a loop over pieces of an unknown extent, which has the kernels of many ops,
// may use NEST_MAX_CONSTANTS. In any case the text is to be freed.
bool nest_read(MlirOperation first, MlirOperation last, bool is_anywhere, Nest *out_nest);

// The type of a buffer of static shape and strides that begins anywhere, to which the type can be
// cast; other types as they are.
MlirType nest_capture_type(MlirType type);

bool nest_equal(const Nest *a, const Nest *b);

#endif
