// The matrices of the variants, by Cook and Toom at the points 0, 1, -1 (F2) and 0, 1, -1, 2, -2
// (F4), and infinity: the ones that A. Lavin and S. Gray give in "Fast Algorithms for Convolutional
// Neural Networks".
#include "transforms/winograd/winograd.h"

// clang-format off
const WinogradVariant winograd_variants[WINOGRAD_VARIANTS] = {
    {.outputs = 2, .tile = 4,
     .input = {1, 0, -1, 0,
               0, 1, 1, 0,
               0, -1, 1, 0,
               0, 1, 0, -1},
     .filter = {1, 0, 0,
                0.5, 0.5, 0.5,
                0.5, -0.5, 0.5,
                0, 0, 1},
     .output = {1, 1, 1, 0,
                0, 1, -1, -1}},
    {.outputs = 4, .tile = 6,
     .input = {4, 0, -5, 0, 1, 0,
               0, -4, -4, 1, 1, 0,
               0, 4, -4, -1, 1, 0,
               0, -2, -1, 2, 1, 0,
               0, 2, -1, -2, 1, 0,
               0, 4, 0, -5, 0, 1},
     .filter = {1. / 4, 0, 0,
                -1. / 6, -1. / 6, -1. / 6,
                -1. / 6, 1. / 6, -1. / 6,
                1. / 24, 1. / 12, 1. / 6,
                1. / 24, -1. / 12, 1. / 6,
                0, 0, 1},
     .output = {1, 1, 1, 1, 1, 0,
                0, 1, -1, 2, -2, 0,
                0, 1, 1, 4, 4, 0,
                0, 1, -1, 8, -8, 1}},
};
// clang-format on
