// Emitter: the state shared by the files of the kernel builder (emit*.c).
//
// Each file uses those before it only: emit_index.c and emit_vector.c are the vocabulary of all of
// them; emit_loops.c makes loops, and splits them into main, remainder and border parts;
// emit_forall.c makes loops that threads share; emit_buffers.c holds the payload's buffers and
// scratch; emit_place.c knows where statements read and write (emit_place.h), emit_access.c does it
// for them; emit_body.c evaluates them; emit_dot.c does so by dot products; emit_panel.c
// (emit_panel.h) and emit_image.c for emit_pack.c, emit_constant.c and the prologues of rules
// (emit_rule_*.c) fill scratch buffers, emit_copies.c those before all loops; emit_kernel.c builds
// one register tile, of what emit_tile.c, emit_sums.c, emit_matrix.c, emit_evaluate.c, emit_start.c
// and emit_finish.c do for it (register_tile.h); emit_sweep.c builds an epilogue; emit_partial.c
// leaves out what is not there; emit_open.c ends a reduction where the run says; emit.c walks the
// loops of a LoopNest.
#ifndef AUTOTUNE_TRANSFORMS_KERNEL_EMITTER_H
#define AUTOTUNE_TRANSFORMS_KERNEL_EMITTER_H

#include "base/status.h"
#include "plan/dot_product.h"
#include "plan/lane_operand.h"
#include "plan/loop_nest.h"
#include "plan/rule.h"
#include "plan/schedule_knobs.h"
#include "plan/threads/thread_split.h"
#include "transforms/group.h"
#include "transforms/ir.h"

enum {
  EMIT_MAX_ACCUMULATORS = 160, // vector values carried by a kernel loop
  EMIT_MAX_CARRIED = EMIT_MAX_ACCUMULATORS + GROUP_MAX_RESULTS,
  EMIT_MAX_SEGMENTS = 40,
  EMIT_MAX_LANES = 128,      // values of one vector
  EMIT_CACHE_SIZE = 1 << 13, // power of two
};

// An index value `value + constant`; value is null when static.
typedef struct Position {
  MlirValue value;
  int64_t constant;
} Position;

static inline Position position_at_constant(int64_t constant) {
  return (Position){{NULL}, constant};
}
static inline bool position_is_static(Position position) { return mlirValueIsNull(position.value); }

// constant + sum of factors[i] * values[i].
typedef struct Linear {
  int64_t constant;
  int count;
  MlirValue values[2 * WORKLOAD_MAX_ITERATORS];
  int64_t factors[2 * WORKLOAD_MAX_ITERATORS];
} Linear;

// A piece of the vector iterator inside a register tile.
typedef struct Segment {
  int64_t offset; // from the tile's first iteration
  int lanes;      // of the vector value
  int valid;      // lanes that exist; fewer than `lanes` means masked
} Segment;

// A buffer that kernels write: an output or a packed scratch. On tensors `value` is the current
// SSA value, threaded through every loop inside which it is written.
typedef struct Slot {
  MlirValue value;
  int depth; // loops at this depth or outside it carry the slot; outputs: all loops
} Slot;

// Values made in the current straight-line scope, by what they stand for.
typedef struct CacheEntry {
  int64_t key[12];
  unsigned generation;
  MlirValue value;
} CacheEntry;

// The part of a buffer that a thread copies: positions [from, to) along one dimension.
typedef struct CopyPart {
  int dim;
  Position from, to;
} CopyPart;

