// See simt_run.h. Decides on data, then rewrites the op as a whole.
#include "passes/simt_run.h"

#include "passes/simt_point.h"
#include "search/simt/simt_choice.h"
#include "transforms/annotation.h"
#include "transforms/chain/chain.h"
#include "transforms/extract/anchors.h"
#include "transforms/extract/extract.h"
#include "transforms/ir.h"
#include "transforms/simt/point_emit.h"
#include "transforms/simt/point_join.h"
#include "transforms/simt/simt_emit.h"

#include <stdlib.h>
#include <string.h>

Status simt_options_parse(const char *target, const char *schedule, SimtOptions *out_options) {
  Schedule read;
  const Device *device = device_find(target, strlen(target));
  if (device == NULL)
    return status_fail(STATUS_USAGE, "option 'target': '%.64s' is no GPU that is known; use %s",
                       target, device_names().text);
  if (schedule[0]) {
    Status status = schedule_parse_fusion(schedule, &read);
    if (status != STATUS_OK)
      return status_fail(STATUS_USAGE, "option 'schedule': %s", status_text());
  }
  *out_options = (SimtOptions){.device = device, .schedule = schedule};
  return STATUS_OK;
}

// The schedule that is given for the op; "": the model chooses.
static void given_schedule(MlirOperation op, const SimtOptions *options, char *text, size_t size) {
  annotation_read(op, text, size);
  if (!text[0])
    snprintf(text, size, "%s", options->schedule);
}

// Consumers that may be fused: as many as there are, or as the schedule says.
static int most_consumers(const char *schedule) {
  Schedule given;
  return schedule[0] && schedule_parse_fusion(schedule, &given) == STATUS_OK
             ? given.fuse_epilogue
             : WORKLOAD_MAX_STATEMENTS;
}

// With as many consumers as a kernel can compute, and with the op's initial value where a kernel
// can start from it, else with what the destination holds. Sums stay in registers until the end, so
// the reduction can be split whatever is fused.
static Status read_group(MlirOperation op, const char *schedule, Group *group, SimtView *view,
                         SimtRoles *roles) {
  Status status = STATUS_OK;
  if (op_anchor_rank(op) > 0)
    return status_fail(STATUS_UNSUPPORTED, "it adds up no products of two operands");
  for (int consumers = most_consumers(schedule); consumers >= 0; consumers--)
    for (int fused = 3; fused >= 0; fused--) {
      Fusion fusion = {.init = fused & 1, .pad = (fused & 2) != 0, .epilogue = consumers};
      status = group_extract(op, &fusion, group);
      if (status != STATUS_OK)
        continue;
      int found = workload_epilogue_count(&group->workload);
      consumers = found < consumers ? found : consumers;
      group->workload.can_split_reduction = true;
      status = simt_group_read(group, view, roles);
      if (status == STATUS_OK)
        return status;
    }
  return status;
}

static Status decide(const Workload *workload, const SimtRoles *roles, const SimtOptions *options,
                     const char *given, SimtChoice *out_choice) {
  if (!given[0])
    return simt_choose(workload, roles, options->device, out_choice);
  SimtChoice choice = {.candidates = 1};
  Status status = simt_schedule_parse(workload, given, &choice.schedule);
  if (status != STATUS_OK)
    return status;
  RejectReason reason =
      simt_nest_build(workload, roles, &choice.schedule, options->device, &choice.nest);
  if (reason != REJECT_NONE)
    return status_fail(STATUS_REJECTED, "the schedule makes no kernel: %s",
                       reject_reason_text(reason));
  choice.price = simt_price(workload, &choice.nest, options->device);
  *out_choice = choice;
  return STATUS_OK;
}

static void tell(const PassReport *report, MlirOperation op, const Workload *workload,
                 const SimtOptions *options, const SimtChoice *choice) {
  char schedule[SCHEDULE_TEXT_BYTES], text[SCHEDULE_TEXT_BYTES + 256];
  schedule_print(workload, &choice->schedule, schedule, sizeof schedule);
  snprintf(text, sizeof text,
           "a kernel for %s, %s: %lld blocks of %lld threads, %lld bytes of shared memory, about "
           "%d registers, predicted %.3e s of %lld schedules",
           options->device->name, schedule, (long long)simt_block_count(&choice->nest),
           (long long)simt_thread_count(&choice->nest), (long long)choice->nest.shared_bytes,
           choice->nest.registers, choice->price.seconds, (long long)choice->candidates);
  pass_report_say(report, REMARK_REWRITTEN, op, text);
}

// The innermost module around the op, where a launch looks its kernel up.
static MlirOperation module_of(MlirOperation op) {
  while (!ir_op_is(op, "builtin.module"))
    op = mlirOperationGetParentOperation(op);
  return op;
}

