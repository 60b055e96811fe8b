// Random modules of linalg ops as MLIR text: chains of named ops, generics with random maps and
// bodies, reductions, pads, slices and reshapes, in every element type, with sizes of one, odd and
// prime ones. The same seed gives the same text.
#ifndef AUTOTUNE_TEST_UNIT_TRANSFORMS_LINALG_RANDOM_H
#define AUTOTUNE_TEST_UNIT_TRANSFORMS_LINALG_RANDOM_H

#include <stddef.h>
#include <stdint.h>

// What a function is like: a chain of a few ops, or a graph of more with values that several ops
// read, residual sums and up to three results.
typedef enum LinalgShape { LINALG_CHAINS, LINALG_GRAPHS } LinalgShape;

// `functions` functions @f0, @f1, ... over tensors. Returns the length needed, as snprintf does.
size_t linalg_random_module(uint64_t seed, LinalgShape shape, int functions, char *text,
                            size_t size);

#endif
