// Whether a kernel can be made of a group: what only the IR knows of it.
#include "transforms/simt/simt_emit.h"

#include "base/integer.h"
#include "transforms/fp_mode.h"
#include "transforms/ir.h"
#include "transforms/simt/simt_emitter.h"
#include "transforms/simt/simt_host.h"
#include "transforms/simt/simt_unknown.h"

// The input of the body that the value is; -1: it is none.
static int input_of(MlirBlock body, MlirValue value, int inputs) {
  if (!mlirValueIsABlockArgument(value) || !mlirBlockEqual(mlirBlockArgumentGetOwner(value), body))
    return -1;
  int argument = (int)mlirBlockArgumentGetArgNumber(value);
  return argument < inputs ? argument : -1;
}

static MlirOperation definition(MlirValue value, const char *name) {
  MlirOperation op =
      mlirValueIsAOpResult(value) ? mlirOpResultGetOwner(value) : (MlirOperation){NULL};
  return !mlirOperationIsNull(op) && ir_op_is(op, name) ? op : (MlirOperation){NULL};
}

// It yields the sum of its last argument and the product of two others, each as it is. What is cast
// was read before (Workload.factors).
static bool adds_product(const Workload *workload, MlirOperation op) {
  if (workload->factors[0].cast != FACTOR_NONE)
    return true;
  MlirBlock body = ir_body(op);
  int inputs = (int)mlirBlockGetNumArguments(body) - 1;
  MlirOperation sum =
      definition(mlirOperationGetOperand(mlirBlockGetTerminator(body), 0), "arith.addf");
  if (mlirOperationIsNull(sum))
    return false;
  MlirValue accumulator = mlirBlockGetArgument(body, inputs);
  int added = mlirValueEqual(mlirOperationGetOperand(sum, 0), accumulator) ? 1 : 0;
  MlirOperation product = definition(mlirOperationGetOperand(sum, added), "arith.mulf");
  if (mlirOperationIsNull(product) ||
      !mlirValueEqual(mlirOperationGetOperand(sum, 1 - added), accumulator))
    return false;
  int left = input_of(body, mlirOperationGetOperand(product, 0), inputs);
  int right = input_of(body, mlirOperationGetOperand(product, 1), inputs);
  return left >= 0 && right >= 0 && left != right;
}

static bool is_same_element(const Access *a, const Access *b) {
  if (a->rank != b->rank)
    return false;
  for (int d = 0; d < a->rank; d++) {
    if (a->index[d].constant != b->index[d].constant || a->shape[d] != b->shape[d])
      return false;
    for (int i = 0; i < WORKLOAD_MAX_ITERATORS; i++)
      if (a->index[d].coefficients[i] != b->index[d].coefficients[i])
        return false;
  }
  return true;
}

int simt_start_access(const Group *group) {
  const ValueSource *source = &group->init[0];
  if (source->kind == SOURCE_STATEMENT) {
    const GroupStatement *statement = &group->statements[source->index];
    MlirBlock body = ir_body(statement->op);
    int argument =
        input_of(body, mlirOperationGetOperand(mlirBlockGetTerminator(body), source->result),
                 statement->argument_count);
    if (argument < 0)
      return -1;
    source = &statement->arguments[argument];
  }
  return source->kind == SOURCE_ACCESS &&
                 mlirTypeIsAShaped(mlirValueGetType(group->accesses[source->index].value))
             ? source->index
             : -1;
}

bool simt_start_is_result(const Group *group, int access, int output) {
  return is_same_element(&group->workload.accesses[access], &group->workload.accesses[output]) &&
         group->accesses[access].collapse_rank == group->accesses[output].collapse_rank;
}

static bool start_is_known(const Group *group) {
  SourceKind kind = group->init[0].kind;
  return kind == SOURCE_NONE || kind == SOURCE_VALUE || simt_start_access(group) >= 0;
}

// Of a buffer whose dimensions were joined, the last is shorter.
static void find_run(const Group *group, const SimtView *view, int access, int64_t *run) {
  if (view->is_changed)
    *run = view->run[access];
  const GroupAccess *buffer = &group->accesses[access];
  MlirValue value = mlirValueIsNull(buffer->value) ? group->output_result[0] : buffer->value;
  if (buffer->collapse_rank > 1)
    *run = integer_gcd(
        *run, mlirShapedTypeGetDimSize(mlirValueGetType(value), buffer->collapse_rank - 1));
}

// Every buffer of the kernel, whose indices are 32 bits wide in machine code (docs/gpu.md).
static bool has_narrow_indices(const Workload *workload) {
  for (int a = 0; a < workload->access_count; a++)
    if (access_elements(&workload->accesses[a]) > INT32_MAX)
      return false;
  return true;
}

// Of operands alone, whose elements outside are 0.0.
static bool pads_with_zeros(const Group *group) {
  for (int a = 0; a < group->workload.access_count; a++) {
    const Access *access = &group->workload.accesses[a];
    if (!access->may_leave_shape)
      continue;
    MlirAttribute value = simt_constant_of(group->accesses[a].pad_value);
    if (group->workload.statements[access->statement].stage != STAGE_BODY ||
        group->accesses[a].collapse_rank > 0 || mlirAttributeIsNull(value) ||
        !mlirAttributeEqual(value, ir_zero(mlirAttributeGetType(value))))
      return false;
  }
  return true;
}

Status simt_group_read(const Group *group, SimtView *out_view, SimtRoles *out_roles) {
  SimtRoles roles;
  FpMode mode = fp_mode_of(group->anchor);
  if (!pads_with_zeros(group))
    return status_fail(STATUS_UNSUPPORTED, "its padding is no constant zero");
  if ((mode == FP_STRICT || mode == FP_SOURCE) &&
      element_type_is_float(group->workload.accumulator_type))
    return status_fail(STATUS_UNSUPPORTED, "under fp=%s its multiply-adds must not be fused",
                       fp_mode_text(mode));
  simt_view_read(&group->workload, out_view);
  Status status = simt_unknown_check(group);
  if (status == STATUS_OK)
    status = simt_roles_read(&out_view->product, &roles);
  if (status != STATUS_OK)
    return status;
  if (!adds_product(&group->workload, group->anchor))
    return status_fail(STATUS_UNSUPPORTED, "it adds up no products of two operands");
  for (int a = 0; a < group->workload.access_count; a++)
    if (!mlirValueIsNull(group->accesses[a].value) && !simt_is_plain(group->accesses[a].value))
      return status_fail(STATUS_UNSUPPORTED,
                         "a memref has strides or a memory space; copy it to a plain one");
  if (!has_narrow_indices(&group->workload))
    return status_fail(STATUS_UNSUPPORTED, "a buffer has 2^31 elements or more; split the op");
  if (!start_is_known(group))
    return status_fail(STATUS_UNSUPPORTED, "its sums start from what another op makes");
  if (!simt_epilogue_is_known(group))
    return status_fail(STATUS_UNSUPPORTED, "a consumer is more than arithmetic");
  for (int o = 0; o <= SIMT_OPERANDS; o++)
    find_run(group, out_view, o < SIMT_OPERANDS ? roles.operand[o] : roles.output, &roles.run[o]);
  for (int o = 0; o < SIMT_OPERANDS && out_view->is_changed; o++)
    roles.is_linear[o] = out_view->is_linear[roles.operand[o]];
  roles.is_relaxed = mode == FP_RELAXED;
  roles.bytes = workload_bytes(&group->workload);
  *out_roles = roles;
  return STATUS_OK;
}
