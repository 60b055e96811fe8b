// Which ops have the elements of a row that a softmax goes over: a maximum, exponentials of what is
// less than it, sums and products of these, and before them what computes element by element or
// makes the elements as a product.
#include "transforms/chain/chain_split.h"

#include "base/integer.h"
#include "transforms/chain/chain_body.h"
#include "transforms/chain/chain_maximum.h"
#include "transforms/chain/chain_multiply.h"
#include "transforms/chain/chain_through.h"
#include "transforms/fp_mode.h"
#include "transforms/rewrite/constant_values.h"
#include "transforms/rewrite/tensor_ops.h"

#include <math.h>
#include <stdlib.h>

enum {
  GRAIN = 16,          // the elements of a part are a multiple of it where more are left
  MIN_ELEMENTS = 2048, // of rows that are split
  MIN_SIZE = 256,      // of a part
  MAX_SIZE = 1024,
  USUAL_SIZE = 512, // where none divides the elements
};

// --- what can be split

static bool is_dim_or_none(const SizedOp *op, int operand, int loop) {
  LoopAccess access = sized_op_use(op, operand, loop).access;
  return access == LOOP_ACCESS_DIM || access == LOOP_ACCESS_NONE;
}

// Whether one more loop and dimension take the place of the loop and the dimensions that it walks.
static bool can_split(const SizedOp *op, int loop) {
  bool can = op->result_count == 1 && op->loop_count < WORKLOAD_MAX_ITERATORS &&
             op->operand_count <= TENSOR_OPS_MAX_OPERANDS;
  for (int i = 0; i < op->operand_count && can; i++) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(op->op, i));
    can = is_dim_or_none(op, i, loop) &&
          (!mlirTypeIsAShaped(type) ||
           (mlirTypeIsARankedTensor(type) && mlirShapedTypeHasStaticShape(type) &&
            mlirShapedTypeGetRank(type) < WORKLOAD_MAX_RANK));
  }
  return can;
}

static int single_reduction(const SizedOp *op) {
  int found = -1;
  for (int l = 0; l < op->loop_count; l++)
    if (op->is_reduction[l]) {
      if (found >= 0)
        return -1;
      found = l;
    }
  return found;
}

static const SizedOp *op_of(const ChainSplit *split, int number) {
  return &split->block->ops[number];
}

static bool take(ChainSplit *split, const bool *is_member, int number, int loop) {
  const SizedOp *op = number >= 0 ? op_of(split, number) : NULL;
  if (!op || !is_member[number] || loop < 0 || op->extents[loop] != split->elements ||
      !can_split(op, loop))
    return false;
  split->loops[number] = loop;
  return true;
}

static MlirType number_type(const SizedOp *op) {
  return mlirShapedTypeGetElementType(mlirValueGetType(mlirOperationGetResult(op->op, 0)));
}

static bool starts_at(const SizedOp *op, double number) {
  MlirAttribute start = constant_values_filling(mlirOperationGetOperand(op->op, op->input_count));
  return !mlirAttributeIsNull(start) && mlirAttributeIsAFloat(start) &&
         mlirFloatAttrGetValueDouble(start) == number;
}

// --- the maximum and the exponentials

static bool take_maximum(ChainSplit *split, const bool *is_member, int seed) {
  const SizedOp *op = op_of(split, seed);
  int loop = single_reduction(op);
  if (loop < 0 || !chain_takes_maximum(op) || !starts_at(op, -INFINITY) ||
      fp_mode_of(op->op) < FP_REASSOC ||
      !(mlirTypeIsAF32(number_type(op)) || mlirTypeIsAF64(number_type(op))))
    return false;
  split->maximum = seed;
  split->elements = op->extents[loop];
  split->row_rank = (int)mlirAffineMapGetNumResults(sized_op_map(op, op->input_count));
  return take(split, is_member, seed, loop);
}

// The dimension of the result that has the index which an operand has in dimension `dim`; -1: none.
static int result_dim_of(const SizedOp *op, int operand, int dim) {
  int loop = sized_op_loop_of(op, operand, dim);
  LoopUse use = {.access = LOOP_ACCESS_NONE};
  if (loop >= 0)
    use = sized_op_use(op, op->input_count, loop);
  return use.access == LOOP_ACCESS_DIM ? use.dim : -1;
}

