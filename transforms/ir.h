// Ir: a small builder over mlir-c. Keeps an insertion point, opens and closes scf.for and
// scf.if regions, and shares constants at the root of what is being built.
#ifndef AUTOTUNE_TRANSFORMS_IR_H
#define AUTOTUNE_TRANSFORMS_IR_H

#include "base/status.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/IR.h"
#include "transforms/predicates.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { IR_MAX_OPERANDS = 512, IR_MAX_DEPTH = 64 };

// A constant made once at the root: an attribute and the op result that holds it.
typedef struct IrConstant {
  MlirAttribute attribute;
  MlirType type;
  MlirValue value;
} IrConstant;

typedef struct IrBuilder {
  MlirContext context;
  MlirLocation location;
  MlirBlock root_block;
  MlirOperation root_before; // everything at root level goes before this op
  MlirOperation first_root;  // first op made at root level; constants go before it; null until then
  MlirBlock block;           // where ops are appended; root_block means "before root_before"
  MlirBlock stack[IR_MAX_DEPTH];
  int depth;
  IrConstant *constants; // owned
  int constant_count, constant_capacity;
  MlirOperation *root_ops; // owned list of every op made at root level, for undoing
  int root_op_count, root_op_capacity;
} IrBuilder;

// Starts building before `before`. Pair with ir_finish or ir_undo.
void ir_start(IrBuilder *ir, MlirOperation before, MlirLocation location);
void ir_finish(IrBuilder *ir);
// Erases every op made since ir_start (their results must be unused), then finishes.
void ir_undo(IrBuilder *ir);

static inline MlirStringRef ir_string(const char *text) {
  return mlirStringRefCreateFromCString(text);
}
bool ir_op_is(MlirOperation op, const char *name);
// Whether the name begins so, and goes on: "linalg." asks for any op of a dialect.
bool ir_op_begins(MlirOperation op, const char *prefix);
// Whether it divides integers: processors trap at a divisor of 0, so it may not be given any
// values.
bool ir_divides_integers(MlirOperation op);
// Whether what the op holds is code for another machine than the target.
bool ir_is_device_code(MlirOperation op);
bool ir_is_in_device_code(MlirOperation op);
// The first block of the op's first region.
static inline MlirBlock ir_body(MlirOperation op) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
}
// The first block of a func.func; null of another op and of a function that is only declared.
MlirBlock ir_function_body(MlirOperation op);
bool ir_is_defined_function(MlirOperation op); // a func.func that has a body
// Its type becomes what its block has as arguments and the last op of that returns.
void ir_function_retype(MlirOperation function);
MlirStringRef ir_symbol(MlirOperation op); // its name, lent by the context; "": it has none
// Whether the value is a result of an op of that name.
static inline bool ir_is_made_by(MlirValue value, const char *name) {
  return mlirValueIsAOpResult(value) && ir_op_is(mlirOpResultGetOwner(value), name);
}
// The number of an arith.constant of an integer or an index; false where the value is none.
bool ir_constant_integer(MlirValue value, int64_t *out_number);
bool ir_has_one_use(MlirValue value);
// Whether the type has a shape of which some size, or the rank, is not known.
bool ir_type_is_open(MlirType type);
static inline bool ir_is_used(MlirValue value) {
  return !mlirOpOperandIsNull(mlirValueGetFirstUse(value));
}
// Whether some result of the op is.
static inline bool ir_op_is_used(MlirOperation op) {
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op); r++)
    if (ir_is_used(mlirOperationGetResult(op, r)))
      return true;
  return false;
}
// The op of the block that `op` is or lies in; null when there is none.
MlirOperation ir_ancestor_in(MlirBlock block, MlirOperation op);

// realloc and calloc for whoever rewrites IR and cannot leave it half rewritten: when memory ends
// they abort, as MLIR itself does.
void *ir_resized(void *old, size_t bytes);
void *ir_zeroed(size_t count, size_t bytes);

// The op as MLIR prints it, to a stream, or as a text that the caller frees.
void ir_write(MlirOperation op, FILE *stream);
Status ir_print(MlirOperation op, char **out_text);

// A text that MLIR tells in pieces; what does not fit is left out. Starts as {.used = 0}.
typedef struct IrText {
  char bytes[512]; // ends in a zero
  size_t used;
} IrText;
// A MlirStringCallback; user: the IrText.
void ir_text_add(MlirStringRef piece, void *user);

// The ops below `root` that are wanted, in pre-order: a list that stays valid while they are
// replaced. The caller frees ops.
typedef struct IrOps {
  MlirOperation *ops;
  int count, capacity;
} IrOps;
IrOps ir_collect(MlirOperation root, bool (*is_wanted)(MlirOperation op));
// The first of them; null: there is none.
MlirOperation ir_first(MlirOperation root, bool (*is_wanted)(MlirOperation op));
void ir_ops_add(IrOps *ops, MlirOperation op);

