// See simt_run.h. Decides on data, then rewrites the op as a whole.
#include "passes/simt_run.h"

#include "passes/simt_given.h"
#include "transforms/annotation.h"
#include "transforms/chain/chain.h"
#include "transforms/decompose_shim.h"
#include "transforms/dynamic/sizes.h"
#include "transforms/extract/anchors.h"
#include "transforms/extract/extract.h"
#include "transforms/extract/linalg_shim.h"
#include "transforms/ir.h"
#include "transforms/rewrite/tensor_ops.h"
#include "transforms/simt/point_emit.h"
#include "transforms/simt/point_join.h"
#include "transforms/simt/simt_emit.h"
#include "transforms/simt/simt_gather.h"
#include "transforms/simt/simt_unknown.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// `text`: what the kernel is.
static void say(const PassReport *report, MlirOperation op, const SimtGiven *given,
                const char *text, double predicted_seconds, int64_t candidates) {
  char whole[SCHEDULE_TEXT_BYTES + 320];
  TuneRemark remark = remark_start(REMARK_REWRITTEN, op);
  if (given->measured_seconds > 0)
    snprintf(whole, sizeof whole, "%s, measured %.3e s (record)", text, given->measured_seconds);
  else
    snprintf(whole, sizeof whole, "%s, predicted %.3e s of %lld schedules", text, predicted_seconds,
             (long long)candidates);
  remark.reason = whole;
  remark.workload = given->workload ? given->workload : "";
  pass_report_remark(report, &remark);
}

static void tell(const PassReport *report, MlirOperation op, const Workload *workload,
                 const SimtOptions *options, const SimtGiven *given, const SimtChoice *choice) {
  char schedule[SCHEDULE_TEXT_BYTES], text[SCHEDULE_TEXT_BYTES + 256];
  schedule_print(workload, &choice->schedule, schedule, sizeof schedule);
  snprintf(text, sizeof text,
           "a kernel for %s, %s: %lld blocks of %lld threads, %lld bytes of shared memory, about "
           "%d registers",
           options->device->name, schedule, (long long)simt_block_count(&choice->nest),
           (long long)simt_thread_count(&choice->nest), (long long)choice->nest.shared_bytes,
           choice->nest.registers);
  say(report, op, given, text, choice->price.seconds, choice->candidates);
}

// The innermost module around the op, where a launch looks its kernel up.
static MlirOperation module_of(MlirOperation op) {
  while (!ir_op_is(op, "builtin.module"))
    op = mlirOperationGetParentOperation(op);
  return op;
}

static void tell_points(const PassReport *report, MlirOperation op, const Workload *workload,
                        const SimtOptions *options, const SimtGiven *given,
                        const PointChoice *choice) {
  char schedule[SCHEDULE_TEXT_BYTES], text[SCHEDULE_TEXT_BYTES + 256];
  schedule_print(workload, &choice->schedule, schedule, sizeof schedule);
  snprintf(text, sizeof text,
           "a kernel for %s, %s: %lld blocks of %lld threads, %lld bytes of shared memory",
           options->device->name, schedule, (long long)point_block_count(&choice->nest),
           (long long)point_thread_count(&choice->nest), (long long)choice->nest.shared_bytes);
  say(report, op, given, text, choice->price.seconds, choice->candidates);
}

static void forget(const MlirOperation *ops, const Group *group, AnchorList *anchors) {
  for (int i = 0; i < group->op_count; i++)
    if (mlirOperationIsNull(group->ops[i]))
      anchors_remove(anchors, ops[i]);
}

static void emit_product(SimtProduct *product, const SimtOptions *options, AnchorList *anchors) {
  MlirOperation ops[GROUP_MAX_OPS];
  Group *group = &product->group;
  const SimtChoice *choice = &product->choice;
  memcpy(ops, group->ops, sizeof ops);
  simt_emit(group, &product->view, &choice->nest, &choice->schedule, options->device,
            module_of(group->anchor));
  forget(ops, group, anchors);
}

static void emit_points(Group *group, const PointChoice *choice, const SimtOptions *options,
                        AnchorList *anchors, PointRecords *records) {
  MlirOperation ops[GROUP_MAX_OPS];
  memcpy(ops, group->ops, sizeof ops);
  point_emit(group, &choice->nest, &choice->schedule, options->device, module_of(group->anchor),
             records);
  forget(ops, group, anchors);
}

// --- sums in parts

