// Finds a ScaleFold: the weights, the scale and the shift of each channel, where all are constants.
#include "transforms/rewrite/fold_scale.h"

#include "transforms/annotation.h"
#include "transforms/extract/extract.h"
#include "transforms/extract/linalg_shim.h"
#include "transforms/extract/scalar_body.h"
#include "transforms/fp_mode.h"
#include "transforms/rewrite/constant_values.h"

static bool is_number(MlirValue value) {
  return ir_is_made_by(value, "arith.constant") && mlirTypeIsAFloat(mlirValueGetType(value));
}

// --- the ops

static bool is_float(const StructuredOperand *operand, ElementType type) {
  return operand->type == type && (type == ELEMENT_F32 || type == ELEMENT_F64);
}

static bool read_conv(MlirOperation op, StructuredOp *out) {
  if (structured_op_read(op, out) != STATUS_OK || out->is_pad || !out->on_tensors ||
      out->input_count != 2 || out->operand_count != 3 || !tensor_ops_adds_products(op))
    return false;
  for (int i = 0; i < 3; i++)
    if (!is_float(&out->operands[i], out->operands[2].type))
      return false;
  for (int d = 0; d < out->operands[2].rank; d++)
    if (index_only_loop(&out->operands[2].index[d]) < 0)
      return false;
  return true;
}

// Reads every element of the result of the op before it once, and computes all of its own.
static bool read_user(MlirOperation op, MlirValue result, ScaleFold *fold) {
  StructuredOp *user = &fold->user;
  if (structured_op_read(op, user) != STATUS_OK || user->is_pad || !user->on_tensors ||
      user->operand_count != user->input_count + 1 || !structured_op_is_parallel(user))
    return false;
  fold->operand = -1;
  for (int i = 0; i < user->input_count; i++)
    if (mlirValueEqual(user->operands[i].value, result))
      fold->operand = i;
  if (fold->operand < 0 || user->operands[fold->operand].rank != user->loop_count)
    return false;
  uint32_t found = 0;
  for (int d = 0; d < user->loop_count; d++) {
    int loop = index_only_loop(&user->operands[fold->operand].index[d]);
    if (loop < 0)
      return false;
    found |= 1u << loop;
  }
  return found == (1u << user->loop_count) - 1;
}

// --- links

static int dim_of_loop(const StructuredOperand *operand, int loop) {
  for (int d = 0; d < operand->rank; d++)
    if (index_only_loop(&operand->index[d]) == loop)
      return d;
  return -1;
}

// The leaf in the loops of conv; false when it walks one that the weights do not.
static bool move_leaf(ScaleFold *fold, HoistedLeaf *leaf) {
  leaf->loops = 0;
  for (int d = 0; d < leaf->rank; d++) {
    int of_user = index_only_loop(&leaf->index[d]);
    if (of_user < 0)
      continue;
    int dim = dim_of_loop(&fold->user.operands[fold->operand], of_user);
    int loop = index_only_loop(&fold->conv.operands[2].index[dim]);
    leaf->index[d] = (IndexExpr){0};
    leaf->index[d].coefficients[loop] = 1;
    if (fold->conv.extents[loop] == 1)
      continue;
    if (dim_of_loop(&fold->conv.operands[fold->weights], loop) < 0)
      return false;
    leaf->loops |= 1u << loop;
  }
  return true;
}

// What the link adds or multiplies by.
static bool read_link_value(ScaleFold *fold, MlirBlock body, MlirValue value, ScaleLink *link) {
  HoistedLeaf leaf;
  link->leaf = -1;
  link->number = value;
  if (is_number(value))
    return true;
  if (!mlirValueIsABlockArgument(value) || !mlirBlockEqual(mlirBlockArgumentGetOwner(value), body))
    return false;
  int input = (int)mlirBlockArgumentGetArgNumber(value);
  if (input >= fold->user.input_count)
    return false;
  link->number = fold->user.operands[input].value;
  if (fold->user.operands[input].is_scalar)
    return is_number(link->number);
  if (fold->leaf_count == SCALE_MAX_LEAVES ||
      !hoisted_leaf_read(&fold->user, input, mlirOperationGetBlock(fold->user.op), &leaf) ||
      !move_leaf(fold, &leaf))
    return false;
  link->leaf = fold->leaf_count++;
  fold->leaves[link->leaf] = leaf;
  fold->loops |= leaf.loops;
  fold->reads_argument |= leaf.is_argument;
  return true;
}

static bool read_kind(MlirOperation op, bool is_left, LinkKind *out_kind) {
  if (ir_op_is(op, "arith.addf"))
    *out_kind = LINK_ADD;
  else if (ir_op_is(op, "arith.mulf"))
    *out_kind = LINK_MULTIPLY;
  else if (ir_op_is(op, "arith.subf"))
    *out_kind = is_left ? LINK_SUBTRACT : LINK_SUBTRACT_FROM;
  else if (ir_op_is(op, "arith.divf") && is_left)
    *out_kind = LINK_DIVIDE;
  else
    return false;
  return true;
}

