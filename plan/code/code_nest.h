// CodeNest: loops with straight-line code in them, as they stand before the compiler for machine
// code sees them: what a schedule of anybody's has made of a function. Plain data: trips, accesses
// with their steps, and operations. A LoopNest says what a Schedule of ours will become; a CodeNest
// is read from code and knows no schedule.
//
// Invariant: a loop stands after the loop around it; loop 0 is the body of the function, one trip.
#ifndef AUTOTUNE_PLAN_CODE_CODE_NEST_H
#define AUTOTUNE_PLAN_CODE_CODE_NEST_H

#include "base/pool.h"
#include "plan/workload.h"

enum {
  CODE_MAX_DEPTH = 16,      // loops around one another, the body of the function included
  CODE_MAX_FORMS = 6,       // kinds of vectors in one loop
  CODE_MAX_ACCESSES = 8192, // straight-line code beyond this takes no compiler a reasonable time
  CODE_MAX_LOOPS = 512,
};

// An argument of the function, or what it allocates.
typedef struct CodeBuffer {
  bool is_argument; // others of these may be the same memory
  uint8_t rank;
  int64_t element_bytes;
  int64_t shape[WORKLOAD_MAX_RANK], strides[WORKLOAD_MAX_RANK]; // elements
} CodeBuffer;

// One op that reads or writes, in dimensions of its buffer.
typedef struct CodeAccess {
  int16_t loop; // in whose trip it stands
  int16_t buffer;
  bool is_store;
  int32_t lanes;       // elements at once: 1 of a scalar
  int64_t lane_stride; // elements from lane to lane, 0: one element for all
  int32_t update;      // of a store: operations from a load of this element to it, 0: none
  bool update_adds, update_multiplies; // the last of them is an addition, a product and one
  int64_t offset[WORKLOAD_MAX_RANK];   // in the first trip of every loop
  int64_t step[CODE_MAX_DEPTH][WORKLOAD_MAX_RANK]; // per trip of the loop of that depth around it
} CodeAccess;

// Operations on values of one form.
typedef struct CodeWork {
  int32_t lanes, element_bytes;
  OpCounts ops;
} CodeWork;

typedef struct CodeLoop {
  int16_t parent; // -1: of loop 0
  int16_t depth;  // 0 of loop 0
  bool is_exact;  // the trips are the same each time
  double trips;   // mean; below 1: a condition that holds in a part of the cases
  // Of one trip, without the loops inside:
  int work_count;
  CodeWork work[CODE_MAX_FORMS];
  double shuffles;   // operations that move lanes
  double live_bytes; // of vectors that wait for a use at once
  double calls;      // of functions of the C library
  // Values that go from trip to trip in registers.
  double carried_bytes;
  int32_t chain; // operations from trip to trip, the longest way
  bool chain_adds, chain_multiplies;
} CodeLoop;

typedef struct CodeNest {
  Pool *pool; // of all that it holds; lent
  int loop_count, access_count, buffer_count;
  CodeLoop *loops;
  CodeAccess *accesses;
  CodeBuffer *buffers;
} CodeNest;

// Elements from the first to the access in the linear order of its buffer.
int64_t code_access_linear(const CodeNest *nest, const CodeAccess *access, const int64_t *index);
// Elements from trip to trip of the loop of this depth.
int64_t code_access_stride(const CodeNest *nest, const CodeAccess *access, int depth);
// Whether both touch the same elements, in every trip.
bool code_access_is_same(const CodeAccess *a, const CodeAccess *b);
// Whether loop `inner` is `outer` or inside it.
bool code_loop_is_inside(const CodeNest *nest, int inner, int outer);
// The entry of that form, made when it is not there; of many forms, the last one.
CodeWork *code_loop_work(CodeLoop *loop, int32_t lanes, int32_t element_bytes);

#endif
