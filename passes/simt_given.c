// See simt_given.h.
#include "passes/simt_given.h"

#include "records/record.h"
#include "transforms/annotation.h"
#include "transforms/extract/extract.h"

#include <stdio.h>

// Consumers that may be fused: as many as there are, or as the schedule says.
static int most_consumers(const char *schedule) {
  Schedule given;
  return schedule[0] && schedule_parse_fusion(schedule, &given) == STATUS_OK
             ? given.fuse_epilogue
             : WORKLOAD_MAX_STATEMENTS;
}

// As records of the op are kept.
static Status read_workload(MlirOperation op, Group *group) {
  Status status = group_extract(op, &(Fusion){.init = true, .pad = true}, group);
  if (status != STATUS_OK)
    return status;
  Workload *workload = &group->workload;
  workload->can_split_reduction = true; // as kernels are chosen
  for (int a = 0; a < workload->access_count; a++)
    workload->accesses[a].is_constant = false;
  return STATUS_OK;
}

// Whether kernels of a product are made by the schedule, with all consumers that the model's would
// have. What was measured is a product: as one of points the schedule would be another kernel.
static bool is_possible(MlirOperation op, const SimtOptions *options, const char *schedule,
                        SimtKernels *kernels) {
  SimtProduct *product = &kernels->product;
  const SimtChoice *choice = &product->choice;
  if (simt_product_decide(op, WORKLOAD_MAX_STATEMENTS, schedule, options->device, options->has_maps,
                          product) != STATUS_OK)
    return false;
  if (product->parts.candidates > 0) {
    if (simt_split_decide(op, product, WORKLOAD_MAX_STATEMENTS, options->device, &kernels->split) !=
        STATUS_OK)
      return false;
    split_sum_undo(&kernels->split.ops);
    choice = &kernels->split.parts.choice;
  }
  return options->has_maps || !simt_has_bulk(&choice->nest);
}

static void tell_miss(MlirOperation op, const SimtOptions *options, const PassReport *report) {
  char reason[512];
  snprintf(reason, sizeof reason, "no record for it on %s in %s", options->device->name,
           options->records);
  pass_report_say(report, REMARK_REFUSED, op, reason);
}

// The fastest of the records that can be followed; kernels->points is the op as they are kept.
static Status take_record(MlirOperation op, const SimtOptions *options, SimtKernels *kernels,
                          PassReport *report, SimtGiven *given) {
  Record *records = NULL;
  int64_t count = 0;
  Status status = records_find_of_device(kernels->store, &kernels->points.workload, options->device,
                                         &records, &count);
  if (status != STATUS_OK)
    return status == STATUS_STORE ? status_fail(STATUS_USAGE, "option 'records': %s", status_text())
                                  : status;
  for (int64_t r = 0; r < count && given->measured_seconds == 0; r++)
    if (is_possible(op, options, records[r].schedule, kernels)) {
      snprintf(given->schedule, sizeof given->schedule, "%s", records[r].schedule);
      given->measured_seconds = records[r].seconds;
      report->statistics->by_record++;
    }
  records_destroy(records, count);
  return STATUS_OK;
}

Status simt_given_read(MlirOperation op, const SimtOptions *options, SimtKernels *kernels,
                       PassReport *report, SimtGiven *out_given) {
  Status status = STATUS_OK;
  *out_given = (SimtGiven){.consumers = WORKLOAD_MAX_STATEMENTS};
  annotation_read(op, out_given->schedule, sizeof out_given->schedule);
  if (!out_given->schedule[0])
    snprintf(out_given->schedule, sizeof out_given->schedule, "%s", options->schedule);
  if (read_workload(op, &kernels->points) == STATUS_OK)
    out_given->workload = workload_text(&kernels->points.workload);
  if (out_given->schedule[0])
    out_given->consumers = most_consumers(out_given->schedule);
  else if (kernels->store && out_given->workload)
    status = take_record(op, options, kernels, report, out_given);
  if (status == STATUS_OK && !out_given->schedule[0] && kernels->store)
    tell_miss(op, options, report);
  return status;
}

void simt_given_name_consumers(SimtProduct *product) {
  product->choice.schedule.fuse_epilogue = product->parts.schedule.fuse_epilogue =
      (uint8_t)workload_epilogue_count(&product->group.workload);
}
