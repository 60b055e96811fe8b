// Nest from IR: what the loops of rewritten code do, found by following the code itself.
//
// Knows the workload (which buffer is indexed how), how many neighbours a panel holds side by side,
// and nothing else of the schedule, the loop nest or the emitter. The integer part of the code is
// run: loop bounds, indices, and the copies into scratch buffers, for which every scratch element
// remembers which element of the payload it holds; a value computed from several elements counts as
// the one that moves with most iterators. So every read is a read of payload elements, packed or
// not, and the accesses of a stretch of straight-line code say which iterations it stands for.
// Vector lanes that reach no store are not counted as read. Code that stores without reading for
// the body, such as a sweep over results, has a node for each store.
#ifndef AUTOTUNE_TEST_UNIT_TRANSFORMS_NEST_FROM_IR_H
#define AUTOTUNE_TEST_UNIT_TRANSFORMS_NEST_FROM_IR_H

#include "transforms/group.h"

enum {
  NEST_MAX_ACCESSES = 6, // inputs of the body, then outputs
  NEST_MAX_SCRATCH = 6,
  NEST_MAX_DIMS = WORKLOAD_MAX_ITERATORS + 2, // of a scratch buffer
  NEST_MAX_NODES = 1000000,
};

// Both ends included; low > high: nothing.
typedef struct NestRange {
  int64_t low, high;
} NestRange;

typedef enum NestKind {
  NEST_ROOT,
  NEST_LOOP, // one run of an scf.for around accesses of the body or stores; children: trips
  NEST_TRIP, // children in order of execution
  NEST_CODE, // straight-line code that evaluates the body
  NEST_FILL, // a scratch buffer is filled
} NestKind;

typedef struct NestNode {
  NestKind kind;
  int parent;
  int first_child, last_child, next; // -1: none
  int loop;                          // LOOP: number of the scf.for
  int64_t low, high, step, trips;    // LOOP; TRIP: low is the induction variable
  int carried, carried_lanes;        // LOOP: vectors in iter_args, the widest of them
  int scratch;                       // FILL
  int evaluations;                   // CODE: arithmetic operations
  int calls, products;               // CODE: instructions that are called by name; multiplications
  int reads[NEST_MAX_ACCESSES];      // CODE: read operations
  int stores, store_lanes;           // CODE: vectors stored by its kernel, the widest
  NestRange iteration[WORKLOAD_MAX_ITERATORS];
  // Per access: elements touched, by dimension; lowest offset in the buffer really read (the
  // scratch where packed), INT64_MAX where nothing is.
  NestRange index[NEST_MAX_ACCESSES][WORKLOAD_MAX_RANK];
  int64_t address[NEST_MAX_ACCESSES];
} NestNode;

typedef struct NestScratch {
  int access; // position in NestFromIr.accesses, -1: not an operand of the body
  int rank;   // where neighbours lie side by side they are one dimension more, the last
  int neighbours;
  int64_t shape[NEST_MAX_DIMS];
  int64_t element_bytes;
  // Index d of the operand grows by moves[d][e] with coordinate e; known[e]: seen to move.
  int64_t moves[WORKLOAD_MAX_RANK][NEST_MAX_DIMS];
  bool known[NEST_MAX_DIMS];
} NestScratch;

typedef struct NestFromIr {
  const Workload *work;
  const uint8_t *neighbours;
  int access_count, output; // output: position of the first output in accesses
  int accesses[NEST_MAX_ACCESSES];
  int node_count, node_capacity;
  NestNode *nodes; // owned; node 0 is the root
  int scratch_count;
  NestScratch scratch[NEST_MAX_SCRATCH];
  int patch_matrix; // IM2COL: number of elements that were found right, 0: there is no such matrix
  char error[256];
} NestFromIr;

// What must be noted before the group is rewritten.
typedef struct NestAnchor {
  MlirBlock block;
  MlirValue values[WORKLOAD_MAX_ACCESSES];
  bool on_tensors;
  int output_count;
  MlirOperation users[GROUP_MAX_RESULTS]; // a use of each output, the first comes first
  intptr_t operands[GROUP_MAX_RESULTS];
} NestAnchor;

// False when an output of the group is not used.
bool nest_anchor_note(const Group *group, NestAnchor *out_anchor);

// Reads the rewritten block. `work` is the workload whose iterators the loops walk; for a
// convolution turned into a contraction `convolution` is the one before, else null. `neighbours`:
// of each access, how many elements along a reduction a panel of it holds side by side, zeros for
// those that do not exist. False with a text in out_nest->error when the code does something that
// cannot be understood.
bool nest_from_ir(const NestAnchor *anchor, const Workload *work, const Workload *convolution,
                  const uint8_t *neighbours, NestFromIr *out_nest);
void nest_from_ir_destroy(NestFromIr *nest);

#endif
