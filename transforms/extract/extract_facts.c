// What follows from the accesses and statements of a group, once all of them are there.
#include "transforms/body_product.h"
#include "transforms/constant_shim.h"
#include "transforms/extract/extract.h"
#include "transforms/extract/extraction.h"
#include "transforms/extract/padding.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <string.h>

static bool is_spill_taken(const Group *group, int accumulator, int access) {
  for (int k = 0; k < accumulator; ++k) {
    if (group->spill_access[k] == access)
      return true;
  }
  return false;
}

// An output can hold an accumulator when it has its type; every output has its index but those that
// the body stores. Its own result is preferred.
static int find_spill(const Group *group, const AnchorOp *anchor, int accumulator) {
  ElementType type = anchor_out(anchor, group->accumulator_result[accumulator])->type;
  int found = -1;
  for (int o = group->output_count - 1; o >= 0; --o) {
    int access = group->output_access[o];
    const ValueSource *source = &group->output_source[o];
    if (group->workload.accesses[access].type != type ||
        is_spill_taken(group, accumulator, access) || group_output_is_in_body(group, o))
      continue;
    if (source->kind == SOURCE_ACCUMULATOR && source->index == accumulator)
      return access;
    if (source->kind != SOURCE_ACCUMULATOR)
      found = access;
  }
  return found;
}

static bool reads_convolution(const Extraction *extraction) {
  const Workload *workload = &extraction->group->workload;
  for (int a = 0; a < workload->access_count; ++a) {
    const Access *access = &workload->accesses[a];
    for (int d = 0; d < access->rank; ++d) {
      int used = 0;
      for (int i = 0; i < workload->iterator_count; ++i)
        used += access->index[d].coefficients[i] != 0;
      if (used > 1 && !access->is_output && extraction->access_stage[a] == STAGE_BODY)
        return true;
    }
  }
  return false;
}

// An argument that is an operand whose value is one and the same at every point.
static bool is_uniform(const Group *group, const GroupStatement *anchor, MlirValue value) {
  if (mlirValueIsNull(value) || !mlirValueIsABlockArgument(value))
    return true;
  const ValueSource *source = &anchor->arguments[mlirBlockArgumentGetArgNumber(value)];
  if (source->kind != SOURCE_ACCESS)
    return source->kind == SOURCE_VALUE;
  const Access *access = &group->workload.accesses[source->index];
  for (int i = 0; i < group->workload.iterator_count; ++i)
    if (access_uses(access, i))
      return false;
  return !access->may_leave_shape;
}

// What the arith.constant holds that the value is; null: it is none.
static MlirAttribute number_of(MlirValue value) {
  if (mlirValueIsNull(value) || !mlirValueIsAOpResult(value) ||
      !ir_op_is(mlirOpResultGetOwner(value), "arith.constant"))
    return mlirAttributeGetNull();
  return mlirOperationGetAttributeByName(mlirOpResultGetOwner(value), ir_string("value"));
}

// Whether a zero point of none, or of the byte's own range, keeps the difference within 255.
static bool is_zero_of_byte(MlirValue value, FactorCast cast) {
  MlirAttribute number = number_of(value);
  if (mlirAttributeIsNull(number) || !mlirAttributeIsAInteger(number))
    return mlirValueIsNull(value);
  int64_t zero = mlirIntegerAttrGetValueInt(number);
  return cast == FACTOR_SIGNED ? zero >= INT8_MIN && zero <= INT8_MAX
                               : zero >= 0 && zero <= UINT8_MAX;
}

// Whether the products of a group may be added up as integers before they are scaled: none of their
// sums overflows.
static bool can_add_up(const Workload *workload, const BodyProduct *product,
                       const Factor *factors) {
  for (int f = 0; f < 2; f++)
    if (workload->accesses[factors[f].access].type != ELEMENT_I8 ||
        !is_zero_of_byte(product->factors[f].zero, product->factors[f].cast))
      return false;
  MlirType type = mlirValueGetType(product->value);
  return workload->accumulator_type == ELEMENT_F32 && mlirTypeIsAInteger(type) &&
         mlirIntegerTypeGetWidth(type) == 32;
}

