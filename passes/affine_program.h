// AffineProgram: a loop nest of the affine dialect, or several neighbours, as plain data: a list of
// statements, each with its own loops, so that distributing, splitting and tiling only rewrite
// lists.
//
// Invariant: statements are in textual order. Two statements share their outermost n loops
// exactly when their positions[0 .. n) are equal; then these loops have equal bounds.
// Loops are numbered by depth, and every form of a statement speaks of its own loops.
#ifndef AUTOTUNE_PASSES_AFFINE_PROGRAM_H
#define AUTOTUNE_PASSES_AFFINE_PROGRAM_H

#include "core/status.h"
#include "mlir-c/IR.h"
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

enum {
  AFFINE_MAX_DEPTH = 14,
  AFFINE_MAX_BOUNDS = 4,
  AFFINE_MAX_GUARDS = 6,
  AFFINE_MAX_ACCESSES = 24,
  AFFINE_MAX_RANK = 6,
  AFFINE_MAX_NODES = 96,
  AFFINE_MAX_INDICES = 4,
  AFFINE_MAX_ARRAYS = 48,
  AFFINE_MAX_STATEMENTS = 512,
  AFFINE_MAX_ROOTS = 16,
  AFFINE_MAX_STORES = 48, // statements of the source
};
static_assert(AFFINE_MAX_ARRAYS <= 64 && AFFINE_MAX_STORES <= 64,
              "sets of arrays and of ids of statements are words of 64 bits");

// constant + sum of coefficients[d] * loop d.
typedef struct AffineForm {
  int64_t constant;
  int32_t coefficients[AFFINE_MAX_DEPTH];
} AffineForm;

// form + multiplier * ceildiv(dividend, divisor); divisor 0: the form alone.
typedef struct AffineBound {
  AffineForm form, dividend;
  int32_t divisor, multiplier;
} AffineBound;

// The greatest lower bound <= loop < the least upper bound, step 1.
typedef struct AffineLoop {
  uint8_t lower_count, upper_count;
  AffineBound lower[AFFINE_MAX_BOUNDS], upper[AFFINE_MAX_BOUNDS];
} AffineLoop;

// Holds where form >= 0.
typedef struct AffineGuard {
  AffineForm form;
} AffineGuard;

typedef struct AffineAccess {
  int array;
  uint8_t rank;
  AffineForm index[AFFINE_MAX_RANK];
} AffineAccess;

typedef enum AffineNodeKind {
  AFFINE_NODE_ACCESS,  // element read by accesses[index]
  AFFINE_NODE_OUTSIDE, // `value`, defined outside the nest: operand `index` of `op`
  AFFINE_NODE_INDEX,   // indices[index] as an index value
  AFFINE_NODE_OP,      // a pure op of the payload on other nodes
} AffineNodeKind;

typedef struct AffineNode {
  AffineNodeKind kind;
  int index;
  MlirValue value;
  MlirOperation op;
  const char *name; // null, or of the op that takes the place of `op`
  int operand_count;
  int operands[4];
} AffineNode;

// What a statement stores: the last node. Operands come before their users. Shared by copies.
typedef struct AffineBody {
  int node_count;
  AffineNode nodes[AFFINE_MAX_NODES];
} AffineBody;

// How a statement updates the element it stores: element = element (op) contribution.
typedef enum AffineUpdate {
  AFFINE_UPDATE_NONE,
  AFFINE_UPDATE_ADD,      // a sum with the element as one term, see AffineBody
  AFFINE_UPDATE_COMBINER, // another associative op with the element as one operand
} AffineUpdate;

typedef struct AffineStatement {
  int id;    // of the statement of the source that this is a part of, below AFFINE_MAX_STORES
  int depth; // loops around it
  int position[AFFINE_MAX_DEPTH + 1];
  AffineLoop loops[AFFINE_MAX_DEPTH];
  int guard_count;
  AffineGuard guards[AFFINE_MAX_GUARDS];
  int access_count; // accesses[0] is stored, the others are read
  AffineAccess accesses[AFFINE_MAX_ACCESSES];
  AffineForm indices[AFFINE_MAX_INDICES];
  const AffineBody *body; // lent by the program
  AffineUpdate update;
  int update_access; // the read of the element that is stored
  MlirLocation location;
  // What becomes of it: the loops with this bit are those of one linalg.generic.
  uint32_t raised;
  int sum;      // the parts of a sum that was taken apart have the same number, others 0
  double waste; // part of the iterations whose results nobody needs
  // The innermost loop, when it is parallel, of constant trip, and its iterations run side by side.
  uint32_t lanes;
  bool is_settled;   // a rule for loops that stay has chosen its loops
  uint32_t parallel; // loops whose iterations may run at once, and that nobody may touch any more
} AffineStatement;

