// See simt_split.h. What parts and their sum cost is told by the ops themselves, which are made and
// taken back.
#include "passes/simt_split.h"

#include "transforms/ir.h"

static Status decide_parts(const SimtProduct *product, const Device *device, SimtSplit *split) {
  Schedule schedule;
  Status status = simt_product_read(split->ops.parts, 0, &split->parts);
  if (status != STATUS_OK)
    return status;
  const Workload *parts = &split->parts.view.product;
  if (parts->iterator_count != product->view.product.iterator_count + 1)
    return status_fail(STATUS_REJECTED, "the parts of its sums are no batches of a product");
  simt_schedule_parts(parts, &product->parts.schedule, &schedule);
  return simt_product_try(&split->parts, &schedule, device, &split->parts.choice);
}

static Status decide_sum(SimtSplit *split, int consumers, const Device *device) {
  Status status =
      simt_point_decide(split->ops.sum, consumers, "", device, &split->sum, &split->sum_choice);
  return status != STATUS_OK || workload_epilogue_count(&split->sum.workload) >= split->rounding
             ? status
             : status_fail(STATUS_REJECTED, "no kernel rounds the sum of its parts");
}

// With what is fused after the product, where a thread computes that, and else with what rounds the
// sum alone: producers of what that reads are counted, too.
Status simt_split_decide_sum(SimtSplit *split, const Device *device) {
  enum { MOST_PRODUCERS = 4 };
  Status status = decide_sum(split, split->consumers, device);
  for (int p = 0; p <= MOST_PRODUCERS && split->rounding > 0 && status != STATUS_OK; p++)
    status = decide_sum(split, split->rounding + p, device);
  return status;
}

Status simt_split_decide(MlirOperation op, const SimtProduct *product, int consumers,
                         const Device *device, SimtSplit *out_split) {
  int count = product->parts.schedule.split;
  MlirType sum = mlirTypeParseGet(mlirOperationGetContext(op),
                                  ir_string(element_type_name(product->roles.sum)));
  split_sum(op, split_sum_loop(op, count), count, sum, &out_split->ops);
  out_split->rounding = product->roles.sum != product->roles.result;
  out_split->consumers = consumers + out_split->rounding;
  Status status = decide_parts(product, device, out_split);
  if (status == STATUS_OK)
    status = simt_split_decide_sum(out_split, device);
  if (status != STATUS_OK)
    split_sum_undo(&out_split->ops);
  return status;
}