MlirNamedAttribute ir_attribute(IrBuilder *ir, const char *name, MlirAttribute value);

// Creates an op at the insertion point. Results, operands and attributes are borrowed arrays.
MlirOperation ir_op(IrBuilder *ir, const char *name, int result_count, const MlirType *results,
                    int operand_count, const MlirValue *operands, int attribute_count,
                    const MlirNamedAttribute *attributes);
// The same for one result, which is returned.
MlirValue ir_value(IrBuilder *ir, const char *name, MlirType result, int operand_count,
                   const MlirValue *operands, int attribute_count,
                   const MlirNamedAttribute *attributes);
MlirValue ir_unary(IrBuilder *ir, const char *name, MlirType result, MlirValue operand);
MlirValue ir_binary(IrBuilder *ir, const char *name, MlirValue left, MlirValue right);
// Puts an op that lies nowhere, as a clone, at the insertion point.
void ir_insert(IrBuilder *ir, MlirOperation op);

MlirType ir_vector_type(MlirType element, int64_t lanes);
MlirValue ir_constant(IrBuilder *ir, MlirType type, MlirAttribute value); // shared, at the root
// A call of LLVM's intrinsic of that name.
MlirValue ir_intrinsic(IrBuilder *ir, const char *name, MlirType type, int count,
                       const MlirValue *operands);
// The same of one without operands and results.
void ir_intrinsic_run(IrBuilder *ir, const char *name);
MlirValue ir_index(IrBuilder *ir, int64_t value); // shared, at the root
// A splat of lanes copies of a scalar attribute (vector type), or the scalar itself.
MlirValue ir_splat(IrBuilder *ir, MlirType type, MlirAttribute scalar);
// vector<lanes x i1>, the first `valid` lanes true.
MlirValue ir_mask(IrBuilder *ir, int64_t lanes, int64_t valid);
// The scalar 0 of a float, integer or index type.
MlirAttribute ir_zero(MlirType element);

// affine.apply / affine.min / affine.max of `map` on `dims`.
MlirValue ir_affine(IrBuilder *ir, const char *op, MlirAffineMap map, int dim_count,
                    const MlirValue *dims);
MlirValue ir_compare_index(IrBuilder *ir, IntegerPredicate predicate, MlirValue left,
                           MlirValue right);
// `yes` where the flag, or the flag of its lane, is set, else `no`.
MlirValue ir_select(IrBuilder *ir, MlirValue flag, MlirValue yes, MlirValue no);
// The size of a dimension of a tensor or memref, as the run knows it.
MlirValue ir_dim(IrBuilder *ir, MlirValue value, int64_t dim);

// Opens scf.for; values[0..carried) are the initial iter_args on entry and the block arguments on
// return. Returns the induction variable. Until ir_close_for, ops go into its body.
MlirValue ir_open_for(IrBuilder *ir, MlirValue low, MlirValue high, MlirValue step, int carried,
                      MlirValue *values);
// Yields values[0..carried) and leaves the loop; values become its results.
MlirOperation ir_close_for(IrBuilder *ir, int carried, MlirValue *values);

// Ops go into `block`, which belongs to the caller, until ir_close_region makes an op without
// results of it.
void ir_open_region(IrBuilder *ir, MlirBlock block);
MlirOperation ir_close_region(IrBuilder *ir, const char *name, int operand_count,
                              const MlirValue *operands, int attribute_count,
                              const MlirNamedAttribute *attributes, MlirBlock block);
// The same with results.
MlirOperation ir_close_region_results(IrBuilder *ir, const char *name, int result_count,
                                      const MlirType *results, int operand_count,
                                      const MlirValue *operands, int attribute_count,
                                      const MlirNamedAttribute *attributes, MlirBlock block);
// The same for an op with one result, which is returned.
MlirValue ir_close_region_value(IrBuilder *ir, const char *name, MlirType result, int operand_count,
                                const MlirValue *operands, int attribute_count,
                                const MlirNamedAttribute *attributes, MlirBlock block);

// Moves the ops of a block, but for its terminator, before an op of another one.
void ir_move_body(MlirBlock from, MlirOperation before);

// Opens scf.if with both regions; ops go into the "then" region first.
MlirOperation ir_open_if(IrBuilder *ir, MlirValue condition, int result_count,
                         const MlirType *results);
// Yields and moves to the "else" region.
void ir_else(IrBuilder *ir, MlirOperation op, int result_count, const MlirValue *values);
// Yields, leaves the scf.if, writes its results to out_values.
void ir_close_if(IrBuilder *ir, MlirOperation op, int result_count, const MlirValue *values,
                 MlirValue *out_values);

#endif