// The op that alone reads the value, as a link.
static bool read_link(ScaleFold *fold, MlirBlock body, MlirValue value, ScaleLink *out_link,
                      MlirOperation *out_op) {
  if (!ir_has_one_use(value) || fold->link_count == SCALE_MAX_LINKS)
    return false;
  MlirOperation op = mlirOpOperandGetOwner(mlirValueGetFirstUse(value));
  bool is_left = mlirValueEqual(mlirOperationGetOperand(op, 0), value);
  *out_op = op;
  return mlirBlockEqual(mlirOperationGetBlock(op), body) &&
         read_kind(op, is_left, &out_link->kind) &&
         read_link_value(fold, body, mlirOperationGetOperand(op, is_left), out_link);
}

static int place_in(MlirBlock body, MlirOperation wanted) {
  int place = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(body); !mlirOperationEqual(op, wanted);
       op = mlirOperationGetNextInBlock(op))
    place++;
  return place;
}

static void read_links(ScaleFold *fold) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(fold->user.op, 0));
  MlirValue value = mlirBlockGetArgument(body, fold->operand);
  ScaleLink link;
  MlirOperation op;
  while (read_link(fold, body, value, &link, &op)) {
    bool is_sum = link.kind == LINK_ADD || link.kind == LINK_SUBTRACT;
    fold->links[fold->link_count++] = link;
    fold->has_shift |= is_sum || link.kind == LINK_SUBTRACT_FROM;
    fold->has_scale |= !is_sum;
    fold->last = place_in(body, op);
    value = mlirOperationGetResult(op, 0);
  }
}

// --- the initial value

// The one number of all elements of the value, or null.
static MlirValue filled_number(MlirValue value) {
  static const bool is_used[GROUP_MAX_RESULTS] = {true};
  StructuredOp op;
  ScalarBody body;
  MlirValue none = {NULL};
  if (!mlirValueIsAOpResult(value) ||
      structured_op_read(mlirOpResultGetOwner(value), &op) != STATUS_OK || op.is_pad ||
      op.operand_count != op.input_count + 1 ||
      scalar_body_read(&op, is_used, &body) != STATUS_OK || !body.is_forward)
    return none;
  if (body.forward_argument >= 0 && !op.operands[body.forward_argument].is_scalar)
    return none;
  MlirValue number =
      body.forward_argument < 0 ? body.forward_value : op.operands[body.forward_argument].value;
  return is_number(number) ? number : none;
}

static bool read_init(ScaleFold *fold) {
  fold->init = (HoistedLeaf){.value = {NULL}};
  fold->init_number = filled_number(fold->conv.operands[2].value);
  if (!mlirValueIsNull(fold->init_number))
    return true;
  if (!hoisted_leaf_read(&fold->conv, 2, mlirOperationGetBlock(fold->conv.op), &fold->init))
    return false;
  fold->loops |= fold->init.loops;
  fold->reads_argument |= fold->init.is_argument;
  return true;
}

// --- what forbids it

static bool find_weights(ScaleFold *fold) {
  MlirBlock block = mlirOperationGetBlock(fold->conv.op);
  bool is_constant[2];
  for (int i = 0; i < 2; i++)
    is_constant[i] = value_is_constant(fold->conv.operands[i].value, block);
  if (is_constant[0] != is_constant[1])
    fold->weights = is_constant[1];
  return is_constant[0] != is_constant[1];
}

// Constants of the module whose elements are not there cannot be folded.
static bool is_known(const ScaleFold *fold) {
  const void *data;
  bool is_splat;
  bool are_known = constant_values_get(fold->conv.operands[fold->weights].value, &data, &is_splat);
  for (int i = 0; i < fold->leaf_count; i++)
    are_known &= constant_values_get(fold->leaves[i].value, &data, &is_splat);
  if (!mlirValueIsNull(fold->init.value))
    are_known &= constant_values_get(fold->init.value, &data, &is_splat);
  return are_known || fold->reads_argument;
}

static const char *find_barrier(ScaleFold *fold, bool has_weights) {
  if (!has_weights)
    return "the weights are no constant";
  if (!ir_has_one_use(mlirOperationGetResult(fold->conv.op, 0)))
    return "others use the result without them";
  if (!read_init(fold))
    return "the initial value is no constant";
  return is_known(fold) ? NULL : "the constants are not in the module";
}

bool scale_fold_read(MlirOperation conv, ScaleFold *out_fold, const char **out_barrier) {
  *out_fold = (ScaleFold){.weights = 1};
  if (annotation_keeps(conv) || fp_mode_of(conv) < FP_RELAXED || !read_conv(conv, &out_fold->conv))
    return false;
  bool has_weights = find_weights(out_fold);
  MlirValue result = mlirOperationGetResult(conv, 0);
  MlirValue origin = constant_values_origin(out_fold->conv.operands[out_fold->weights].value);
  for (MlirOpOperand use = mlirValueGetFirstUse(result); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    out_fold->link_count = out_fold->leaf_count = 0;
    out_fold->loops = 0;
    out_fold->reads_argument =
        !mlirValueIsAOpResult(origin) || !ir_op_is(mlirOpResultGetOwner(origin), "arith.constant");
    if (!linalg_op_is_structured(user) || annotation_keeps(user) || fp_mode_of(user) < FP_RELAXED ||
        !mlirBlockEqual(mlirOperationGetBlock(user), mlirOperationGetBlock(conv)) ||
        !read_user(user, result, out_fold))
      continue;
    read_links(out_fold);
    if (out_fold->loops) {
      *out_barrier = find_barrier(out_fold, has_weights);
      return true;
    }
  }
  return false;
}
