// Workload: what is computed, without how. Equal key = same workload.
//
// One Workload describes one anchor op together with everything that may be
// fused with it: the ops that produce its initial value (stage INIT), those
// that transform its inputs element by element (stage BODY), and those that
// consume its result element by element (stage EPILOGUE). All of them are
// written in the anchor's iterators. Plain data: copied by assignment.
#ifndef AUTOTUNE_PLAN_WORKLOAD_H
#define AUTOTUNE_PLAN_WORKLOAD_H

#include "machine/element_type.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  WORKLOAD_MAX_ITERATORS = 10,
  WORKLOAD_MAX_ACCESSES = 28,
  WORKLOAD_MAX_STATEMENTS = 20,
  WORKLOAD_MAX_RANK = 8,
};

typedef enum IteratorKind { ITERATOR_PARALLEL, ITERATOR_REDUCTION } IteratorKind;

// When a statement runs in the life of an output element.
typedef enum Stage {
  STAGE_INIT,     // once, before the reduction: the initial value
  STAGE_BODY,     // for every point of the iteration space
  STAGE_EPILOGUE, // once, after the reduction: before the final store
  STAGE_COUNT
} Stage;

// How the anchor's body combines a new value with the accumulator.
typedef enum Combiner {
  COMBINER_NONE, // no reduction iterator: the body replaces the value
  COMBINER_ADD,
  COMBINER_MUL,
  COMBINER_MAX,
  COMBINER_MIN,
  COMBINER_AND,
  COMBINER_OR,
  COMBINER_OTHER, // a reduction in another form: order must be kept
  COMBINER_XOR,
} Combiner;

// constant + sum over i of coefficients[i] * iterator i, in elements.
typedef struct IndexExpr {
  int64_t constant;
  int32_t coefficients[WORKLOAD_MAX_ITERATORS];
} IndexExpr;

// The attribute by which a caller promises that a tensor argument of a function holds the same at
// every call; that of the arguments which a run puts in its place; and how the name of the function
// that makes those ends.
#define CONSTANT_ARGUMENT_ATTRIBUTE "autotune.constant"
#define PACKED_ARGUMENT_ATTRIBUTE "autotune.packed"
#define PACKING_FUNCTION_SUFFIX "_prepack"
// The name that an argument or a result has in the model that the module was made from.
#define VALUE_NAME_ATTRIBUTE "autotune.name"

// One buffer that is read or written, and where.
typedef struct Access {
  ElementType type;
  uint8_t rank;      // of the buffer; 0 = a single element
  uint8_t statement; // index into Workload.statements
  bool is_output;    // written: the result of the group
  bool is_constant;  // its contents are known at compile time, or the same at every call
  bool is_cold;      // read from memory at every run: the caches keep it from none to the next. It
                     // says where the op runs, not what it computes: neither in workload_key nor in
                     // texts. Never of an output
  bool has_run_strides; // of a memref: only the run knows how far apart rows are, and `strides` are
                        // guesses. As is_cold it says nothing of what is computed
  bool may_leave_shape; // a fused tensor.pad: indices outside read the pad value
  bool pad_is_neutral;  // with may_leave_shape: a body evaluation that reads the pad value leaves
                        // the accumulator as it is (0 times a weight, -inf under max)
  uint8_t produces; // 1 + the body statement that a panel of this access can hold the values of:
                    // it reads this and depends on no other iterators; 0: none
  int64_t shape[WORKLOAD_MAX_RANK];
  int64_t strides[WORKLOAD_MAX_RANK]; // elements; row-major unless a memref says otherwise
  IndexExpr index[WORKLOAD_MAX_RANK];
} Access;

// Operations of one evaluation of a statement's scalar body, on values of the statement's type.
typedef struct OpCounts {
  uint16_t add, mul, fma, div, compare, transcendental, cast, integer;
} OpCounts;

