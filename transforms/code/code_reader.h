// CodeReader: what the files share that read code into a CodeNest. Index values are computed for
// chosen trips of the loops around rather than as formulas: a step is what one trip more makes of
// an address, whatever the arithmetic that makes it.
#ifndef AUTOTUNE_TRANSFORMS_CODE_CODE_READER_H
#define AUTOTUNE_TRANSFORMS_CODE_CODE_READER_H

#include "transforms/code/code_read.h"
#include "transforms/ir.h"

// A loop around the code that is being read. A condition and a copied dimension have no values.
typedef struct CodeFrame {
  int loop;
  MlirBlock block;                        // of what it repeats; null of a copy
  MlirValue variable, lower, upper, step; // null: none
  int64_t value;                          // of the variable, at the trip that is looked at
  int64_t trips;                          // the most
} CodeFrame;

// How a value came out of those that go from trip to trip: in so many operations.
typedef struct CodeChain {
  MlirValue value;
  int source; // which load or carried value of this block it began at
  int32_t length;
  bool adds, multiplies;
} CodeChain;

// The innermost loop with which a value moves, as the number of loops around it.
typedef struct CodeHome {
  MlirValue value;
  int depth;
} CodeHome;

enum { CODE_MAX_LEVELS = 1000 }; // operations around one another that an index is made of

typedef struct CodeReader {
  CodeNest *nest;
  Pool *pool; // of the nest
  int depth;  // loops around, without that of the function
  CodeFrame frames[CODE_MAX_DEPTH];
  int budget;    // operations that may still be computed for one index or place
  int levels;    // of them, around the one that is computed
  uint32_t used; // frames whose variables an index was made of
  int chain_count;
  CodeChain *chains; // of the block that is being read
  MlirValue *roots;  // by buffer
  int home_count;
  CodeHome *homes; // of what loads and arithmetic give
  int op_count;
} CodeReader;

// A memref as a place in a buffer.
typedef struct CodeView {
  int buffer;
  int rank;
  int64_t offset, strides[WORKLOAD_MAX_RANK]; // elements of the buffer
} CodeView;

// --- code_number.c
// The value of an index or condition for the values of the frames.
Status code_number(CodeReader *reader, MlirValue value, int64_t *out_number);
// Begins an operation that an index or place is made of; it ends with --reader->levels. What ops
// read may be a chain as long as the module, with twice as many ways through it at each step:
// STATUS_UNSUPPORTED beyond what is looked at.
Status code_number_begin(CodeReader *reader);
// Puts every loop around at its first trip.
Status code_number_start(CodeReader *reader);
// Mean and most of the trips of a loop with these bounds, over all trips of those around (of many,
// a thousand of them). `condition`: of one that stands in their place; the mean is how often it
// holds.
typedef struct CodeTrips {
  MlirValue lower, upper, step, condition;
  double mean;
  int64_t most;
  bool is_exact;
} CodeTrips;
Status code_number_trips(CodeReader *reader, CodeTrips *trips);

// --- code_view.c
Status code_view(CodeReader *reader, MlirValue memref, CodeView *out_view);

// --- code_access.c
// The element of `memref` at these indices.
typedef struct CodePlace {
  MlirValue memref;
  int index_count;
  MlirValue *indices;
  int lanes, lane_dim; // lane_dim -1: one element for all lanes
} CodePlace;
// Adds it; out_access, lent by the nest until the next, may be null.
Status code_access(CodeReader *reader, const CodePlace *place, bool is_store,
                   CodeAccess **out_access);
Status code_access_copy(CodeReader *reader, MlirOperation copy);
// The load, store or transfer `op`. False when it is another op.
bool code_access_place(MlirOperation op, CodePlace *out_place, bool *out_is_store);

// --- code_work.c
// Counts an op without regions that is no access; STATUS_UNSUPPORTED when its cost is not known.
Status code_work(CodeReader *reader, MlirOperation op);
// Follows the values that the op is computed from.
void code_work_follow(CodeReader *reader, MlirOperation op, bool counts);
// The longest chain to this value that began at `source` (-1: at any); null: none.
const CodeChain *code_work_chain(const CodeReader *reader, MlirValue value, int source);
void code_work_begin_chain(CodeReader *reader, MlirValue value, int source);
// Lanes of a scalar or vector, all of them; 1 and 0 bytes of what is no number.
int64_t code_value_lanes(MlirValue value, int64_t *out_element_bytes);

// Notes with which loop the results of an op move: with that of `depth`.
void code_work_set_home(CodeReader *reader, MlirOperation op, int depth);
// That of what an op computes of its operands: the compiler moves it out of the loops inside.
int code_work_home(const CodeReader *reader, MlirOperation op);

// --- code_live.c
// The most bytes of vectors that wait for a use at once, in the order of the code.
double code_live_bytes(MlirBlock block);

// --- code_read.c
// A loop inside the one that is being read, until code_read_leave. STATUS_UNSUPPORTED when there
// are too many.
Status code_read_enter(CodeReader *reader, const CodeTrips *trips, MlirBlock block);
void code_read_leave(CodeReader *reader);
static inline CodeLoop *code_reader_loop(CodeReader *reader) {
  return &reader->nest->loops[reader->depth ? reader->frames[reader->depth - 1].loop : 0];
}

#endif
