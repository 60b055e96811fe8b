// AffineProgram: a loop nest of the affine dialect, or several neighbours, as plain data: a list of
// statements, each with its own loops, so that distributing, splitting and tiling only rewrite
// lists.
//
// Invariant: statements are in textual order. Two statements share their outermost n loops
// exactly when their positions[0 .. n) are equal; then these loops have equal bounds.
// Loops are numbered by depth, and every form of a statement speaks of its own loops.
#ifndef AUTOTUNE_AFFINE_AFFINE_PROGRAM_H
#define AUTOTUNE_AFFINE_AFFINE_PROGRAM_H

#include "base/pool.h"
#include "base/status.h"
#include "machine/target.h"
#include "mlir-c/IR.h"
#include "transforms/fp_mode.h"
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

enum {
  AFFINE_MAX_DEPTH = 14,
  AFFINE_MAX_BOUNDS = 4,
  AFFINE_MAX_GUARDS = 6,
  AFFINE_MAX_OPERANDS = 16, // of one linalg op
  AFFINE_MAX_RANK = 6,
  AFFINE_MAX_NODES = 96,
  AFFINE_MAX_FORM_OPS = 256,     // that a subscript, bound or condition is computed by
  AFFINE_MAX_FORM_LEVELS = 1024, // of their expressions, around one another
  AFFINE_MAX_NESTING = AFFINE_MAX_DEPTH + AFFINE_MAX_GUARDS, // of loops and conditions
  AFFINE_MAX_ARRAYS = 48,
  AFFINE_MAX_COPIES = 6000, // of statements while one nest is scheduled: ways inside ways
  AFFINE_MAX_STORES = 48,   // statements of the source
  AFFINE_MAX_PARAMETERS = 4,
  AFFINE_UNKNOWN = -1, // extent of a dimension that only the run knows
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
//
// A parameter, a value that only the run knows, is a loop around all others that runs once: it has
// one value in a run, which is none of those that its bounds leave out.
typedef struct AffineLoop {
  uint8_t lower_count, upper_count;
  int32_t expected; // of a parameter: the value that costs are counted with; 0: a loop
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
  AffineAccess *accesses;
  int index_count;
  AffineForm *indices;    // that its nodes compute with
  const AffineBody *body; // lent by the program
  AffineUpdate update;
  int update_access; // the read of the element that is stored
  bool is_ordered;   // updates of one element keep the order of the source
  MlirLocation location;
  // What becomes of it: the loops with this bit are those of one linalg.generic.
  uint32_t raised;
  int sum;      // the parts of a sum that was taken apart have the same number, others 0
  double waste; // part of the iterations whose results nobody needs
  // The innermost loop, when it is parallel and its iterations run side by side: as many as there
  // are between its lower and its first upper bound. Those beyond another upper bound do nothing;
  // where there is one, all elements lie in vectors.
  uint32_t lanes;
  bool is_settled;   // a rule for loops that stay has chosen its loops
  uint32_t parallel; // loops whose iterations may run at once, and that nobody may touch any more
} AffineStatement;

typedef struct AffineList {
  int count;
  AffineStatement **items; // a row of a pool
} AffineList;

// A memref, or a scalar or buffer that exists only in the program.
typedef struct AffineArray {
  MlirValue memref; // null: allocated when the program is emitted
  MlirValue result; // of the root: what the scalar holds after the nest; null for others
  MlirType element;
  int rank;
  int64_t shape[AFFINE_MAX_RANK]; // or AFFINE_UNKNOWN
  // Of a buffer: what the unknown extents are, in parameters.
  AffineForm extents[AFFINE_MAX_RANK];
  bool is_local;   // nobody reads it after the nest
  bool is_scratch; // see affine_pad_triangle.c
  // A private copy per iteration of some loops: the last one is copied back to this array, or -1.
  int origin;
  bool is_left_apart; // by an iteration that stands outside of the parallel loops around its users
  int expanded;       // leading dimensions that were added, one per loop
} AffineArray;

typedef struct AffineProgram {
  Pool *pool;           // of all that it holds; ends with the program
  const Target *target; // the machine that it is rewritten for; lent
  FpMode fp;            // what may be done to its floating-point arithmetic
  int parameter_count;  // the outermost loops of every statement
  MlirValue *parameters;
  int root_count;
  MlirOperation *roots; // the outermost affine.for ops, in textual order
  int threads;          // > 1: share its parallel loops
  bool is_fused;        // loops that stood side by side have become one
  int array_count;
  AffineArray arrays[AFFINE_MAX_ARRAYS];
  int body_count;
  AffineBody **bodies;
  int statement_count;
  AffineStatement **statements;
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
// The greatest number that divides all coefficients, 0 where there are none; the form over a number
// that divides it.
int64_t affine_form_multiple(const AffineForm *form);
AffineForm affine_form_divide(const AffineForm *form, int64_t divisor);
AffineBound affine_bound(AffineForm form);
bool affine_bound_uses(const AffineBound *bound, int depth);
bool affine_loop_uses(const AffineLoop *loop, int depth);
// Whether it has one lower and one upper bound, each a form alone.
bool affine_loop_is_plain(const AffineLoop *loop);
// The difference of the only upper and the only lower bound; false when there are more.
bool affine_loop_trip(const AffineLoop *loop, AffineForm *out_trip);
bool affine_loop_constant_trip(const AffineLoop *loop, int64_t *out_trip);
AffineLoop affine_loop_of_parameter(void);
// How many loops of a statement are parameters, of the outermost ones.
int affine_statement_parameters(const AffineStatement *statement);

// Loop `depth` counts from `by` less on: every use of it becomes the loop plus `by`.
void affine_statement_shift(AffineStatement *statement, int depth, int64_t by);
// Every use of loop `depth` becomes the form; the bounds of that loop are left to the caller.
void affine_statement_substitute(AffineStatement *statement, int depth, const AffineForm *by);
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
bool affine_array_is_known(const AffineArray *array);    // its shape
int64_t affine_array_elements(const AffineArray *array); // as expected, where it is not known
int affine_array_element_bits(const AffineArray *array); // 64 for what is no number
int64_t affine_array_element_bytes(const AffineArray *array);
// Of the whole array.
int64_t affine_array_bytes(const AffineArray *array);
// Bytes of the target's cache of this level, 1 for the first; of the last where it has fewer.
double affine_program_cache_bytes(const AffineProgram *program, int level);
// Elements of the widest type of the program in a vector register of the target, 1 at least.
int affine_program_lanes(const AffineProgram *program);
// The next number below `count` of a sequence that begins with any state, for schedules at random.
uint64_t affine_draw(uint64_t *state, uint64_t count);
// With its own accesses and indices.
AffineStatement *affine_statement_copy(Pool *pool, const AffineStatement *statement);
AffineProgram affine_program_copy(const AffineProgram *program); // owned by the caller
void affine_program_destroy(AffineProgram *program);             // also one that is destroyed
void affine_list_append(Pool *pool, AffineList *list, AffineStatement *statement);
// The statement must live as long as the program.
void affine_program_append(AffineProgram *program, AffineStatement *statement);
// Copies of these statements, from any pool, take the place of those that are there.
void affine_program_set_statements(AffineProgram *program, AffineStatement *const *statements,
                                   int count);
// An empty body.
AffineBody *affine_program_add_body(AffineProgram *program);

// Whether it reads its stored array beside the element that it updates.
bool affine_statement_reads_stored(const AffineStatement *statement);
// Appends an access to those that were all added by this; returns its number.
int affine_statement_add_access(Pool *pool, AffineStatement *statement, const AffineAccess *access);
// The outermost loops that both are in.
int affine_statement_shared_loops(const AffineStatement *a, const AffineStatement *b);
// Whether the node is an op of this name.
bool affine_node_is(const AffineNode *node, const char *name);
// Whether it divides integers, so may not run for elements that the source does not meet.
bool affine_body_divides_integers(const AffineBody *body);
// The body that stores what its only access reads.
const AffineBody *affine_program_copy_body(AffineProgram *program);

// --- affine_update.c
// Sets update, update_access and is_ordered from the body and the accesses.
void affine_update_find(FpMode fp, AffineStatement *statement);
// Whether the loop is one of those along which the statement updates one element several times.
bool affine_update_repeats(const AffineStatement *statement, int loop);

#endif
