// SplitCase: a product of matrices, ways to schedule it and to split it over two threads, which the
// tests of splits and of their prices share.
#ifndef AUTOTUNE_TEST_UNIT_PLAN_SPLIT_CASE_H
#define AUTOTUNE_TEST_UNIT_PLAN_SPLIT_CASE_H

#include "plan/threads/thread_split.h"
#include "test/unit/base/check.h"

// C[m,n] += A[m,k] B[k,n], 168 x 512 over 256: 21 register tiles of eight rows, 32 of 16 columns.
// One row of 1 before those of A, as a reshape leaves it.
static const char *const matmul =
    "p168 p512 r256 | f32[1,168,256](0,i0,i2)@0 f32[256,512](i2,i1)@0 f32[168,512](i0,i1)@0!out | "
    "body*:f32(fma=1) | add f32 x1 split";
static const char *const plain = "direct(vector=i1x8, block=[8,16,1])",
                         *const packed = "direct(vector=i1x8, block=[8,16,1], pack=[0:0])";

enum { THREADS = 2 };
enum { LEFT_BYTES = 168 * 256 * 4, RIGHT_BYTES = 256 * 512 * 4 };

static const ThreadSplit none = {.threads = THREADS},
                         rows = {.threads = THREADS, .count = 1, .loops = {{0, 88, 2}}},
                         columns = {.threads = THREADS, .count = 1, .loops = {{1, 256, 2}}};

typedef struct SplitCase {
  Workload workload;
  Schedule schedule;
  LoopNest loops;
} SplitCase;

static inline void split_case_read(const char *schedule, SplitCase *out) {
  memset(out, 0, sizeof *out);
  CHECK(workload_parse(matmul, &out->workload));
  CHECK_EQUAL(schedule_parse(&out->workload, schedule, &out->schedule), STATUS_OK);
  CHECK_EQUAL(loop_nest_build(&out->workload, &out->schedule, &out->loops), REJECT_NONE);
}

#endif