// The only op that reads the value, as which operand; -1: several do, or another one.
static int only_reader(const ChainSplit *split, MlirValue value, int *out_operand) {
  if (!ir_has_one_use(value))
    return -1;
  MlirOpOperand use = mlirValueGetFirstUse(value);
  *out_operand = (int)mlirOpOperandGetOperandNumber(use);
  int reader = sized_block_find(split->block, mlirOpOperandGetOwner(use));
  return reader >= 0 && *out_operand < op_of(split, reader)->input_count ? reader : -1;
}

// The input whose exponentials the op makes, less the maximum, input `most`; -1: it does not.
static int element_of_exponentials(const SizedOp *op, int most) {
  if (!chain_yields(op->op, "math.exp"))
    return -1;
  MlirValue less = mlirOperationGetOperand(mlirOpResultGetOwner(chain_yielded(op->op)), 0);
  if (!ir_is_made_by(less, "arith.subf"))
    return -1;
  MlirValue element = mlirOperationGetOperand(mlirOpResultGetOwner(less), 0);
  MlirValue taken = mlirOperationGetOperand(mlirOpResultGetOwner(less), 1);
  bool is = chain_is_argument(op->op, taken, most) && chain_is_bounded(op->op, element, taken);
  return is ? (int)mlirBlockArgumentGetArgNumber(element) : -1;
}

// Exponentials whose op takes the maximum away itself.
static bool take_exponentials(ChainSplit *split, const bool *is_member) {
  int operand;
  const SizedOp *maximum = op_of(split, split->maximum);
  split->exps = only_reader(split, mlirOperationGetResult(maximum->op, 0), &operand);
  if (split->exps < 0)
    return false;
  const SizedOp *op = op_of(split, split->exps);
  SizedOp maker;
  int element = element_of_exponentials(op, operand);
  if (element < 0 || fp_mode_of(op->op) < FP_REASSOC ||
      !chain_read_maker(mlirOperationGetResult(op->op, 0), &maker) ||
      !mlirTypeEqual(number_type(op), number_type(maximum)))
    return false;
  LoopUse elements = sized_op_use(maximum, 0, split->loops[split->maximum]);
  int loop = sized_op_loop_of(op, element, elements.dim);
  bool fits = take(split, is_member, split->exps, loop) &&
              sized_op_use(op, operand, loop).access == LOOP_ACCESS_NONE;
  for (int d = 0; d < split->row_rank && fits; d++) {
    split->row_dims[d] = result_dim_of(op, operand, d);
    fits = split->row_dims[d] >= 0;
  }
  return fits;
}

// --- what reads the exponentials

static bool adds_input(const SizedOp *op) {
  if (op->input_count != 1 || !chain_yields(op->op, "arith.addf"))
    return false;
  MlirOperation sum = mlirOpResultGetOwner(chain_yielded(op->op));
  MlirValue left = mlirOperationGetOperand(sum, 0), right = mlirOperationGetOperand(sum, 1);
  return (chain_is_argument(op->op, left, 0) && chain_is_argument(op->op, right, 1)) ||
         (chain_is_argument(op->op, left, 1) && chain_is_argument(op->op, right, 0));
}

int chain_split_row_dim(const ChainSplit *split, int sum, int dim) {
  const SizedOp *op = op_of(split, sum);
  MlirValue exps = mlirOperationGetResult(op_of(split, split->exps)->op, 0);
  int operand = 0;
  while (!mlirValueEqual(mlirOperationGetOperand(op->op, operand), exps))
    operand++;
  return result_dim_of(op, operand, split->row_dims[dim]);
}

// Whether it is a sum of the exponentials, each times a number that the parts do not change, for
// every row of its own.
static bool take_sum(ChainSplit *split, const bool *is_member, int number, int operand) {
  const SizedOp *op = op_of(split, number);
  int dim = sized_op_use(op_of(split, split->exps), op_of(split, split->exps)->input_count,
                         split->loops[split->exps])
                .dim;
  int loop = sized_op_loop_of(op, operand, dim);
  bool fits = take(split, is_member, number, loop) && single_reduction(op) == loop &&
              fp_mode_of(op->op) >= FP_REASSOC && starts_at(op, 0) &&
              mlirTypeEqual(number_type(op), number_type(op_of(split, split->maximum))) &&
              (adds_input(op) || (op->input_count == 2 && chain_adds_products(op->op, operand) &&
                                  !mlirValueEqual(mlirOperationGetOperand(op->op, 0),
                                                  mlirOperationGetOperand(op->op, 1))));
  for (int d = 0; d < split->row_rank && fits; d++)
    fits = chain_split_row_dim(split, number, d) >= 0;
  return fits;
}