// A memref, or a scalar or buffer that exists only in the program.
typedef struct AffineArray {
  MlirValue memref; // null: allocated when the program is emitted
  MlirValue result; // of the root: what the scalar holds behind the nest; null for others
  MlirType element;
  int rank;
  int64_t shape[AFFINE_MAX_RANK];
  bool is_local;   // nobody reads it after the nest
  bool is_scratch; // see affine_square
  // A private copy per iteration of some loops: the last one is copied back to this array, or -1.
  int origin;
  int expanded; // leading dimensions that were added, one per loop
} AffineArray;

typedef struct AffineProgram {
  int root_count;
  MlirOperation roots[AFFINE_MAX_ROOTS]; // the outermost affine.for ops, in textual order
  bool is_fused;                         // loops that stood side by side have become one
  int array_count;
  AffineArray arrays[AFFINE_MAX_ARRAYS];
  int body_count;
  AffineBody *bodies[AFFINE_MAX_STATEMENTS]; // owned
  int statement_count;
  AffineStatement *statements[AFFINE_MAX_STATEMENTS]; // owned
} AffineProgram;

// --- forms
AffineForm affine_form_constant(int64_t constant);
AffineForm affine_form_loop(int depth);
AffineForm affine_form_add(const AffineForm *a, const AffineForm *b, int64_t factor); // a+factor*b
bool affine_form_equal(const AffineForm *a, const AffineForm *b);
bool affine_form_is_constant(const AffineForm *form);
// Whether it has a loop of this depth or deeper.
bool affine_form_uses_from(const AffineForm *form, int depth);
// Replaces loop `depth` by `by`.
AffineForm affine_form_substitute(const AffineForm *form, int depth, const AffineForm *by);
// The loop of a subscript that is that loop plus a constant, or -1.
int affine_form_single_loop(const AffineForm *form);
// Whether both are the same element in every iteration; whether a subscript depends on the loop;
// whether consecutive iterations of it meet consecutive
// elements.
bool affine_access_equal(const AffineAccess *a, const AffineAccess *b);
bool affine_access_uses(const AffineAccess *access, int loop);
bool affine_access_is_contiguous(const AffineAccess *access, int loop);
AffineBound affine_bound(AffineForm form);
bool affine_bound_uses(const AffineBound *bound, int depth);
bool affine_loop_uses(const AffineLoop *loop, int depth);
// The difference of the only upper and the only lower bound; false when there are more.
bool affine_loop_trip(const AffineLoop *loop, AffineForm *out_trip);
bool affine_loop_constant_trip(const AffineLoop *loop, int64_t *out_trip);

// Loop `depth` counts from `by` less on: every use of it becomes the loop plus `by`.
void affine_statement_shift(AffineStatement *statement, int depth, int64_t by);
// Rewrites every form of the statement: old loop d becomes loop order[d].
void affine_statement_renumber(AffineStatement *statement, const int *order);
// Makes room for a new loop at `depth`; its bounds are left to the caller.
void affine_statement_insert_loop(AffineStatement *statement, int depth);
// Loop `depth` becomes the one over `count` tiles, and the loop inside counts in a whole tile of so
// many iterations. It must have one lower and one upper bound.
void affine_statement_tile(AffineStatement *statement, int depth, int64_t tile, AffineForm count);
// Least and greatest value of a form over the domain, by intervals; false when unbounded.
bool affine_statement_range(const AffineStatement *statement, const AffineForm *form,
                            int64_t *out_low, int64_t *out_high);

// Least (factor 1) or greatest (factor -1) value of a form over the loops from `point` on, whose
// bounds are single forms, in terms of those outside.
AffineForm affine_statement_extreme(const AffineStatement *statement, AffineForm form, int point,
                                    int factor);
// Iterations of a loop in the middle iteration of the loops around it.
int64_t affine_loop_trip_estimate(const AffineStatement *statement, int depth);
// Iterations of a statement in its loops from `level` on, as far as can be told.
double affine_statement_points(const AffineStatement *statement, int level);
// The end of the statements [from, ...), `to` at most, in the loop `level` of the first one, when
// all share the loops outside; `from` itself where it has no such loop but is a linalg op there or
// less deep.
int affine_loop_end(AffineStatement *const *statements, int from, int to, int level);
int64_t affine_array_elements(const AffineArray *array);
// The next number below `count` of a sequence that begins with any state, for schedules at random.
uint64_t affine_draw(uint64_t *state, uint64_t count);
AffineStatement *affine_statement_copy(const AffineStatement *statement); // owned by the caller
AffineProgram affine_program_copy(const AffineProgram *program);          // owned by the caller
void affine_program_destroy(AffineProgram *program);