// One linalg op of the group. The anchor is one of them, in STAGE_BODY.
typedef struct Statement {
  Stage stage;
  bool is_anchor;
  ElementType type; // of its result
  OpCounts ops;
} Statement;

// How a factor becomes a value of the accumulators' type.
typedef enum FactorCast {
  FACTOR_NONE,
  FACTOR_SIGNED,
  FACTOR_UNSIGNED,
  FACTOR_FLOAT,
  FACTOR_CAST_COUNT
} FactorCast;

// A factor of the products that the anchor adds up.
typedef struct Factor {
  uint8_t access;
  uint8_t cast;   // FactorCast
  bool has_zero;  // a zero point, the same at every point, is subtracted from what was cast
  uint8_t halves; // 1 + the reduction of two iterations that reads the lower and the upper four
                  // bits of a byte without a sign; 0: none
  uint8_t shift;  // with halves: the access that has 0 and 4
} Factor;

// An iterator of which runs compute the first steps, whole units of them, and maybe more. It says
// what runs are like, not what is computed: neither in workload_key nor in texts, as
// Access.is_cold.
typedef struct PartialExtent {
  int64_t unit;     // steps; 0: there is no such iterator
  uint64_t sizes;   // to expect, equally likely ones: bit n for n + 1 units; 0: all steps
  uint8_t iterator; // parallel
  bool is_rare;     // mostly all of it: no tile is made for the rest
} PartialExtent;

typedef struct Workload {
  uint8_t iterator_count; // parallel and reduction mixed, outermost first as in the anchor
  uint8_t access_count;
  uint8_t statement_count;      // in order of evaluation within each stage
  uint8_t anchor;               // index of the anchor in statements
  uint8_t accumulator_count;    // results of the anchor that are live
  ElementType accumulator_type; // of the first of them
  Combiner combiner;
  bool is_convolution;      // some index has two iterators
  bool reads_destination;   // INIT reads the output buffer (no fill or bias fused)
  bool can_split_reduction; // accumulators may rest in an output buffer between reduction tiles
  bool is_ordered;   // the terms of the reduction must keep their order, whatever the combiner
  Factor factors[2]; // of products of two operands that are cast; FACTOR_NONE: it adds up no such
  bool scales_products; // these are of i32, which the body casts to f32, multiplies by what else it
                        // reads, and adds up: workload_group_iterators
  PartialExtent partial;
  // The number + 1 of the reduction of which only the run knows how many steps it has, 0: none. Its
  // extent is what to expect. As `partial` it says what runs are like.
  uint8_t open;
  // Bit per iterator of which only the run knows the extent, as kernels of a device may have them
  // (plan/simt): `extents` has what to expect, an odd number.
  uint16_t unknown;
  int64_t extents[WORKLOAD_MAX_ITERATORS]; // >= 2 unless the workload has one iterator
  IteratorKind kinds[WORKLOAD_MAX_ITERATORS];
  Access accesses[WORKLOAD_MAX_ACCESSES]; // inputs of all stages first, outputs last
  Statement statements[WORKLOAD_MAX_STATEMENTS];
} Workload;

// Whether the terms of the reduction must keep the order of the source.
static inline bool workload_keeps_order(const Workload *workload) {
  return workload->is_ordered || workload->combiner == COMBINER_OTHER;
}

static inline bool workload_is_open(const Workload *workload, int iterator) {
  return workload->open == iterator + 1;
}

static inline bool workload_is_unknown(const Workload *workload, int iterator) {
  return workload->unknown >> iterator & 1u;
}

// Whether access `a` depends on `iterator` in any dimension.
bool access_uses(const Access *access, int iterator);
// Whether it is an output that the body stores, point by point: it moves with a reduction.
bool access_is_stored_in_body(const Workload *workload, const Access *access);
// Coefficient of `iterator` in the linear element offset: sum over dims of stride * coefficient.
int64_t access_stride(const Access *access, int iterator);
// Elements of the whole buffer, at most INT64_MAX.
int64_t access_elements(const Access *access);
// Distinct elements touched when each iterator i moves over span[i] consecutive values
// (product over dims of the range, clipped to the shape): an upper bound for strided accesses.
int64_t access_footprint(const Access *access, const int64_t *span, int iterator_count);

