// See simt_product.h.
#include "passes/simt_product.h"

#include "passes/simt_point.h"
#include "transforms/extract/extract.h"
#include "transforms/rewrite/split_sum.h"
#include "transforms/simt/simt_unknown.h"

// With as many consumers as a kernel can compute, and with the op's initial value where a kernel
// can start from it, else with what the destination holds. Sums stay in registers until the end, so
// the reduction can be split whatever is fused.
Status simt_product_read(MlirOperation op, int consumers, SimtProduct *out_product) {
  Status status = STATUS_OK;
  Group *group = &out_product->group;
  int64_t unknown = simt_unknown_expected(op);
  if (op_anchor_rank(op) > 0)
    return status_fail(STATUS_UNSUPPORTED, "it adds up no products of two operands");
  for (; consumers >= 0; consumers--)
    for (int fused = 3; fused >= 0; fused--) {
      Fusion fusion = {
          .init = fused & 1, .pad = (fused & 2) != 0, .epilogue = consumers, .unknown = unknown};
      status = group_extract(op, &fusion, group);
      if (status != STATUS_OK)
        continue;
      int found = workload_epilogue_count(&group->workload);
      consumers = found < consumers ? found : consumers;
      group->workload.can_split_reduction = true;
      status = simt_group_read(group, &out_product->view, &out_product->roles);
      if (status == STATUS_OK)
        return status;
    }
  return status;
}

Status simt_product_try(const SimtProduct *product, const Schedule *schedule, const Device *device,
                        SimtChoice *out_choice) {
  SimtChoice choice = {.schedule = *schedule, .candidates = 1};
  const Workload *workload = &product->view.product;
  if (schedule->instruction >= INSTRUCTION_CHOICES &&
      device_mma(device, schedule->instruction) == NULL)
    return status_fail(
        STATUS_REJECTED,
        "the schedule makes no kernel: %s has no such instruction; docs/gpu.md lists "
        "those of every GPU",
        device->name);
  RejectReason reason = simt_nest_build(workload, &product->roles, schedule, device, &choice.nest);
  if (reason != REJECT_NONE)
    return status_fail(STATUS_REJECTED, "the schedule makes no kernel: %s",
                       reject_reason_text(reason));
  choice.price = simt_price(workload, &choice.nest, device);
  *out_choice = choice;
  return STATUS_OK;
}

static bool can_split(const Group *group) {
  return group->on_tensors && group->workload.unknown == 0 &&
         workload_can_reassociate(&group->workload);
}

// Counts that some loop over terms can be cut in.
static SimtPartCounts parts_of(const Group *group) {
  static const int counts[] = {2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128};
  SimtPartCounts parts = {.count = 0};
  for (size_t c = 0; can_split(group) && c < sizeof counts / sizeof *counts; c++)
    if (split_sum_loop(group->anchor, counts[c]) >= 0)
      parts.values[parts.count++] = counts[c];
  return parts;
}

static Status take_given(const char *given, const Device *device, SimtProduct *product) {
  Schedule schedule;
  Status status = simt_schedule_parse(&product->view.product, given, &schedule);
  if (status != STATUS_OK)
    return status;
  if (schedule.split == 0)
    return simt_product_try(product, &schedule, device, &product->choice);
  if (!can_split(&product->group))
    return status_fail(STATUS_REJECTED,
                       "the schedule makes no kernel: terms in parts need tensors of known sizes, "
                       "and a mode that lets sums come in any order");
  if (split_sum_loop(product->group.anchor, schedule.split) < 0)
    return status_fail(STATUS_REJECTED,
                       "the schedule makes no kernel: no loop over terms has %d equal parts of two "
                       "or more",
                       schedule.split);
  product->parts = (SimtChoice){.schedule = schedule, .candidates = 1};
  return STATUS_OK;
}

Status simt_product_decide(MlirOperation op, int consumers, const char *given, const Device *device,
                           bool has_maps, SimtProduct *out_product) {
  Status status = simt_product_read(op, consumers, out_product);
  if (status != STATUS_OK)
    return status;
  out_product->choice.candidates = out_product->parts.candidates = 0;
  if (given[0])
    return take_given(given, device, out_product);
  SimtPartCounts parts = parts_of(&out_product->group);
  return simt_choose_parts(&out_product->view.product, &out_product->roles, device, &parts,
                           has_maps, &out_product->choice, &out_product->parts);
}