typedef struct Emitter {
  IrBuilder ir;
  const Group *group;
  const Workload *work; // the group's, or what the rule makes of it
  const Schedule *schedule;
  const Target *target;
  const ThreadSplit *split; // null: one thread does all
  LoopNest nest;
  int kernel_depth;                       // first loop of BAND_KERNEL
  Workload rewritten;                     // storage for the latter
  int made_operand;                       // the access that the rule's prologue makes, -1: none
  Position base[WORKLOAD_MAX_ITERATORS];  // first iteration of the current tile
  Position limit[WORKLOAD_MAX_ITERATORS]; // one past its last
  int64_t size[WORKLOAD_MAX_ITERATORS];   // register tile (parallel) or unroll (reduction) in force
  int64_t first[WORKLOAD_MAX_ITERATORS];  // where the part in force begins, see register_tile.h
  MlirValue whole[WORKLOAD_MAX_ITERATORS]; // i1: the current tile does not reach beyond the extent;
                                           // null where no tile does
  Position open_end;                       // of the iterator that is open, as the run knows it
  int partial_iterator; // that ends where the run says, and its last tile with it; -1: none
  bool splits_border[WORKLOAD_MAX_ITERATORS]; // tiles classified interior, border, outside
  bool outside[WORKLOAD_MAX_ITERATORS];    // the current tile reads nothing but padding along this
                                           // iterator
  MlirValue values[WORKLOAD_MAX_ACCESSES]; // buffers after collapsing; outputs: see slots
  Slot outputs[GROUP_MAX_RESULTS];
  MlirValue made; // that the rule's prologue fills, from the value of made_operand
  Slot packs[LOOP_NEST_MAX_PACKS];
  const CopyPart *part; // of an image, that is to be filled; null: all of it
  Position pack_origin[LOOP_NEST_MAX_PACKS][WORKLOAD_MAX_ITERATORS];
  int8_t pack_of[WORKLOAD_MAX_ACCESSES];             // index into packs, -1 when read in place
  int8_t pack_of_statement[WORKLOAD_MAX_STATEMENTS]; // that holds its value, -1: evaluated
  bool pack_ready[LOOP_NEST_MAX_PACKS];
  bool pack_is_constant[LOOP_NEST_MAX_PACKS]; // packed at compile time
  MlirValue scratch[LOOP_NEST_MAX_PACKS + 1]; // memrefs to free at the end
  int scratch_count;
  CacheEntry *cache; // owned, EMIT_CACHE_SIZE entries
  unsigned generation;
  Status status; // first failure; building goes on, the result is undone
} Emitter;

// A point of the register tile together with the lanes evaluated at once.
typedef struct Point {
  int64_t offset[WORKLOAD_MAX_ITERATORS]; // from base; the vector iterator's is the segment's
  Segment segment;
  int vector;                    // iterator that the lanes run along; -1 for none
  const MlirValue *accumulators; // one per live accumulator, or null
} Point;

// emit_index.c
void emit_new_scope(Emitter *emitter); // forget cached values: a region was entered or left
// The entry of the current scope for a key; its value is null when it is new. Lent until the next
// call.
CacheEntry *emit_cache_find(Emitter *emitter, const int64_t *key);
void linear_add(Linear *linear, Position position, int64_t factor);
MlirValue emit_linear(Emitter *emitter, const Linear *linear);
// linear mod factor, or linear floordiv factor; folded as far as the factors allow.
MlirValue emit_linear_divide(Emitter *emitter, const Linear *linear, int64_t factor, bool modulo);
// The same as an affine expression of out_dims[0..*out_count), which has room for all values.
MlirAffineExpr emit_linear_expression(Emitter *emitter, const Linear *linear, MlirValue *out_dims,
                                      int *out_count);

// emit_vector.c
MlirType emit_element_type(Emitter *emitter, ElementType type);
MlirAttribute emit_constant_of(MlirValue value); // of an arith.constant, else null
// Element reads and writes at index values. Writes return the buffer's new value: on tensors the
// result, on memrefs the buffer itself. Of `lanes`, the first `valid` exist; the others read zero.
MlirValue emit_read_scalar(Emitter *emitter, MlirValue buffer, int rank, const MlirValue *index);
MlirValue emit_read_vector(Emitter *emitter, MlirValue buffer, int rank, const MlirValue *index,
                           int lanes, int valid);
MlirValue emit_write_scalar(Emitter *emitter, MlirValue buffer, int rank, const MlirValue *index,
                            MlirValue scalar);
// A vector of one lane is written as a scalar.
MlirValue emit_write_vector(Emitter *emitter, MlirValue buffer, int rank, const MlirValue *index,
                            MlirValue vector, int valid);
// `lanes` elements of a buffer, `stride` apart in its last dimension, from linear[] on, of which
// `valid` exist and the others may hold anything. Strides 1 to 4 use whole loads that end at the
// last element needed, others single loads.
MlirValue emit_read_run(Emitter *emitter, MlirValue buffer, int rank, const Linear *linear,
                        int lanes, int valid, int64_t stride);
