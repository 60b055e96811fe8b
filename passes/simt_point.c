// See simt_point.h. What is fused is as much as a thread can compute, and producers only where none
// of their elements is computed twice.
#include "passes/simt_point.h"

#include "plan/rule.h"
#include "transforms/annotation.h"
#include "transforms/chain/chain.h"
#include "transforms/extract/extract.h"
#include "transforms/simt/point_emit.h"
#include "transforms/simt/simt_unknown.h"

#include <stdlib.h>

static bool repeats_producers(const Group *group) {
  int64_t needed[WORKLOAD_MAX_STATEMENTS];
  const Workload *workload = &group->workload;
  group_needed_points(group, needed);
  for (int s = 0; s < workload->statement_count; s++)
    if (workload->statements[s].stage == STAGE_BODY && !workload->statements[s].is_anchor &&
        needed[s] < workload_points(workload))
      return true;
  return false;
}

static Status read_group(MlirOperation op, int consumers, Group *group, bool *out_can_share) {
  Status status = STATUS_OK;
  int64_t unknown = simt_unknown_expected(op);
  for (int fused = 15; fused >= 0; fused--) {
    Fusion fusion = {.epilogue = fused & 8 ? consumers : 0,
                     .init = (fused & 4) != 0,
                     .pad = (fused & 2) != 0,
                     .producers = (fused & 1) != 0,
                     .unknown = unknown};
    status = group_extract(op, &fusion, group);
    if (status != STATUS_OK)
      return status;
    if (fused & 1 && repeats_producers(group))
      continue;
    group->workload.can_split_reduction = true;
    status = point_group_read(group, out_can_share);
    if (status == STATUS_OK)
      return status;
  }
  return status;
}

Status simt_schedule_parse(const Workload *workload, const char *given, Schedule *out_schedule) {
  Status status = schedule_parse(workload, given, out_schedule);
  return status != STATUS_OK || out_schedule->rule == RULE_DIRECT
             ? status
             : status_fail(STATUS_REJECTED, "the rule %s makes no kernel of a GPU; use direct",
                           rule_get(out_schedule->rule)->name);
}

Status simt_point_decide(MlirOperation op, int consumers, const char *given, const Device *device,
                         Group *group, PointChoice *out_choice) {
  Status status = STATUS_OK;
  bool can_share = false;
  PointChoice choice = {.candidates = 1};
  TRY(read_group(op, consumers, group, &can_share));
  const Workload *workload = &group->workload;
  if (!given[0] && chain_number_of(op) >= 0 &&
      point_choose_row(workload, device, can_share, out_choice) == STATUS_OK)
    return STATUS_OK;
  if (!given[0])
    return point_choose(workload, device, can_share, out_choice);
  TRY(simt_schedule_parse(workload, given, &choice.schedule));
  RejectReason reason =
      point_nest_build(workload, &choice.schedule, device, can_share, &choice.nest);
  if (reason == REJECT_INSTRUCTION)
    TRY(status_fail(STATUS_REJECTED,
                    "the schedule makes no kernel: instruction=, stages= and split= are of "
                    "products, and this op is none, or none in its mode (fp=)"));
  if (reason != REJECT_NONE)
    TRY(status_fail(STATUS_REJECTED, "the schedule makes no kernel: %s",
                    reject_reason_text(reason)));
  choice.price = point_price(workload, &choice.nest, device);
  *out_choice = choice;
cleanup:
  return status;
}

// --- rows

static bool is_function(MlirOperation op) { return ir_is_defined_function(op); }

static bool is_of_chain(MlirOperation op) { return chain_number_of(op) >= 0; }

static bool become_kernels(MlirOperation function, const Device *device) {
  IrOps ops = ir_collect(function, is_of_chain);
  Group *group = ir_zeroed(1, sizeof *group);
  PointChoice choice;
  bool become = ops.count > 0;
  for (int i = 0; i < ops.count && become; i++)
    become = simt_point_decide(ops.ops[i], WORKLOAD_MAX_STATEMENTS, "", device, group, &choice) ==
             STATUS_OK;
  free(group);
  free(ops.ops);
  return become;
}

// On a copy of the function, which takes its place where rows become kernels: others stay as they
// are.
static bool mark(MlirOperation function, const Device *device) {
  // However small a tensor is, its rows are taken one by one.
  static const int64_t row_bytes[] = {1, 1};
  Chains chains = {.count = 0};
  MlirOperation copy = mlirOperationClone(function);
  mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(function), function, copy);
  bool marks = chains_prepare(copy);
  if (marks) {
    chains_find(copy, row_bytes, 2, 1, &chains);
    chains_destroy(&chains);
    marks = become_kernels(copy, device);
  }
  mlirOperationDestroy(marks ? function : copy);
  return marks;
}

bool simt_rows_mark(MlirOperation module, const Device *device) {
  bool changed = false;
  IrOps functions = ir_collect(module, is_function);
  for (int f = 0; f < functions.count; f++)
    if (!annotation_is_untuned(functions.ops[f]))
      changed |= mark(functions.ops[f], device);
  free(functions.ops);
  return changed;
}