// The schedule is told as it is given, and what both kernels take.
static void tell_split(const PassReport *report, MlirOperation op, const SimtOptions *options,
                       const SimtGiven *given, const SimtKernels *kernels) {
  SimtChoice told = kernels->split.parts.choice;
  told.schedule = kernels->product.parts.schedule;
  told.price.seconds = simt_split_seconds(&kernels->split);
  told.candidates = kernels->product.parts.candidates;
  tell(report, op, &kernels->product.view.product, options, given, &told);
}

// The op is gone, and so is what it began from, if nobody else uses that.
static void keep_split(SimtSplit *split, AnchorList *anchors) {
  MlirOperation op = split->ops.op;
  MlirValue start = mlirOperationGetOperand(op, linalg_op_input_count(op));
  anchors_remove(anchors, op);
  split_sum_keep(&split->ops);
  if (!mlirValueIsAOpResult(start) || ir_is_used(start))
    return;
  anchors_remove(anchors, mlirOpResultGetOwner(start));
  tensor_ops_erase_dead(mlirOpResultGetOwner(start));
}

// Whether it is emitted, as two kernels together take less than `seconds`.
static bool run_split(MlirOperation op, const SimtOptions *options, const SimtGiven *given,
                      double seconds, AnchorList *anchors, SimtKernels *kernels,
                      PassReport *report) {
  SimtSplit *split = &kernels->split;
  if (kernels->product.parts.candidates == 0 || kernels->product.parts.price.seconds >= seconds ||
      simt_split_decide(op, &kernels->product, given->consumers, options->device, split) !=
          STATUS_OK)
    return false;
  if (simt_split_seconds(split) >= seconds) {
    split_sum_undo(&split->ops);
    return false;
  }
  tell_split(report, op, options, given, kernels);
  keep_split(split, anchors);
  emit_product(&split->parts, options, anchors);
  tensor_ops_erase_dead(split->ops.window);
  if (simt_split_decide_sum(split, options->device) != STATUS_OK) {
    pass_report_say(report, REMARK_MISSED, split->ops.sum, status_text());
    return true;
  }
  tell_points(report, split->ops.sum, &split->sum.workload, options, &(SimtGiven){.workload = NULL},
              &split->sum_choice);
  emit_points(&split->sum, &split->sum_choice, options, anchors, &kernels->emitted);
  return true;
}

// A schedule that is given is that of a product where it can be.
static void run_given(MlirOperation op, const SimtOptions *options, const SimtGiven *given,
                      AnchorList *anchors, SimtKernels *kernels, PassReport *report) {
  char reason[256];
  SimtProduct *product = &kernels->product;
  Status as_product = simt_product_decide(op, given->consumers, given->schedule, options->device,
                                          options->has_maps, product);
  snprintf(reason, sizeof reason, "%s", status_text());
  Status as_points = as_product == STATUS_OK && given->schedule[0]
                         ? STATUS_REJECTED
                         : simt_point_decide(op, given->consumers, given->schedule, options->device,
                                             &kernels->points, &kernels->point_choice);
  if (as_product != STATUS_OK)
    product->choice.candidates = product->parts.candidates = 0;
  if (given->measured_seconds > 0)
    simt_given_name_consumers(product);
  double whole = product->choice.candidates > 0 ? product->choice.price.seconds : INFINITY;
  double points = as_points == STATUS_OK ? kernels->point_choice.price.seconds : INFINITY;
  bool is_split = run_split(op, options, given, fmin(whole, points), anchors, kernels, report);
  if (as_product != STATUS_REJECTED)
    snprintf(reason, sizeof reason, "%s", status_text());
  Status gathered =
      is_split || fmin(whole, points) < INFINITY ? STATUS_UNSUPPORTED : simt_gather_read(op);
  if (gathered == STATUS_REJECTED)
    snprintf(reason, sizeof reason, "%s", status_text());
  if (!is_split && whole < INFINITY && whole <= points) {
    tell(report, op, &product->view.product, options, given, &product->choice);
    emit_product(product, options, anchors);
  } else if (!is_split && points < INFINITY) {
    tell_points(report, op, &kernels->points.workload, options, given, &kernels->point_choice);
    emit_points(&kernels->points, &kernels->point_choice, options, anchors, &kernels->emitted);
  } else if (gathered == STATUS_OK) {
    pass_report_say(report, REMARK_REWRITTEN, op, "a kernel with a thread for each element");
    anchors_remove(anchors, op);
    simt_gather_emit(op, options->device, module_of(op));
  } else if (!is_split) {
    report->statistics->skipped_unsupported++;
    pass_report_say(report, REMARK_MISSED, op, reason);
    return;
  }
  report->statistics->ops_tuned++;
  report->changed = true;
}