static bool take_sums(ChainSplit *split, const bool *is_member) {
  bool fits = true;
  MlirValue exps = mlirOperationGetResult(op_of(split, split->exps)->op, 0);
  for (MlirOpOperand use = mlirValueGetFirstUse(exps); !mlirOpOperandIsNull(use) && fits;
       use = mlirOpOperandGetNextUse(use)) {
    int number = sized_block_find(split->block, mlirOpOperandGetOwner(use));
    int operand = (int)mlirOpOperandGetOperandNumber(use);
    fits = number >= 0 && operand < op_of(split, number)->input_count &&
           take_sum(split, is_member, number, operand);
  }
  return fits;
}

// --- what makes the elements

// The loop that walks the dimension of the result which all readers split; -1: some do not.
static int loop_of_readers(const ChainSplit *split, int number) {
  const SizedOp *op = op_of(split, number);
  int loop = -1;
  for (MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(op->op, 0));
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    int reader = sized_block_find(split->block, mlirOpOperandGetOwner(use));
    int operand = (int)mlirOpOperandGetOperandNumber(use);
    if (reader < 0 || split->loops[reader] < 0 || operand >= op_of(split, reader)->input_count)
      return -1;
    LoopUse of = sized_op_use(op_of(split, reader), operand, split->loops[reader]);
    int own = of.access == LOOP_ACCESS_DIM ? sized_op_loop_of(op, op->input_count, of.dim) : -1;
    if (own < 0 || (loop >= 0 && loop != own))
      return -1;
    loop = own;
  }
  return loop;
}

static void take_makers(ChainSplit *split, const bool *is_member) {
  for (int i = split->maximum; i >= 0; i--) {
    int loop =
        split->loops[i] < 0 && op_of(split, i)->result_count == 1 ? loop_of_readers(split, i) : -1;
    if (loop >= 0 && !op_of(split, i)->is_reduction[loop])
      (void)take(split, is_member, i, loop);
  }
}

bool chain_split_read(const SizedBlock *block, const bool *is_member, int seed, ChainSplit *out) {
  *out = (ChainSplit){.block = block};
  out->loops = ir_zeroed((size_t)block->count + 1, sizeof *out->loops);
  for (int i = 0; i < block->count; i++)
    out->loops[i] = -1;
  if (!take_maximum(out, is_member, seed) || !take_exponentials(out, is_member) ||
      !take_sums(out, is_member))
    return false;
  take_makers(out, is_member);
  return true;
}

void chain_split_destroy(ChainSplit *split) { free(split->loops); }

// --- how

// Rather of equal size, and the largest that is.
int64_t chain_split_parts(const ChainSplit *split) {
  if (split->elements < MIN_ELEMENTS)
    return 0;
  for (int64_t size = MAX_SIZE; size >= MIN_SIZE; size -= GRAIN)
    if (split->elements % size == 0)
      return split->elements / size;
  return split->elements / USUAL_SIZE;
}

bool chain_split_can_share(const ChainSplit *split, int threads) {
  return split->elements / threads >= MIN_SIZE;
}

int64_t chain_split_size(const ChainSplit *split, int64_t parts) {
  int64_t size = split->elements / parts, whole = size - size % GRAIN;
  bool is_less = split->elements - parts * whole <= whole; // what is left, than a part
  return split->elements % parts && is_less ? whole : size;
}

int chain_split_loop(const ChainSplit *split) { return split->loops[split->maximum]; }

static bool is_split(const ChainSplit *split, int number) {
  return number >= 0 && split->loops[number] >= 0;
}

int64_t chain_split_bytes(const ChainSplit *split, int64_t parts) {
  int64_t bytes = 0;
  for (int i = 0; i < split->block->count; i++) {
    const SizedOp *op = op_of(split, i);
    for (int o = 0; is_split(split, i) && o < op->input_count; o++) {
      MlirValue value = mlirOperationGetOperand(op->op, o);
      if (!is_split(split, sized_block_maker(split->block, value)))
        bytes = integer_add(bytes, chain_tensor_bytes(value));
    }
    if (is_split(split, i) && op->is_reduction[split->loops[i]])
      bytes = integer_add(
          bytes,
          integer_multiply(2 * parts, chain_tensor_bytes(mlirOperationGetResult(op->op, 0))));
  }
  return bytes;
}