// --- affine_read.c
// Reads the nest of `root`, an affine.for. STATUS_UNSUPPORTED says why it cannot be read; then
// there is nothing to destroy.
Status affine_program_read(MlirOperation root, AffineProgram *out_program);
// The same for neighbours in one block, between which nothing touches memory.
Status affine_program_read_run(const MlirOperation *roots, int count, AffineProgram *out_program);

// Sets update and update_access from the body and the accesses.
void affine_statement_find_update(AffineStatement *statement);

// Whether it reads its stored array beside the element that it updates.
bool affine_statement_reads_stored(const AffineStatement *statement);
// The body that stores what its only access reads; null: there are too many bodies.
const AffineBody *affine_program_copy_body(AffineProgram *program);

// --- affine_numbers.c
// Whether the number is beyond what a source may have.
bool affine_is_large(int64_t number);
// Adds factor * other, whose numbers are not large; false when one of the sum would be.
bool affine_form_accumulate(AffineForm *form, const AffineForm *other, int64_t factor);
// Whether the values of all forms of the statement are not large either.
bool affine_statement_fits(const AffineStatement *statement);
// Whether signed integers of so many bits hold the form at every point of the loops.
bool affine_form_fits(const AffineLoop *loops, int depth, const AffineForm *form, int bits);

// --- affine_simplify.c
// Makes equal nodes one, and a compare and select of integers a minimum or maximum.
void affine_body_simplify(AffineBody *body);
// Whether the node is an op of this name.
bool affine_node_is(const AffineNode *node, const char *name);

// --- affine_dependence.c
// Whether an instance of `from` that comes before one of `to`, in the outermost `shared` loops'
// same iteration, touches the same element and one of both writes. With `level` >= 0 only what that
// loop carries counts, with level -1 all, with AFFINE_LEVEL_NONE only what no loop carries.
enum { AFFINE_LEVEL_ALL = -1, AFFINE_LEVEL_NONE = -2 };
bool affine_depends(const AffineStatement *from, const AffineStatement *to, int shared, int level);
// The same at all levels, but that two statements which update integers by one associative op may
// do so in any order.
bool affine_must_follow(const AffineStatement *from, const AffineStatement *to, int shared);
// Whether instances of a statement that share the outermost `shared` loops conflict other than by
// updating one element along loops that its index does not have.
bool affine_self_conflict(const AffineStatement *statement, int shared);
// Whether access a of one statement and access b of another may touch one element while their
// outermost `equal` loops are in the same iteration, in any order.
bool affine_accesses_meet(const AffineStatement *from, int a, const AffineStatement *to, int b,
                          int equal);
// Whether some dependence as above has (difference of loop level + 1) + slope * (difference of loop
// `level`) <= limit, later instance minus earlier one.
bool affine_depends_within(const AffineStatement *from, const AffineStatement *to, int level,
                           int slope, int limit);
// What stands in the way: the innermost loop that carries a dependence, and between what.
typedef struct AffineDependence {
  int loop; // depth
  int array;
  bool from_store, to_store; // else from or to a load
} AffineDependence;
bool affine_find_dependence(const AffineProgram *program, AffineDependence *out_dependence);
// The same for one loop and two statements. Arrays with their bit in `ignored` do not count;
// updates of one element by one statement, which may come in any order but not at once, do on
// demand.
bool affine_loop_carries(const AffineStatement *from, const AffineStatement *to, int loop,
                         uint64_t ignored, bool counts_updates, AffineDependence *out_dependence);
// Whether an instance of `second` touches an element before one of `first` of a later iteration of
// loop `level` does: then the loops, the one of `first` in front of the other, cannot become one.
bool affine_find_backward(const AffineStatement *first, const AffineStatement *second, int level,
                          uint64_t ignored, AffineDependence *out_dependence);
// "loop 2 carries a dependence from a store to a load of argument 0".
void affine_describe_dependence(const AffineProgram *program, const AffineDependence *dependence,
                                char *text, int size);