MlirValue emit_broadcast(Emitter *emitter, MlirValue scalar, int lanes);
MlirValue emit_extract_lane(Emitter *emitter, MlirValue vector, int64_t lane);
MlirValue emit_shuffle(Emitter *emitter, MlirValue a, MlirValue b, int count, const int64_t *lanes);
// Transposes `count` vectors of `count` lanes (a power of two up to SQUARE_MOST_LANES) in place, in
// log2(count) rounds of interleaving the first half of the rows with the second.
void emit_transpose(Emitter *emitter, MlirValue *rows, int count);

// emit_loops.c
// Values that a loop carries, by where they are kept: before the loop the initial values, inside
// the running ones, after it the results.
typedef struct Carried {
  int count;
  MlirValue *items[EMIT_MAX_CARRIED];
} Carried;
MlirValue emit_open_for(Emitter *emitter, Position low, Position high, int64_t step,
                        Carried *carried);
void emit_close_for(Emitter *emitter, Carried *carried);
// The same for a condition: each side starts from the values before it.
typedef struct Branch {
  MlirOperation op;
  MlirValue before[EMIT_MAX_CARRIED];
} Branch;
void emit_open_if(Emitter *emitter, MlirValue condition, const Carried *carried,
                  Branch *out_branch);
void emit_else(Emitter *emitter, const Carried *carried, const Branch *branch);
void emit_close_if(Emitter *emitter, const Carried *carried, const Branch *branch);
// Runs `body` for every part of the loop nest.loops[depth], whose step is the block of its
// iterator: main, remainder, borders. Sets base, limit and size of the iterator around each call.
typedef void (*EmitPart)(Emitter *emitter, int depth, void *payload);
// Tiles [from, to) in steps of `step`, each of `size` iterations; one tile makes no loop.
void emit_run_tiles(Emitter *emitter, int depth, Position from, Position to, int64_t step,
                    int64_t size, Carried *carried, EmitPart body, void *payload);
void emit_blocking_loop(Emitter *emitter, int depth, Carried *carried, EmitPart body,
                        void *payload);
// The same for a loop whose step is no block: it only narrows the range of its iterator.
void emit_narrowing_loop(Emitter *emitter, int depth, Carried *carried, EmitPart body,
                         void *payload);
MlirValue emit_position(Emitter *emitter, Position position);
// Whether both ends are known, or constants from one value on.
bool emit_has_fixed_length(Position low, Position high);
// The last of low, low + step, low + 2 step, ... that is not above `high`.
Position emit_last_step(Emitter *emitter, Position low, Position high, int64_t step);
MlirValue emit_minimum(Emitter *emitter, Position a, Position b);
MlirValue emit_maximum(Emitter *emitter, Position a, Position b);

// emit_forall.c: a loop whose iterations threads share, with the mark of
// transforms/threads/thread_marks.h.
typedef struct SliceDim {
  Position from, to; // of a dimension of a tensor, the part that an iteration writes
  int64_t step;      // the length of all parts but the last; 0: the whole dimension
} SliceDim;
typedef struct Forall {
  int rank; // loops, from 0 on
  int64_t extents[THREAD_SPLIT_MAX_LOOPS], steps[THREAD_SPLIT_MAX_LOOPS];
  // Tensors that the iterations share, by where they are kept: before the loop the initial values,
  // inside what the iteration has written, after it the results. Of each the slice that an
  // iteration writes is set before the loop is closed.
  int count;
  MlirValue *items[GROUP_MAX_RESULTS];
  SliceDim slices[GROUP_MAX_RESULTS][PACK_MAX_RANK];
  MlirBlock body;
  MlirValue before[GROUP_MAX_RESULTS];
} Forall;
void emit_open_forall(Emitter *emitter, Forall *forall);
MlirOperation emit_close_forall(Emitter *emitter, Forall *forall, int threads);
// The variable of a loop; where the piece from `from` on ends, a multiple of `step`.
Position emit_forall_position(const Forall *forall, int loop);
Position emit_piece_end(Emitter *emitter, Position from, int64_t step, int64_t extent);