// The reduction of two iterations along which the shift is 0 and then 4, and the bytes are the
// same.
static bool read_halves(const Group *group, const ValueSource *shift, Factor *out) {
  static const int32_t SHIFTS[2] = {0, 4};
  const Workload *workload = &group->workload;
  const void *data;
  size_t bytes;
  bool is_splat;
  if (shift->kind != SOURCE_ACCESS)
    return false;
  const Access *access = &workload->accesses[shift->index];
  if (access->rank != 1 || access->shape[0] != 2 || access->type != ELEMENT_I32 ||
      access->may_leave_shape || access_has_window(access, workload->iterator_count) ||
      !constant_get_bytes(number_of(group->accesses[shift->index].value), &data, &bytes,
                          &is_splat) ||
      is_splat || bytes != sizeof SHIFTS || memcmp(data, SHIFTS, sizeof SHIFTS) != 0)
    return false;
  for (int i = 0; i < workload->iterator_count; i++)
    if (access->index[0].coefficients[i] == 1 && workload->extents[i] == 2 &&
        workload->kinds[i] == ITERATOR_REDUCTION &&
        !access_uses(&workload->accesses[out->access], i))
      out->halves = (uint8_t)(1 + i);
  out->shift = (uint8_t)shift->index;
  return out->halves > 0 && access->index[0].constant == 0;
}

// How many statements read the access, and how often.
static int reads_of(const Group *group, int access) {
  int count = 0;
  for (int s = 0; s < group->workload.statement_count; s++)
    for (int i = 0; i < group->statements[s].argument_count; i++) {
      const ValueSource *source = &group->statements[s].arguments[i];
      count += source->kind == SOURCE_ACCESS && source->index == access;
    }
  return count;
}

// Whether what reads a factor reads it as one: what is the same for a group, scales or a producer
// of them, may read neither its operand nor its shifts, and with them both halves of a byte.
static bool factors_are_alone(const Group *group) {
  const Workload *workload = &group->workload;
  uint32_t groups = workload_group_iterators(workload);
  for (int f = 0; f < 2; f++) {
    const Factor *factor = &workload->factors[f];
    if (reads_of(group, factor->access) != 1)
      return false;
    if (factor->halves > 0 &&
        (reads_of(group, factor->shift) != 1 || !(groups >> (factor->halves - 1) & 1u)))
      return false;
  }
  return true;
}

static void derive_factors(Group *group, const AnchorOp *anchor) {
  Workload *workload = &group->workload;
  const GroupStatement *statement = &group->statements[workload->anchor];
  BodyProduct product;
  Factor factors[2];
  if (anchor->op.is_pad || workload->accumulator_count != 1 || workload->combiner != COMBINER_ADD ||
      !body_product_read(anchor->op.op, anchor->op.input_count, group->accumulator_result[0],
                         &product))
    return;
  for (int f = 0; f < 2; ++f) {
    const BodyFactor *factor = &product.factors[f];
    const ValueSource *source = &statement->arguments[factor->argument];
    if (source->kind != SOURCE_ACCESS || !is_uniform(group, statement, factor->zero))
      return;
    factors[f] = (Factor){.access = (uint8_t)source->index,
                          .cast = (uint8_t)factor->cast,
                          .has_zero = !mlirValueIsNull(factor->zero)};
    if (factor->shift >= 0 &&
        (!product.is_scaled ||
         !read_halves(group, &statement->arguments[factor->shift], &factors[f])))
      return;
  }
  if (factors[0].access == factors[1].access ||
      (product.is_scaled && !can_add_up(workload, &product, factors)))
    return;
  memcpy(workload->factors, factors, sizeof factors);
  workload->scales_products = product.is_scaled;
  if (!product.is_scaled || factors_are_alone(group))
    return;
  memset(workload->factors, 0, sizeof workload->factors);
  workload->scales_products = false;
}