// Whether some index has two iterators: the input of a convolution or pooling.
bool access_has_window(const Access *access, int iterator_count);
// Whether dimension `d` of the index leaves the buffer somewhere in the iteration space.
bool access_leaves_shape(const Workload *workload, const Access *access, int d);
// Whether an iterator of `kind`, another than `iterator`, moves an index that `iterator` moves.
bool access_shares_index(const Workload *workload, const Access *access, int iterator,
                         IteratorKind kind);
// Whether a reduction is a tap of a window: it moves an index that a parallel iterator moves too,
// or one that may lie in the padding, where the output has one position there.
bool access_is_tap(const Workload *workload, const Access *access, int reduction);

// Lists the reductions (outermost first) and returns their number.
int workload_reductions(const Workload *workload, uint8_t *out_iterators);
// Bit per reduction along which products of factors are scaled alike: their integers may be added
// up first.
uint32_t workload_group_iterators(const Workload *workload);
// Number of fused statements after the anchor.
int workload_epilogue_count(const Workload *workload);
// Whether a padding is fused: some access may leave its shape.
bool workload_has_padding(const Workload *workload);
// Whether all that is read is constant, and something is: then it is computed once. A fill reads
// nothing, and is made anew in every run.
bool workload_is_constant(const Workload *workload);
// Whether some operand is constant.
bool workload_has_constant(const Workload *workload);
// Bit per access that is cold.
uint32_t workload_cold_accesses(const Workload *workload);
// Bit per access of which only the run knows strides.
uint32_t workload_run_strides(const Workload *workload);
// Bytes of the cold buffers.
double workload_cold_bytes(const Workload *workload);
// Bit per iterator that occurs in an index which leaves its shape.
uint32_t workload_leaving_iterators(const Workload *workload);
// Whether the terms of the reduction may be combined in any order.
bool workload_can_reassociate(const Workload *workload);
// Whether taps outside the shape can be left out of the reduction.
bool workload_can_skip_taps(const Workload *workload);

// Whether vector code and scalar code of a statement may give different bits: functions such as
// exp.
bool workload_differs_by_lanes(const Workload *workload);

// Product of all extents; of the parallel ones.
int64_t workload_points(const Workload *workload);
int64_t workload_parallel_points(const Workload *workload);
// Arithmetic of the whole workload; a fused multiply-add counts 2. Casts and integer index work
// excluded.
double workload_flops(const Workload *workload);
// The same without what fusion computes again and again: statement s is needed at needed_points[s]
// points and counts for no more.
double workload_useful_flops(const Workload *workload, const int64_t *needed_points);
// Bytes of the buffer behind an access.
double access_bytes(const Access *access);
// Bytes of all buffers that are read or written, each once.
double workload_bytes(const Workload *workload);

// Stable 64-bit key of everything above but is_cold, has_run_strides, partial and open (FNV-1a over
// a canonical text).
uint64_t workload_key(const Workload *workload);
// The same with these: what a prediction depends on. Of this process only.
uint64_t workload_run_key(const Workload *workload);
// Writes a one-line description, e.g. "p64 p56 p56 r64 r3 r3 | f32[64,58,58](i3,i1+i4,i2+i5) ...".
// Returns the length needed, as snprintf does.
int workload_print(const Workload *workload, char *text, size_t size);
// The same in memory that the caller owns; NULL: there is none.
char *workload_text(const Workload *workload);
// Reads what workload_print wrote (the two round-trip). Returns false on anything else.
bool workload_parse(const char *text, Workload *out_workload);

#endif