// emit_threads.c: what is built in between runs once a piece of e->split, each on the iterations of
// its own.
void emit_open_threads(Emitter *emitter, Forall *out_forall);
MlirOperation emit_close_threads(Emitter *emitter, Forall *forall);

// emit_buffers.c
// Takes the payload's buffers in the shape of e->work; the value of an access in its old type, for
// results.
void emit_open_buffers(Emitter *emitter);
MlirValue emit_expanded(Emitter *emitter, int access, MlirValue value, MlirType type);
// Frees the scratch buffers that were made after the first `kept`.
void emit_free_scratch(Emitter *emitter, int kept);
// A buffer: tensor.empty, or an aligned memref.alloc that emit_free_scratch frees.
MlirValue emit_scratch(Emitter *emitter, ElementType type, int rank, const int64_t *shape);
// Lanes of the vectors by which the pack is filled.
int emit_copy_lanes(const Emitter *emitter, const PackedBuffer *packed);

// emit_place.c
// Whether the access reads only padding at this point (static knowledge).
bool emit_is_outside(Emitter *emitter, int access, const Point *point);

// emit_access.c
MlirValue emit_load(Emitter *emitter, int access, const Point *point);
void emit_store(Emitter *emitter, int output, const Point *point, MlirValue value);
// The value of a body statement that the pack holds.
MlirValue emit_load_produced(Emitter *emitter, int pack, const Point *point);
MlirValue emit_pad_value(Emitter *emitter, int access); // scalar

// The `count` neighbours in memory, where the access is really read, from the point on, of which
// the first `valid` exist and the others are zero.
MlirValue emit_load_run(Emitter *emitter, int access, const Point *point, int count, int valid);

// `count` values of a pack from the point's row on.
MlirValue emit_load_tile_row(Emitter *emitter, int pack, const Point *point, int count);

// emit_dot.c: the dot product that the schedule asks for.
// Its left (0) or right (1) operand for the lanes of the point; `valid`: how many neighbours exist
// of those that one load takes.
MlirValue emit_dot_operand(Emitter *emitter, int side, const Point *point, int valid);
// Ones in place of that operand.
MlirValue emit_dot_ones(Emitter *emitter, int side, int lanes);
// The sums with the products added.
MlirValue emit_dot(Emitter *emitter, MlirValue left, MlirValue right, MlirValue sums);
MlirValue emit_factor_cast(Emitter *emitter, MlirValue vector, FactorCast cast, ElementType type);
MlirValue emit_flip(Emitter *emitter, MlirValue vector); // the highest bit of every i8
// Lane by lane one value of each of `count` vectors, a power of two of them, which are used up.
MlirValue emit_interleave(Emitter *emitter, MlirValue *rows, int count);

// emit_body.c
// The value of the scalar that the anchor's body subtracts from a factor, in every lane; null:
// none.
MlirValue emit_zero_point(Emitter *emitter, int factor, const Point *point);
// What the anchor yields where the products that it scales are `integers`.
void emit_scaled(Emitter *emitter, const Point *point, MlirValue integers, MlirValue *out);
MlirValue emit_source(Emitter *emitter, const ValueSource *source, const Point *point);
// New accumulators after one evaluation of the anchor, which also stores the outputs of the
// body (group_output_is_in_body).
void emit_anchor(Emitter *emitter, const Point *point, MlirValue *out_accumulators);
// combine(a, b) of accumulator k, vectors or scalars of equal type.
MlirValue emit_combine(Emitter *emitter, int accumulator, MlirValue a, MlirValue b);
MlirAttribute emit_neutral(Emitter *emitter, int accumulator);
MlirType emit_accumulator_type(Emitter *emitter, int accumulator); // element type
bool emit_combiner_supported(const Group *group, int accumulator);

// emit_extreme.c
// Whether the accumulator, a maxnumf or minnumf, is never NaN, and what its lanes start from then.
bool emit_extreme_is_number(const Emitter *emitter, int accumulator);
MlirAttribute emit_extreme_neutral(const Emitter *emitter, int accumulator);
// Of a vector and the accumulator's.
MlirValue emit_extreme_of(Emitter *emitter, int accumulator, MlirValue value, MlirValue before);
// What `op` of a body makes of its operands where it is that of such an accumulator, else null.
MlirValue emit_extreme(Emitter *emitter, MlirOperation op, const MlirValue *operands);

