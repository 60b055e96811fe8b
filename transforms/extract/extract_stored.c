// Producers that others read too, as the exponentials of a softmax, which are added up and then
// scaled: the body of the reduction stores each value once it is made, and nobody makes it again.
#include "transforms/cut_mark.h"
#include "transforms/extract/extraction.h"

#include <string.h>

// Whether each point of the iteration space has an element of its own, and each element a point.
static bool walks_each_once(const Workload *workload, const StructuredOperand *out,
                            const IndexExpr *index) {
  uint32_t walked = 0;
  for (int d = 0; d < out->rank; ++d) {
    int i = index_single_iterator(&index[d]);
    if (i == -1 && out->shape[d] == 1)
      continue;
    if (i < 0 || (walked >> i & 1u) || workload->extents[i] != out->shape[d])
      return false;
    walked |= 1u << i;
  }
  return walked == (1u << workload->iterator_count) - 1;
}

static bool readers_come_later(const Extraction *extraction, MlirValue value, const Read *read) {
  MlirOperation anchor = extraction->group->anchor;
  for (MlirOpOperand use = mlirValueGetFirstUse(value); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = ir_ancestor_in(extraction->block, mlirOpOperandGetOwner(use));
    if (mlirOperationIsNull(user))
      return false;
    if (!mlirOperationEqual(user, read->reader) && !mlirOperationEqual(user, anchor) &&
        !mlirOperationIsBeforeInBlock(anchor, user))
      return false;
  }
  return true;
}

static bool is_stored(const Extraction *extraction, MlirValue value) {
  for (int s = 0; s < extraction->stored_count; ++s) {
    if (mlirValueEqual(extraction->stored[s].value, value))
      return true;
  }
  return false;
}

// A partition says of each op which one group computes it, and prices groups without knowing the
// caches that what is stored is read from. Of a piece that may end early a group has one result.
bool extraction_can_store(const Extraction *extraction, MlirValue value, const StructuredOp *op,
                          const IndexExpr *index, const Read *read) {
  const Workload *workload = &extraction->group->workload;
  if (read->stage != STAGE_BODY || is_stored(extraction, value))
    return read->stage == STAGE_BODY;
  return extraction->limits.stored && extraction->filter == NULL && !extraction->is_contraction &&
         workload->open == 0 && workload->unknown == 0 &&
         cut_mark_partial_dim(extraction->group->anchor) < 0 && extraction_reduces(extraction) &&
         workload->accumulator_count + extraction->stored_count < GROUP_MAX_RESULTS &&
         walks_each_once(workload, &op->operands[op->input_count], index) &&
         readers_come_later(extraction, value, read);
}

void extraction_store(Extraction *extraction, MlirValue value, const StructuredOperand *out,
                      const IndexExpr *index, int statement) {
  if (is_stored(extraction, value))
    return;
  ChainValue *stored = &extraction->stored[extraction->stored_count++];
  *stored = (ChainValue){
      .value = value, .source = {.kind = SOURCE_STATEMENT, .index = statement}, .rank = out->rank};
  memcpy(stored->shape, out->shape, sizeof stored->shape);
  memcpy(stored->index, index, (size_t)out->rank * sizeof *index);
}

static bool is_made_by_group(const Group *group, MlirValue value) {
  for (int i = 0; mlirValueIsAOpResult(value) && i < group->op_count; ++i) {
    if (mlirOperationEqual(group->ops[i], mlirOpResultGetOwner(value)))
      return true;
  }
  return false;
}

bool extraction_reads_stored(const Extraction *extraction) {
  const Group *group = extraction->group;
  for (int a = 0; extraction->stored_count > 0 && a < group->workload.access_count; ++a) {
    if (group->workload.accesses[a].may_leave_shape)
      return true; // points that read padding may be left out, and their elements with them
    if (is_made_by_group(group, group->accesses[a].value))
      return true; // a stored value, or what another op of the group makes of it
  }
  return false;
}

bool extraction_stores_before(const Extraction *extraction, MlirOperation op) {
  for (int s = 0; s < extraction->stored_count; ++s) {
    for (MlirOpOperand use = mlirValueGetFirstUse(extraction->stored[s].value);
         !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
      MlirOperation user = ir_ancestor_in(extraction->block, mlirOpOperandGetOwner(use));
      bool is_before = mlirOperationIsBeforeInBlock(extraction->group->anchor, user) &&
                       !mlirOperationIsBeforeInBlock(op, user);
      if (is_before)
        return true;
    }
  }
  return false;
}
