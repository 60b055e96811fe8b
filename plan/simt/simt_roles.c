// Which iterator of a product is which, read from the index maps.
#include "plan/simt/simt_nest.h"

#include "base/integer.h"

static Status check_kind(const Workload *workload) {
  const OpCounts *ops = &workload->statements[workload->anchor].ops;
  if (workload->combiner != COMBINER_ADD || workload->accumulator_count != 1 ||
      ops->fma + ops->mul != 1 || ops->add > 1 || ops->div || ops->compare || ops->transcendental)
    return status_fail(STATUS_UNSUPPORTED, "it adds up no products of two operands");
  if (workload->is_ordered)
    return status_fail(STATUS_UNSUPPORTED, "its multiply-adds must not be fused");
  for (int a = 0; a < workload->access_count; a++)
    if (workload->accesses[a].may_leave_shape)
      return status_fail(STATUS_UNSUPPORTED, "an operand is padded");
  return STATUS_OK;
}

// Types of factors and results that are known, and the type in which they are added up.
static Status find_types(const Workload *workload, SimtRoles *roles) {
  static const struct {
    ElementType factor, result, sum;
  } known[] = {{ELEMENT_F32, ELEMENT_F32, ELEMENT_F32},   {ELEMENT_F16, ELEMENT_F32, ELEMENT_F32},
               {ELEMENT_F16, ELEMENT_F16, ELEMENT_F32},   {ELEMENT_BF16, ELEMENT_F32, ELEMENT_F32},
               {ELEMENT_BF16, ELEMENT_BF16, ELEMENT_F32}, {ELEMENT_F64, ELEMENT_F64, ELEMENT_F64},
               {ELEMENT_I8, ELEMENT_I32, ELEMENT_I32}};
  ElementType left = workload->accesses[roles->operand[SIMT_LEFT]].type;
  ElementType right = workload->accesses[roles->operand[SIMT_RIGHT]].type;
  for (size_t k = 0; left == right && k < sizeof known / sizeof *known; k++)
    if (known[k].factor == left && known[k].result == workload->accumulator_type) {
      roles->factor = left;
      roles->result = known[k].result;
      roles->sum = known[k].sum;
      return STATUS_OK;
    }
  return status_fail(STATUS_UNSUPPORTED, "products of %s and %s in %s are not supported on a GPU",
                     element_type_name(left), element_type_name(right),
                     element_type_name(workload->accumulator_type));
}

// How factors that are cast are read: as they are, without zero points or scales.
static Status read_factors(const Workload *workload, SimtRoles *roles) {
  if (workload->factors[0].cast == FACTOR_NONE)
    return STATUS_OK;
  for (int o = 0; o < SIMT_OPERANDS; o++) {
    const Factor *factor = &workload->factors[workload->factors[0].access != roles->operand[o]];
    if (factor->access != roles->operand[o] || factor->has_zero || factor->halves != 0 ||
        workload->scales_products)
      return status_fail(STATUS_UNSUPPORTED, "its factors have zero points or scales");
    roles->is_unsigned[o] = factor->cast == FACTOR_UNSIGNED;
  }
  return STATUS_OK;
}

static Status find_accesses(const Workload *workload, SimtRoles *roles) {
  int operands = 0, outputs = 0;
  for (int a = 0; a < workload->access_count; a++) {
    const Access *access = &workload->accesses[a];
    if (access->is_output) {
      roles->output = a;
      outputs++;
    } else if (workload->statements[access->statement].stage == STAGE_BODY) {
      if (operands < SIMT_OPERANDS)
        roles->operand[operands] = a;
      operands++;
    }
  }
  return operands == SIMT_OPERANDS && outputs == 1
             ? STATUS_OK
             : status_fail(STATUS_UNSUPPORTED, "it adds up no products of two operands");
}

// The operand whose own iterator walks neighbouring results is the right one.
static void order_operands(const Workload *workload, SimtRoles *roles) {
  const Access *output = &workload->accesses[roles->output];
  for (int i = 0; i < workload->iterator_count; i++)
    if (access_stride(output, i) == 1 && access_uses(&workload->accesses[roles->operand[0]], i) &&
        !access_uses(&workload->accesses[roles->operand[1]], i)) {
      int left = roles->operand[0];
      roles->operand[0] = roles->operand[1];
      roles->operand[1] = left;
      return;
    }
}

static Status take_role(const Workload *workload, int iterator, int role, SimtRoles *roles) {
  if (roles->iterator[role] >= 0)
    return status_fail(STATUS_UNSUPPORTED, "several iterators run over %s",
                       role == SIMT_K ? "the terms of its sums" : "results of one operand alone");
  roles->iterator[role] = iterator;
  roles->extent[role] = workload->extents[iterator];
  roles->is_unknown[role] = workload_is_unknown(workload, iterator);
  return STATUS_OK;
}

static Status find_role(const Workload *workload, int i, SimtRoles *roles) {
  bool left = access_uses(&workload->accesses[roles->operand[SIMT_LEFT]], i);
  bool right = access_uses(&workload->accesses[roles->operand[SIMT_RIGHT]], i);
  if (!left && !right)
    return status_fail(STATUS_UNSUPPORTED, "an iterator moves no operand");
  if (workload->kinds[i] == ITERATOR_REDUCTION)
    return left && right ? take_role(workload, i, SIMT_K, roles)
                         : status_fail(STATUS_UNSUPPORTED, "a sum runs over one operand alone");
  if (left != right)
    return take_role(workload, i, left ? SIMT_M : SIMT_N, roles);
  roles->batch[roles->batch_count++] = i;
  roles->batches = integer_multiply(roles->batches, workload->extents[i]);
  return STATUS_OK;
}

static bool starts_at_first(const Access *access) {
  for (int d = 0; d < access->rank; d++)
    if (access->index[d].constant != 0)
      return false;
  return true;
}

Status simt_roles_read(const Workload *workload, SimtRoles *out_roles) {
  Status status = STATUS_OK;
  SimtRoles roles = {.iterator = {-1, -1, -1}, .extent = {1, 1, 1}, .batches = 1};
  TRY(check_kind(workload));
  TRY(find_accesses(workload, &roles));
  TRY(find_types(workload, &roles));
  order_operands(workload, &roles);
  TRY(read_factors(workload, &roles));
  for (int i = 0; i < workload->iterator_count; i++)
    TRY(find_role(workload, i, &roles));
  for (int o = 0; o <= SIMT_OPERANDS; o++) {
    const Access *access = &workload->accesses[o < SIMT_OPERANDS ? roles.operand[o] : roles.output];
    roles.run[o] = access->rank > 0 ? access->shape[access->rank - 1] : 1;
    if (o < SIMT_OPERANDS)
      roles.is_linear[o] = starts_at_first(access);
  }
  roles.bytes = workload_bytes(workload);
  if (roles.iterator[SIMT_K] < 0)
    TRY(status_fail(STATUS_UNSUPPORTED, "it adds nothing up"));
  if (roles.is_unknown[SIMT_K])
    TRY(status_fail(STATUS_UNSUPPORTED, "the number of its terms is unknown"));
  *out_roles = roles;
cleanup:
  return status;
}