// emit_casts.c
// What `cast`, an op of a body, makes of `operand`, where it is a value that was there before it
// was narrowed; else null. `type`: of the result.
MlirValue emit_widened_again(MlirOperation cast, MlirType type, MlirValue operand);

// emit_tile.c
// Pieces of `size` iterations along the lanes, `step` a whole vector.
int emit_segments(const Emitter *emitter, int64_t size, int64_t step, Segment *out_segments);

// emit_start.c
// Accumulator as it rests in an output between two visits of its tile.
MlirValue emit_spilled(Emitter *emitter, int accumulator, const Point *point);

// emit_finish.c
// Whether an accumulator rests in this output; which one.
bool emit_output_rests(const Emitter *emitter, int output, int *out_accumulator);

// emit_kernel.c
void emit_kernel(Emitter *emitter);

// emit_partial.c: an iterator ends where what is there of a piece does, see CutMark.
void emit_limit_partial(Emitter *emitter);
// The loop over blocks of that iterator: whole ones, and one of the tiles of partial_tiles.
void emit_partial_loop(Emitter *emitter, int depth, Carried *carried, EmitPart body, void *payload);
// The loops of a nest that has none over that iterator, as it is one block: `body` from depth 0 on.
void emit_partial_nest(Emitter *emitter, Carried *carried, EmitPart body);

// emit_open.c: a reduction ends where the run says (Workload.open).
void emit_limit_open(Emitter *emitter);
// The loop over its blocks and those over what they leave.
void emit_open_loop(Emitter *emitter, int depth, Carried *carried, EmitPart body, void *payload);
// The end of a loop of one trip where `left` steps are between the two, of no trip else: those of a
// group of neighbours that is not whole.
Position emit_open_group_end(Emitter *emitter, Position low, Position high, int64_t left);
// The end of a loop over tiles of it, which has a trip where there are no steps as well: results
// are started and finished there.
Position emit_open_tiles_end(Emitter *emitter, int iterator);

// emit_sweep.c
// Applies the epilogue to the results of the current tile, which rest in the outputs.
void emit_sweep(Emitter *emitter);

// emit_panel.c, emit_image.c: fill a pack of that kind.
void emit_panel(Emitter *emitter, int pack);
void emit_image(Emitter *emitter, int pack);

// emit_pack.c
// Whether the pack is of an operand that is the same in every call, as a whole.
bool emit_is_whole_constant(const Emitter *emitter, int pack);
// Makes the buffers of the packs that are filled inside at least `from` and at most `to` loops, but
// for constants and what is filled already.
void emit_allocate_packs(Emitter *emitter, int from, int to);
void emit_allocate_pack(Emitter *emitter, int pack);
void emit_pack(Emitter *emitter, int pack);

// emit_constant.c: makes the packs of operands that are constants and packed whole.
void emit_constant_packs(Emitter *emitter);

// emit_copies.c: makes what comes before all loops and the buffers of packs that are filled inside
// at most `to_depth` loops; fills the packs that are filled inside `depth` loops. What
// emit_copy_constants has packed is left as it is: operands that are the same in every call, whose
// packs, outside all pieces, can be made before the calls.
void emit_copies(Emitter *emitter, int to_depth);
void emit_copy_constants(Emitter *emitter);
void emit_fill_packs(Emitter *emitter, int depth);
// Fills a pack in shares of all threads; returns their loop.
MlirOperation emit_share_pack(Emitter *emitter, int pack, CopyShare share);

// emit_padding.c: whether the op does nothing but copy its operand with padding around it; and the
// copy, straight into the result. True where threads share it, by the loop in `out_pieces`.
bool emit_is_padding(const Emitter *emitter);
bool emit_padding(Emitter *emitter, MlirOperation *out_pieces);

// emit_rule_*.c: what a rule runs before the nest, the column `prologue` of plan/rules.def. One
// that rewrites the workload fills e->made from the value of e->made_operand, as far as the
// iterators of e->work reach.
#define RULE(enumerator, name, cost, prologue) void prologue(Emitter *emitter);
#include "plan/rules.def"
#undef RULE

#endif
