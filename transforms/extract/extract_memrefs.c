// Which memrefs of an anchor may be the same memory without changing what it computes.
#include "transforms/extract/aliasing.h"
#include "transforms/extract/extraction.h"

// An input may share its buffer with an output only when each point reads the element that it
// writes, and nothing is written before the reduction is over.
static bool overlap_is_harmless(const AnchorOp *anchor, const StructuredOperand *input,
                                const StructuredOperand *output) {
  if (!memrefs_share_buffer(input->value, output->value))
    return true;
  if (!mlirValueEqual(input->value, output->value) || !structured_op_is_parallel(&anchor->op))
    return false;
  for (int d = 0; d < output->rank; ++d) {
    if (!index_equal(&input->index[d], &output->index[d]))
      return false;
  }
  return true;
}

Status extraction_check_memrefs(const AnchorOp *anchor) {
  if (anchor->op.on_tensors)
    return STATUS_OK;
  bool is_disjoint = !mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
      anchor->op.op, mlirStringRefCreateFromCString(DISJOINT_ATTRIBUTE)));
  for (int o = anchor->op.input_count; o < anchor->op.operand_count; ++o) {
    const StructuredOperand *output = &anchor->op.operands[o];
    if (output->is_scalar)
      return status_fail(STATUS_UNSUPPORTED, "an output is neither tensor nor memref");
    if (structured_operand_overlaps_itself(output))
      return status_fail(STATUS_UNSUPPORTED, "an output has elements that share a place");
    for (int i = 0; i < o; ++i) {
      const StructuredOperand *other = &anchor->op.operands[i];
      bool is_output = i >= anchor->op.input_count;
      if (other->is_scalar || is_disjoint)
        continue;
      if (is_output ? memrefs_share_buffer(other->value, output->value)
                    : !overlap_is_harmless(anchor, other, output))
        return status_fail(STATUS_UNSUPPORTED, "an output overlaps another operand");
    }
  }
  return STATUS_OK;
}
