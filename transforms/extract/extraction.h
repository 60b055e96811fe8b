// Extraction: the state of group_extract, shared by its parts. Accesses, statements and ops are
// only ever appended, so an attempt is undone by going back to a Mark. Output accesses
// are appended last.
#ifndef AUTOTUNE_TRANSFORMS_EXTRACT_EXTRACTION_H
#define AUTOTUNE_TRANSFORMS_EXTRACT_EXTRACTION_H

#include "transforms/extract/scalar_body.h"
#include "transforms/extract/structured_op.h"

enum {
  CHAIN_MAX = GROUP_MAX_OPS,
  // Ops looked at above one operand, and for all operands of a group: bounds on stack and time for
  // payloads that read one value along very many paths.
  SOURCE_MAX_DEPTH = 48,
  SOURCE_MAX_VISITS = 2000,
};

// The value of every loop of an op, written in the iterators of the group.
typedef struct LoopValues {
  IndexExpr loop[WORKLOAD_MAX_ITERATORS];
} LoopValues;

// A tensor that the group computes in registers: a result of the anchor or of an epilogue op.
typedef struct ChainValue {
  MlirValue value;
  ValueSource source;
  int rank;
  int64_t shape[WORKLOAD_MAX_RANK];
  IndexExpr index[WORKLOAD_MAX_RANK];
} ChainValue;

typedef struct Extraction {
  Fusion limits;
  const FusionFilter *filter; // lent; NULL: any op may be fused
  Group *group;
  int visit_count; // of ops above operands
  MlirBlock block; // of the anchor
  bool is_contraction;
  int64_t points;
  int64_t parallel_points;
  Stage access_stage[WORKLOAD_MAX_ACCESSES];
  LoopValues statement_loops[WORKLOAD_MAX_STATEMENTS];
  int chain_count;
  ChainValue chain[CHAIN_MAX];
  int chain_op_count; // the anchor and the ops that made the chain, reshapes included
  MlirOperation chain_ops[CHAIN_MAX];
  int stored_count; // fused producers whose values others read
  ChainValue stored[GROUP_MAX_RESULTS];
} Extraction;

// The anchor while it is read.
typedef struct AnchorOp {
  StructuredOp op;
  ScalarBody body;
  LoopValues loops;
  bool result_is_used[GROUP_MAX_RESULTS];
} AnchorOp;

static inline const StructuredOperand *anchor_out(const AnchorOp *anchor, int result) {
  return &anchor->op.operands[anchor->op.input_count + result];
}

static inline int anchor_result_count(const AnchorOp *anchor) {
  return anchor->op.operand_count - anchor->op.input_count;
}

typedef struct Mark {
  uint8_t access_count;
  uint8_t statement_count;
  int op_count;
  int chain_count;
  int chain_op_count;
  int stored_count;
} Mark;

// How a value is read.
typedef struct Read {
  Stage stage;
  MlirOperation reader; // the op of the payload that reads it
  bool is_exclusive;    // no op outside the group needs what lies between value and group
  MlirValue pad_value;  // read outside the shape, or null: the value lies before a tensor.pad
  int depth;            // ops between the value and the group
} Read;

// Whether the filter allows to fuse the op.
bool extraction_allows(const Extraction *extraction, MlirOperation op);
// Whether an iterator of the group is a reduction: those of the anchor are known from the start.
bool extraction_reduces(const Extraction *extraction);

Mark extraction_mark(const Extraction *extraction);
void extraction_restore(Extraction *extraction, Mark mark);

// Notes an op that the rewrite makes dead. Beyond GROUP_MAX_OPS it is left to dead code
// elimination.
void extraction_add_op(Extraction *extraction, MlirOperation op);
// Appends a statement; the accesses among its arguments become its own. `op` may be null.
Status extraction_add_statement(Extraction *extraction, Stage stage, const StructuredOp *op,
                                const ScalarBody *body, const LoopValues *loops,
                                const ValueSource *arguments, int *out_statement);
