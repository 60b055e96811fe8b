// AffineReader: what the files share that read a nest of affine loops into an AffineProgram.
//
// A nest is read in two walks. The first numbers its ops, so that it is known what is written
// between any two of them; the second makes a statement of every store. Where a value turns out to
// need a scalar of its own, both begin anew.
#ifndef AUTOTUNE_AFFINE_READ_AFFINE_READER_H
#define AUTOTUNE_AFFINE_READ_AFFINE_READER_H

#include "affine/affine_program.h"
#include "mlir-c/AffineMap.h"
#include "transforms/extract/structured_op.h"

// An op of the nest in textual order; `end` is the number after the last op inside it.
typedef struct AffineEvent {
  MlirOperation op;
  int end;
  int written; // array, or -1
} AffineEvent;

// A scalar array that holds an SSA value: what a loop carries, or a value that must not move.
typedef struct AffineCarried {
  MlirValue value;
  int array;
  int since; // event from which on it holds the value
} AffineCarried;

typedef struct AffineReader {
  AffineProgram *program;
  Pool *pool; // of what is read in this attempt
  int event_count;
  AffineEvent *events;
  int scalar_count;
  AffineCarried *scalars;
  int kept_count; // values that get a scalar where they are made
  MlirValue *kept;
  bool must_restart;
  int parameter_count; // index values from outside that forms stand on
  MlirValue parameters[AFFINE_MAX_PARAMETERS];
  bool has_new_parameter;   // what was read since is wrong
  int form_depth, form_ops; // of the ops that are read as one form: around the place, and in all
  int form_levels;          // of their expressions, around the place
  int nesting;              // loops and conditions around the op that is being numbered
  // The place that is being read.
  int depth;
  MlirValue ivs[AFFINE_MAX_DEPTH];
  AffineForm iv_forms[AFFINE_MAX_DEPTH];
  AffineLoop loops[AFFINE_MAX_DEPTH];
  int position[AFFINE_MAX_DEPTH + 1];
  int guard_count;
  AffineGuard guards[AFFINE_MAX_GUARDS];
} AffineReader;

// --- affine_reader.c: ops
bool affine_reader_op_is_load(MlirOperation op);
bool affine_reader_op_is_store(MlirOperation op);
// One result computed from at most four operands, without effects.
bool affine_reader_op_is_arithmetic(MlirOperation op);
MlirBlock affine_reader_block(MlirOperation op, int region);
// Visits the ops of the block itself in order; the first failure ends it.
Status affine_reader_each_op(AffineReader *reader, MlirBlock block,
                             Status (*visit)(AffineReader *reader, MlirOperation op));
// Operands [first, first + count), in the pool.
MlirValue *affine_reader_operands(Pool *pool, MlirOperation op, int first, int count);
// Whether the op is in one of the nests; whether it is in the block, at any depth.
bool affine_reader_op_is_inside(MlirOperation op, const AffineProgram *program);
bool affine_reader_block_holds(MlirBlock block, MlirOperation op);
int affine_reader_carried_count(MlirOperation loop);

// --- affine_read_form.c: values as forms in the loops of the place that is being read
Status affine_read_form_of_value(AffineReader *reader, MlirValue value, AffineForm *out_form);
// A result of a map on operands; an expression, whose dimensions and symbols are the operands and
// which is added `factor` times.
Status affine_read_form_of_map(AffineReader *reader, MlirAffineMap map, int result,
                               const MlirValue *operands, AffineForm *out_form);
Status affine_read_form_of_expression(AffineReader *reader, MlirAffineExpr expr, int dim_count,
                                      const MlirValue *operands, int64_t factor, AffineForm *form);
// Adds factor * other.
Status affine_read_form_add(AffineForm *form, const AffineForm *other, int64_t factor);
Status affine_read_form_fail_large(void);

// --- affine_read_array.c: memrefs and scalars as arrays
Status affine_read_array_add(AffineReader *reader, AffineArray array, int *out_array);
Status affine_read_array_operand(MlirValue memref, StructuredOperand *out);
bool affine_read_array_overlaps_itself(const StructuredOperand *operand);
Status affine_read_array_find(AffineReader *reader, MlirValue memref, int *out_array);
// The element that a load or store touches.
Status affine_read_array_access(AffineReader *reader, MlirOperation op, int memref_operand,
                                AffineAccess *out_access);

// --- affine_read_event.c: the first walk
// Numbers an op and all that is inside.
Status affine_read_event_number(AffineReader *reader, MlirOperation op);
// The last event of an op, or -1.
int affine_read_event_of(const AffineReader *reader, MlirOperation op);
// Whether the value gets a scalar where it is made.
bool affine_read_event_is_kept(const AffineReader *reader, MlirValue value);
bool affine_read_event_op_is_kept(const AffineReader *reader, MlirOperation op);
// The order in which a loop writes its carried values at the end of an iteration: one that takes
// over another comes before that other is written.
int *affine_read_event_order_carried(Pool *pool, MlirOperation loop);

// --- affine_read_loop.c
// The bounds of a loop at reader->depth. A loop of another step counts its iterations.
Status affine_read_loop_bounds(AffineReader *reader, MlirOperation loop);

// --- affine_read_statement.c: the second walk's statements
// Appends the statement that stores a value at an event.
Status affine_read_statement_add(AffineReader *reader, int event, MlirValue value,
                                 const AffineAccess *target, MlirLocation location);

#endif
