// Workloads that the unit tests share, as text.
#ifndef AUTOTUNE_TEST_UNIT_PLAN_WORKLOADS_H
#define AUTOTUNE_TEST_UNIT_PLAN_WORKLOADS_H

#include "plan/workload.h"
#include <stddef.h>

typedef struct NamedWorkload {
  const char *name;
  const char *text;
} NamedWorkload;

// C[m,n] += A[m,k] B[k,n], all 8.
#define WORKLOAD_MATMUL_8                                                                          \
  "p8 p8 r8 | f32[8,8](i0,i2)@0 f32[8,8](i2,i1)@0 f32[8,8](i0,i1)@0!out | body*:f32(fma=1) | "     \
  "add f32 x1 split"
// NCHW 3x3 convolution 64 -> 64 of a 56x56 image, the padding already in the input.
#define WORKLOAD_CONV                                                                              \
  "p64 p56 p56 r64 r3 r3 | f32[64,58,58](i3,i1+i4,i2+i5)@0 f32[64,64,3,3](i0,i3,i4,i5)@0!const "   \
  "f32[64,56,56](i0,i1,i2)@0!out | body*:f32(fma=1) | add f32 x1 conv split"
// The same with the padding fused: indices from -1 to 56 into 56.
#define WORKLOAD_PADDED_CONV                                                                       \
  "p64 p56 p56 r64 r3 r3 | f32[64,56,56](i3,i1+i4-1,i2+i5-1)@0!pad "                               \
  "f32[64,64,3,3](i0,i3,i4,i5)@0!const f32[64,56,56](i0,i1,i2)@0!out | body*:f32(fma=1) | "        \
  "add f32 x1 conv split"
// Stride 2, NCHW, batch 2, fused padding of 3 (the first layer of ResNet), ragged on the right.
#define WORKLOAD_STRIDED_CONV                                                                      \
  "p2 p64 p112 p112 r3 r7 r7 | "                                                                   \
  "f32[2,3,224,224](i0,i4,2*i2+i5-3,2*i3+i6-3)@0!pad f32[64,3,7,7](i1,i4,i5,i6)@0!const "          \
  "f32[2,64,112,112](i0,i1,i2,i3)@0!out | body*:f32(fma=1) | add f32 x1 conv"
// NHWC convolution, filter hwcf.
#define WORKLOAD_NHWC_CONV                                                                         \
  "p14 p14 p32 r3 r3 r16 | f32[16,16,16](i0+i3,i1+i4,i5)@0 f32[3,3,16,32](i3,i4,i5,i2)@0!const "   \
  "f32[14,14,32](i0,i1,i2)@0!out | body*:f32(fma=1) | add f32 x1 conv split"
// Matmul 128x768x3072 with bias as initial value and a fused GELU.
#define WORKLOAD_GELU                                                                              \
  "p128 p3072 r768 | f32[3072](i1)@0 f32[128,768](i0,i2)@1 f32[768,3072](i2,i1)@1 "                \
  "f32[128,3072](i0,i1)@2!out | init:f32() body*:f32(fma=1) "                                      \
  "epilogue:f32(add=1,mul=3,transcendental=1) | add f32 x1"

// Producers of both operands, one with a second input; a reduction that can be split before the
// epilogue.
#define WORKLOAD_BETWEEN                                                                           \
  "p37 p53 r29 | f32[37,29](i0,i2)@1!produces1 f32[29](i2)@0 i8[29,53](i2,i1)@2!produces2 "        \
  "f32[53](i1)@4 f32[37,53](i0,i1)@4!out | body:f32(mul=1) body:f32(compare=1) body:f32(cast=1) "  \
  "body*:f32(fma=1) epilogue:f32(add=1,transcendental=1) | add f32 x1 split"

static const NamedWorkload workloads[] = {
    {"matmul 8", WORKLOAD_MATMUL_8},
    {"conv", WORKLOAD_CONV},
    {"padded conv", WORKLOAD_PADDED_CONV},
    {"strided conv", WORKLOAD_STRIDED_CONV},
    {"nhwc conv", WORKLOAD_NHWC_CONV},
    {"gelu", WORKLOAD_GELU},
    {"matmul between", WORKLOAD_BETWEEN},
    {"prime batch matmul",
     "p3 p37 p53 r19 | f64[3,37,19](i0,i1,i3)@0 f64[3,19,53](i0,i3,i2)@0 "
     "f64[3,37,53](i0,i1,i2)@0!out | body*:f64(fma=1) | add f64 x1 dest split"},
    {"matvec", "p1000 r2048 | f32[1000,2048](i0,i1)@0 f32[2048](i1)@0 f32[1000](i0)@0!out | "
               "body*:f32(fma=1) | add f32 x1 split"},
    {"dot", "r1001 | f32[1001](i0)@0 f32[1001](i0)@0 f32[]()@0!out | body*:f32(fma=1) | add f32 x1 "
            "split"},
    {"depthwise nhwc", "p1 p28 p28 p96 r3 r3 | "
                       "f32[1,28,28,96](i0,i1+i4-1,i2+i5-1,i3)@0!pad f32[3,3,96](i4,i5,i3)@0!const "
                       "f32[1,28,28,96](i0,i1,i2,i3)@0!out | body*:f32(fma=1) | add f32 x1 conv"},
    {"max pool", "p64 p56 p56 r3 r3 | f32[64,112,112](i0,2*i1+i3-1,2*i2+i4-1)@0!pad "
                 "f32[64,56,56](i0,i1,i2)@0!out | body*:f32(compare=1) | max f32 x1 conv"},
    {"transpose", "p35 p17 | f32[17,35](i1,i0)@0 f32[35,17](i0,i1)@0!out | body*:f32() | none f32 "
                  "x1"},
    {"broadcast sum",
     "p7 p129 | f32[129](i1)@0 f32[7,129](i0,i1)@0 f32[7,129](i0,i1)@0!out | body*:f32(add=1) | "
     "none f32 x1"},
    {"argmax", "p33 r65 | f32[33,65](i0,i1)@0 f32[33](i0)@0!out i64[33](i0)@0!out | "
               "body*:f32(compare=1,integer=1) | other f32 x2"},
    {"strided view", "p16 p24 | i8[16,24]{48,2}(i0,i1)@0 i32[16,24](i0,i1)@0!out | "
                     "body*:i32(cast=1,integer=2) | none i32 x1"},
    {"padded sum", "p10 p20 | f32[8,20](i0-1,i1)@0!pad f32[10,20](i0,i1)@0!out | body*:f32(add=1) "
                   "| none f32 x1"},
};
enum { WORKLOAD_COUNT = sizeof(workloads) / sizeof(workloads[0]) };

#endif