// Appends an access, or finds the same one.
Status extraction_add_access(Extraction *extraction, MlirValue value, const IndexExpr *index,
                             const Read *read, int *out_access);

// Where element `index` of `value` comes from: whatever can be fused, else an access.
Status extraction_read(Extraction *extraction, MlirValue value, const IndexExpr *index, Read read,
                       ValueSource *out_source);
// The same for the operand of an op whose loops have known values.
Status extraction_read_operand(Extraction *extraction, const StructuredOperand *operand,
                               const LoopValues *loops, const Read *read, ValueSource *out_source);

// The initial value of a result of the anchor: what lies before it, where it can be fused.
Status extraction_read_init(Extraction *extraction, const AnchorOp *anchor, int result,
                            ValueSource *out_source);
// STATUS_UNSUPPORTED when a result on a memref may overlap what is read in an order that counts.
Status extraction_check_memrefs(const AnchorOp *anchor);

// Whether the value can become an output that the body stores, as it is or was made part of the
// group: every point makes another element of it, the result of `op`, and whoever else reads it
// comes after the anchor.
bool extraction_can_store(const Extraction *extraction, MlirValue value, const StructuredOp *op,
                          const IndexExpr *index, const Read *read);
// Makes it one, unless it is: the element `index` of `out` is what the statement makes.
void extraction_store(Extraction *extraction, MlirValue value, const StructuredOperand *out,
                      const IndexExpr *index, int statement);
// Whether the group reads what it stores from memory, or what an op of its own makes of that, where
// it is not before all is done; or may leave points out.
bool extraction_reads_stored(const Extraction *extraction);
// Whether the op or one before it reads a stored value, so that the group cannot come after it.
bool extraction_stores_before(const Extraction *extraction, MlirOperation op);

// Fuses consumers of the chain's last values into the epilogue.
void extraction_fuse_epilogue(Extraction *extraction);
// What follows from the accesses and statements, once all are there: the combiner, spills, padding,
// whether the reduction can be split, what was fused.
void extraction_derive_facts(Extraction *extraction, const AnchorOp *anchor);
// What fused producers stand for, once iterators are collapsed.
void group_derive_produced(Group *group);
// Whether something outside the chain uses the value.
bool chain_value_is_open(const Extraction *extraction, const ChainValue *value);

bool index_equal(const IndexExpr *a, const IndexExpr *b);
bool index_is_zero(const IndexExpr *index);
// The iterator that alone is the index, -1 when the index is 0, -2 otherwise.
int index_single_iterator(const IndexExpr *index);
// Writes operand's index in the iterators of the group; false on overflow.
bool index_compose(const StructuredOperand *operand, const LoopValues *loops, IndexExpr *out_index);
// Finds the loops of `op` from the element of one operand that is touched: every loop
// must walk one whole dimension of it or have extent 1. False otherwise.
bool loops_from_index(const StructuredOp *op, const StructuredOperand *operand,
                      const IndexExpr *index, LoopValues *out_loops);
// tensor.expand_shape or tensor.collapse_shape.
bool op_is_reshape(MlirOperation op);
// The argument of a function behind its data, the first `data_count`, that the tensor is; or that
// it is a view of, a piece that moves with all loops around it, or with a few elements inserted, as
// a cache of positions. Null: it is no such argument's.
MlirValue value_weight_argument(MlirValue value, int data_count);
// Whether an op of the block that reads the value reads weights: a tensor that is constant there,
// or has such an argument.
bool value_is_weight(MlirValue value, MlirBlock block, int data_count);
// Where element `index` of `from` lies in `to`, a tensor with the same elements in the same order.
// Dimensions of size 1 come and go, and several dimensions of `from` may become one of `to`; false
// when a dimension would have to be split.
bool index_reshape(const StructuredOperand *from, const StructuredOperand *to,
                   const IndexExpr *index, IndexExpr *out_index);
// Whether such a reshape does more than add and drop dimensions of size 1.
bool reshape_merges_dims(const StructuredOperand *from, const StructuredOperand *to);

#endif
