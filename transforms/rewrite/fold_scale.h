// ScaleFold: a convolution or product of matrices with constant weights, and the elementwise op
// after it that scales and shifts its channels by constants. scale_read.c finds one, fold_scale.c
// puts other weights and another initial value in their place.
#ifndef AUTOTUNE_TRANSFORMS_REWRITE_FOLD_SCALE_H
#define AUTOTUNE_TRANSFORMS_REWRITE_FOLD_SCALE_H

#include "transforms/rewrite/hoisted.h"
#include "transforms/rewrite/tensor_ops.h"

enum { SCALE_MAX_LINKS = 16, SCALE_MAX_LEAVES = TENSOR_OPS_MAX_INPUTS - 1 };

// What is done to the value v, with a number or an element of a leaf as x.
typedef enum LinkKind {
  LINK_ADD,           // v + x
  LINK_SUBTRACT,      // v - x
  LINK_SUBTRACT_FROM, // x - v
  LINK_MULTIPLY,      // v * x
  LINK_DIVIDE,        // v / x
} LinkKind;

typedef struct ScaleLink {
  LinkKind kind;
  int leaf;         // -1: a number
  MlirValue number; // of an arith.constant
} ScaleLink;

typedef struct ScaleFold {
  StructuredOp conv, user; // the op with the weights, and the one after it
  int weights;             // which input of conv
  int operand;             // of user that is the result of conv
  int link_count, leaf_count;
  ScaleLink links[SCALE_MAX_LINKS];
  HoistedLeaf leaves[SCALE_MAX_LEAVES]; // indices in the loops of conv
  uint32_t loops;                       // that leaves and the initial value walk
  int last;                             // which op of the body of user is the last link
  bool has_scale, has_shift;
  bool reads_argument;   // weights, leaves or the initial value are made of constant arguments
  HoistedLeaf init;      // the initial value, or value null:
  MlirValue init_number; // that of all elements
} ScaleFold;

// Whether there is something to fold after the op. If so, *out_barrier is NULL or why it may not
// be.
bool scale_fold_read(MlirOperation conv, ScaleFold *out_fold, const char **out_barrier);

#endif
