// Candidate: the marked op is annotated with the schedule, which is then realised as for the pass
// autotune-kernels.
#include "passes/candidate.h"

#include "passes/tune.h"
#include "transforms/annotation.h"
#include "transforms/ir.h"

static MlirWalkResult mark_as(MlirOperation op, void *schedule) {
  if (mlirAttributeIsNull(annotation_get(op)))
    return MlirWalkResultAdvance;
  annotation_write(op, schedule);
  return MlirWalkResultInterrupt;
}

static MlirWalkResult unmark(MlirOperation op, void *user) {
  (void)user;
  annotation_remove(op);
  return MlirWalkResultAdvance;
}

TuneOptions candidate_options(const TuneOptions *options, const Target *target) {
  TuneOptions alone = *options; // the annotation is what is wanted, wherever it is from
  alone.requires_model = alone.requires_record = alone.requires_tuned = false;
  alone.has_target = true;
  alone.target = *target;
  return alone;
}

Status candidate_build(const void *context, const char *schedule, char **out_text) {
  Status status = STATUS_OK;
  const CandidateSource *source = context;
  TuneStatistics statistics = {0};
  MlirLocation location;
  bool changed;
  MlirOperation module = mlirOperationClone(mlirModuleGetOperation(source->marked));
  mlirOperationWalk(module, *schedule ? mark_as : unmark, (void *)schedule, MlirWalkPreOrder);
  if (*schedule)
    TRY(tune_apply_annotations(module, source->options, &statistics, NULL, NULL, &changed,
                               &location));
  TRY(ir_print(module, out_text));
cleanup:
  mlirOperationDestroy(module);
  return status;
}

void candidate_name(const Variants *variants, int variant, const Schedule *schedule,
                    char text[SCHEDULE_TEXT_BYTES]) {
  Schedule named = *schedule;
  variants_name(variants, variant, &named);
  schedule_print(&variants->workloads[variant], &named, text, SCHEDULE_TEXT_BYTES);
}