static void derive_workload(Extraction *extraction, const AnchorOp *anchor) {
  Group *group = extraction->group;
  Workload *workload = &group->workload;
  bool reduces = extraction_reduces(extraction);
  workload->combiner = reduces ? anchor->body.combiner : COMBINER_NONE;
  workload->is_ordered = reduces && anchor->body.is_ordered;
  workload->is_convolution = reads_convolution(extraction);
  workload->can_split_reduction = reduces;
  for (int a = 0; a < workload->access_count; ++a) {
    Access *access = &workload->accesses[a];
    access->pad_is_neutral = access->may_leave_shape && padding_is_neutral(group, a);
  }
  for (int k = 0; k < workload->accumulator_count; ++k) {
    group->spill_access[k] = find_spill(group, anchor, k);
    workload->can_split_reduction &= group->spill_access[k] >= 0;
  }
  derive_factors(group, anchor);
}

// What the value of a statement depends on, through other statements.
typedef struct Dependence {
  uint32_t accesses, iterators; // bits
  bool may_leave_shape;
} Dependence;

static void add_dependence(const Group *group, int statement, Dependence *out) {
  const Workload *workload = &group->workload;
  for (int i = 0; i < group->statements[statement].argument_count; ++i) {
    const ValueSource *source = &group->statements[statement].arguments[i];
    if (source->kind == SOURCE_STATEMENT)
      add_dependence(group, source->index, out);
    if (source->kind != SOURCE_ACCESS)
      continue;
    const Access *access = &workload->accesses[source->index];
    out->accesses |= 1u << source->index;
    out->may_leave_shape |= access->may_leave_shape;
    for (int k = 0; k < workload->iterator_count; ++k)
      out->iterators |= (uint32_t)access_uses(access, k) << k;
  }
}

// The first input that moves with all iterators of a fused producer stands for the producer's
// value; of several producers in a row, the last that this is true for. Where that is all iterators
// there are, every value is used once and nothing is gained.
void group_derive_produced(Group *group) {
  Workload *workload = &group->workload;
  uint32_t all = (1u << workload->iterator_count) - 1;
  for (int s = 0; s < workload->statement_count; ++s) {
    Dependence on = {0};
    if (workload->statements[s].stage == STAGE_BODY && s != workload->anchor)
      add_dependence(group, s, &on);
    if (on.iterators == all || on.may_leave_shape)
      continue;
    for (int a = 0; a < workload->access_count; ++a) {
      bool moves = on.accesses >> a & 1u;
      for (int k = 0; k < workload->iterator_count && moves; ++k)
        moves = access_uses(&workload->accesses[a], k) == (on.iterators >> k & 1u);
      if (!moves)
        continue;
      workload->accesses[a].produces = (uint8_t)(s + 1);
      break;
    }
  }
}

void group_needed_points(const Group *group, int64_t *out_points) {
  const Workload *workload = &group->workload;
  StructuredOp op;
  for (int s = 0; s < workload->statement_count; ++s) {
    MlirOperation source = group->statements[s].op;
    bool is_read = !mlirOperationIsNull(source) &&
                   structured_op_read_unknown(source, group->fusion.unknown, &op) == STATUS_OK;
    out_points[s] = is_read ? structured_op_points(&op) : workload_points(workload);
  }
}

static void derive_fusion(const Extraction *extraction, const AnchorOp *anchor) {
  Group *group = extraction->group;
  int stage_count[STAGE_COUNT] = {0};
  for (int s = 0; s < group->workload.statement_count; ++s)
    stage_count[group->workload.statements[s].stage] += 1;
  int chain_length = -1; // the anchor starts the chain
  for (int i = 0; i < extraction->chain_op_count; ++i)
    chain_length += !op_is_reshape(extraction->chain_ops[i]);
  group->fusion.epilogue = stage_count[STAGE_EPILOGUE];
  group->fusion.stored = extraction->stored_count > 0;
  group->fusion.producers =
      stage_count[STAGE_BODY] > 1 || stage_count[STAGE_EPILOGUE] > chain_length;
  for (int a = 0; a < group->workload.access_count; ++a)
    group->fusion.pad |= group->workload.accesses[a].may_leave_shape && !anchor->op.is_pad;
}

void extraction_derive_facts(Extraction *extraction, const AnchorOp *anchor) {
  derive_workload(extraction, anchor);
  derive_fusion(extraction, anchor);
}