static void tell_points(const PassReport *report, MlirOperation op, const Workload *workload,
                        const SimtOptions *options, const PointChoice *choice) {
  char schedule[SCHEDULE_TEXT_BYTES], text[SCHEDULE_TEXT_BYTES + 256];
  schedule_print(workload, &choice->schedule, schedule, sizeof schedule);
  snprintf(
      text, sizeof text,
      "a kernel for %s, %s: %lld blocks of %lld threads, %lld bytes of shared memory, predicted "
      "%.3e s of %lld schedules",
      options->device->name, schedule, (long long)point_block_count(&choice->nest),
      (long long)point_thread_count(&choice->nest), (long long)choice->nest.shared_bytes,
      choice->price.seconds, (long long)choice->candidates);
  pass_report_say(report, REMARK_REWRITTEN, op, text);
}

// What an op can become: a product, or points.
typedef struct Kernels {
  Group product, points; // as they were extracted
  SimtView view;         // of the product
  SimtChoice product_choice;
  PointChoice point_choice;
  PointRecords records; // of points that were emitted
} Kernels;

static void forget(const MlirOperation *ops, const Group *group, AnchorList *anchors) {
  for (int i = 0; i < group->op_count; i++)
    if (mlirOperationIsNull(group->ops[i]))
      anchors_remove(anchors, ops[i]);
}

static void emit_product(Kernels *kernels, const SimtOptions *options, AnchorList *anchors) {
  MlirOperation ops[GROUP_MAX_OPS];
  Group *group = &kernels->product;
  const SimtChoice *choice = &kernels->product_choice;
  memcpy(ops, group->ops, sizeof ops);
  simt_emit(group, &kernels->view, &choice->nest, &choice->schedule, options->device,
            module_of(group->anchor));
  forget(ops, group, anchors);
}

static void emit_points(Kernels *kernels, const SimtOptions *options, AnchorList *anchors) {
  MlirOperation ops[GROUP_MAX_OPS];
  Group *group = &kernels->points;
  const PointChoice *choice = &kernels->point_choice;
  memcpy(ops, group->ops, sizeof ops);
  point_emit(group, &choice->nest, &choice->schedule, options->device, module_of(group->anchor),
             &kernels->records);
  forget(ops, group, anchors);
}

static Status decide_product(MlirOperation op, const SimtOptions *options, const char *given,
                             Kernels *kernels) {
  SimtRoles roles;
  Status status = read_group(op, given, &kernels->product, &kernels->view, &roles);
  return status == STATUS_OK
             ? decide(&kernels->view.product, &roles, options, given, &kernels->product_choice)
             : status;
}

// A schedule that is given is that of a product where it can be.
static void run_anchor(MlirOperation op, const SimtOptions *options, AnchorList *anchors,
                       Kernels *kernels, PassReport *report) {
  char given[SCHEDULE_TEXT_BYTES], reason[256];
  report->statistics->ops_seen++;
  given_schedule(op, options, given, sizeof given);
  Status product = decide_product(op, options, given, kernels);
  snprintf(reason, sizeof reason, "%s", status_text());
  Status points = product == STATUS_OK && given[0]
                      ? STATUS_REJECTED
                      : simt_point_decide(op, most_consumers(given), given, options->device,
                                          &kernels->points, &kernels->point_choice);
  if (product != STATUS_OK && points != STATUS_OK) {
    report->statistics->skipped_unsupported++;
    pass_report_say(report, REMARK_MISSED, op, product == STATUS_REJECTED ? reason : status_text());
    return;
  }
  if (product == STATUS_OK && (points != STATUS_OK || kernels->product_choice.price.seconds <=
                                                          kernels->point_choice.price.seconds)) {
    tell(report, op, &kernels->view.product, options, &kernels->product_choice);
    emit_product(kernels, options, anchors);
  } else {
    tell_points(report, op, &kernels->points.workload, options, &kernels->point_choice);
    emit_points(kernels, options, anchors);
  }
  report->statistics->ops_tuned++;
  report->changed = true;
}

Status simt_run(MlirOperation module, const SimtOptions *options, PassReport *report,
                MlirLocation *out_location) {
  AnchorList anchors = {0};
  Status status = STATUS_OK;
  Kernels *kernels = malloc(sizeof *kernels);
  *out_location = mlirOperationGetLocation(module);
  if (!kernels)
    TRY(status_fail(STATUS_SYSTEM, "no memory for a group"));
  kernels->records = (PointRecords){.count = 0};
  report->changed |= simt_rows_mark(module);
  TRY(anchors_collect(module, &anchors));
  TRY(anchors_check_annotations(&anchors, out_location));
  anchors_sort(&anchors);
  for (int a = 0; a < anchors.count; a++) {
    MlirOperation op = anchors.items[a].op;
    if (!mlirOperationIsNull(op) && op_is_anchor_candidate(op) && !ir_is_in_device_code(op) &&
        !annotation_is_untuned(op))
      run_anchor(op, options, &anchors, kernels, report);
  }
  point_records_join(&kernels->records);
  chains_unmark(module);
cleanup:
  anchors_destroy(&anchors);
  if (kernels)
    point_records_destroy(&kernels->records);
  free(kernels);
  return status;
}