static Status run_anchor(MlirOperation op, const SimtOptions *options, AnchorList *anchors,
                         SimtKernels *kernels, PassReport *report) {
  SimtGiven given;
  report->statistics->ops_seen++;
  Status status = simt_given_read(op, options, kernels, report, &given);
  if (status == STATUS_OK)
    run_given(op, options, &given, anchors, kernels, report);
  free(given.workload);
  return status;
}

// What makes a tensor that nobody reads, as the place of an extreme whose value alone is used.
static bool is_dead(MlirOperation op) {
  return mlirOperationGetNumResults(op) > 0 && !ir_op_is_used(op) && op_only_computes(op);
}

static bool is_dead_anchor(MlirOperation op) {
  return op_is_anchor_candidate(op) && is_dead(op) && !ir_is_in_device_code(op);
}

// What only dead ops read is dead once they are gone.
static void erase_dead(MlirOperation module) {
  int erased;
  do {
    IrOps dead = ir_collect(module, is_dead_anchor);
    erased = dead.count;
    for (int i = 0; i < dead.count; i++)
      mlirOperationDestroy(dead.ops[i]);
    free(dead.ops);
  } while (erased > 0);
}

static bool is_aggregate_of_unknown_size(MlirOperation op) {
  return op_is_aggregate(op) && mlirOperationGetNumResults(op) > 0 &&
         mlirTypeIsAShaped(mlirValueGetType(mlirOperationGetResult(op, 0))) &&
         !mlirShapedTypeHasStaticShape(mlirValueGetType(mlirOperationGetResult(op, 0)));
}

// Of ops of unknown sizes: batches and rows become one where they can, aggregated ops their parts.
static bool prepare_unknown(MlirOperation module) {
  bool changed = sizes_join_rows(module);
  IrOps ops = ir_collect(module, is_aggregate_of_unknown_size);
  for (int i = 0; i < ops.count; i++) {
    Decomposition parts;
    if (!annotation_is_untuned(ops.ops[i]) && op_decompose(ops.ops[i], &parts)) {
      decomposition_commit(&parts);
      changed = true;
    }
  }
  free(ops.ops);
  return simt_unknown_trace(module) || changed;
}

static Status open_store(const SimtOptions *options, Store **out_store) {
  Status status = options->records[0] ? store_open_to_read(options->records, out_store) : STATUS_OK;
  return status == STATUS_OK || status == STATUS_SYSTEM
             ? status
             : status_fail(STATUS_USAGE, "option 'records': %s", status_text());
}

Status simt_run(MlirOperation module, const SimtOptions *options, PassReport *report,
                MlirLocation *out_location) {
  AnchorList anchors = {0};
  Status status = STATUS_OK;
  SimtKernels *kernels = malloc(sizeof *kernels);
  *out_location = mlirOperationGetLocation(module);
  if (!kernels)
    TRY(status_fail(STATUS_SYSTEM, "no memory for a group"));
  kernels->emitted = (PointRecords){.count = 0};
  kernels->store = NULL;
  TRY(open_store(options, &kernels->store));
  report->changed |= prepare_unknown(module);
  report->changed |= simt_rows_mark(module, options->device);
  TRY(anchors_collect(module, &anchors));
  TRY(anchors_check_annotations(&anchors, out_location));
  anchors_sort(&anchors);
  for (int a = 0; a < anchors.count; a++) {
    MlirOperation op = anchors.items[a].op;
    if (mlirOperationIsNull(op) || ir_is_in_device_code(op) || annotation_is_untuned(op) ||
        is_dead(op))
      continue;
    if (op_is_anchor_candidate(op))
      TRY(run_anchor(op, options, &anchors, kernels, report));
    else if (op_is_aggregate(op))
      pass_report_say(report, REMARK_MISSED, op,
                      "it is made of several ops, of which not all become kernels");
  }
  point_records_join(&kernels->emitted);
  chains_unmark(module);
  if (report->changed)
    erase_dead(module);
cleanup:
  anchors_destroy(&anchors);
  if (kernels) {
    point_records_destroy(&kernels->emitted);
    store_close(kernels->store);
  }
  free(kernels);
  return status;
}