// Whether a dependence would run backwards if the loops came in another order: loop d in place
// order[d]. Terms of one sum may change places.
bool affine_breaks_order(const AffineStatement *from, const AffineStatement *to, const int *order,
                         AffineDependence *out_dependence);
// Whether an iteration of the loop waits for an earlier one, all other shared loops being in the
// same iteration; a sum does not wait for its terms.
bool affine_waits(const AffineStatement *from, const AffineStatement *to, int loop);
// Like affine_breaks_order where `factor` consecutive iterations of loop `level` are done together,
// inside of all other loops that the statements share: one iteration of both statements after the
// other with keep_order, else all those of the one that comes first in the text before those of
// the other.
bool affine_breaks_jam(const AffineStatement *from, const AffineStatement *to, int level,
                       int factor, bool keep_order, AffineDependence *out_dependence);
// Whether the domain of the statement has a point where form >= 0.
bool affine_may_hold(const AffineStatement *statement, const AffineForm *form);
int affine_shared_loops(const AffineStatement *a, const AffineStatement *b);

// --- affine_forward.c
// Replaces scalars by the elements that they are stored to in the end.
void affine_program_forward(AffineProgram *program);

// --- affine_terms.c
// Makes statements that add several products to one element one statement per product.
void affine_program_take_apart(AffineProgram *program);

// --- affine_expand.c
// Gives every iteration of a loop its own copy of arrays that are written before they are read in
// each: what is left of the dependences is real.
void affine_program_expand(AffineProgram *program);
// Gives every iteration of loop `level` of statements [from, to), which share it, its own copy of
// an array. False when that is too large.
bool affine_program_own(AffineProgram *program, int array, int level, int from, int to);
// The arrays, one bit each, that nobody reads later and that every iteration of loop `level` writes
// before it reads them.
uint64_t affine_private_arrays(const AffineProgram *program, int level);

// --- affine_mirror.c
// Lets statements in which a loop runs forwards and backwards read mirrored copies of arrays, which
// are made before the nest, as far as that makes it run one way. False when nothing was changed.
// Copies are made where each element is read often, or at any cost.
bool affine_program_mirror(AffineProgram *program, bool at_any_cost);

// --- affine_skew.c
// Shifts that make loop `level` (time) and loop level + 1 of the statements permutable: every
// dependence goes from smaller to equal or larger values of
//   loop level + 1  +  slope * loop level  +  shifts[statement].
// False when there are none with a small slope.
enum { AFFINE_SKEW_STATEMENTS = 8 };
bool affine_find_skew(AffineStatement *const *statements, int count, int level, int *out_slope,
                      int *out_shifts);

// --- affine_split.c
// Whether the statement, whose loop `step` is to be tiled, can be split where other loops equal it.
bool affine_can_split(const AffineStatement *statement, int step);
// Splits a statement whose loop `step` counts inside a tile, with loop step - 1 over the tiles:
// parts before, in and behind the tile, and copies of what the outer parts read, not in order, all
// owned by the caller, also when the answer is false: not every such read can be copied.
enum { AFFINE_MAX_PARTS = 64 };
bool affine_split(AffineProgram *program, const AffineStatement *statement, int step, int64_t tile,
                  AffineStatement **out, int *out_count);

// --- affine_square.c
// Splits a sum over a triangle of elements, in the loops from `level` on, into three statements:
// the square around the triangle is copied to a scratch array, summed up there, and its triangle
// is copied back. The parts are in this order, right one after the other, and belong to the
// caller. False when the statement is not such a sum, or a side is longer than `most`.
bool affine_square(AffineProgram *program, const AffineStatement *statement, int level,
                   int64_t most, AffineStatement **out_parts);

// --- affine_schedule.c
// What the schedule did, for the remark.
typedef struct AffineSummary {
  int raised;    // statements that become linalg ops
  int serial;    // statements that stay loops
  bool is_split; // some statement of the source became several
  double score;  // the more of the work is rectangular, the higher
} AffineSummary;
// Distributes, tiles and marks statements as raised. False when nothing was found, and the program
// is then to be thrown away. With a seed other than 0 any legal schedule is taken instead of the
// one that promises most, with small tiles.
bool affine_program_schedule(AffineProgram *program, uint64_t seed, AffineSummary *out_summary);

// --- affine_emit.c
// Builds the program before its last root and erases the roots.
Status affine_program_emit(AffineProgram *program);

// --- affine_emit_lanes.c
// Whether iterations of the loop become one vector operation per node.
bool affine_can_be_vector(const AffineProgram *program, const AffineStatement *statement, int loop);

#endif
