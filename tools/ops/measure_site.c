// Candidates are built by the pass itself: the schedule goes into the annotation of the op, and the
// module is tuned as it is for a user.
#include "tools/ops/measure_site.h"

#include "base/text.h"
#include "mlir-c/BuiltinAttributes.h"
#include "passes/target/module_target.h"
#include "tools/ops/payload.h"
#include "transforms/annotation.h"
#include "transforms/decompose_shim.h"
#include "transforms/extract/anchors.h"
#include "transforms/extract/extract.h"
#include "transforms/ir.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Marks the op of the site while a copy of the module is tuned.
#define MARK "autotune.measured"

static MlirStringRef string(const char *text) { return mlirStringRefCreateFromCString(text); }

static MlirOperation root_of(MlirModule module) { return mlirModuleGetOperation(module); }

// --- annotations

// Annotates op number `anchor`; `alone` removes all other annotations.
static Status annotate_anchor(MlirModule module, int anchor, const char *schedule, bool alone) {
  AnchorList anchors;
  Status status = anchors_collect(root_of(module), &anchors);
  for (int i = 0; status == STATUS_OK && i < anchors.count; i++) {
    if (i == anchor)
      annotation_write(anchors.items[i].op, schedule);
    else if (alone)
      annotation_remove(anchors.items[i].op);
  }
  anchors_destroy(&anchors);
  return status;
}

static Status tune(MlirModule module, const TuneOptions *options, EmitKind emit,
                   RemarkCallback hear, void *user) {
  TuneOptions copy = *options;
  TuneStatistics statistics = {0};
  MlirLocation location;
  bool changed = false;
  copy.emit = emit;
  return tune_payload(root_of(module), &copy, &statistics, hear, user, &changed, &location);
}

static Status annotate_chosen(MlirModule module, const char *const *chosen, int count) {
  AnchorList anchors;
  Status status = anchors_collect(root_of(module), &anchors);
  for (int i = 0; status == STATUS_OK && i < anchors.count && i < count; i++)
    if (chosen[i])
      annotation_write(anchors.items[i].op, chosen[i]);
  anchors_destroy(&anchors);
  return status;
}

Status measure_annotate_chosen(MlirModule payload, const char *const *chosen, int chosen_count,
                               const TuneOptions *options, MlirModule *out_module) {
  Status status = STATUS_OK;
  MlirModule module = payload_clone(payload);
  aggregates_decompose(root_of(module));
  TRY(annotate_chosen(module, chosen, chosen_count));
  TRY(tune(module, options, EMIT_ANNOTATE, NULL, NULL));
  *out_module = module;
  return STATUS_OK;
cleanup:
  mlirModuleDestroy(module);
  return status;
}

// --- which op

int measure_anchor_count(MlirModule annotated) {
  AnchorList anchors;
  int count = anchors_collect(root_of(annotated), &anchors) == STATUS_OK ? anchors.count : 0;
  anchors_destroy(&anchors);
  return count;
}

bool measure_is_annotated(MlirModule annotated, int anchor) {
  char text[8] = "";
  AnchorList anchors;
  if (anchors_collect(root_of(annotated), &anchors) == STATUS_OK && anchor < anchors.count)
    annotation_read(anchors.items[anchor].op, text, sizeof text);
  anchors_destroy(&anchors);
  return text[0] != '\0';
}

// Arithmetic of an op by itself; data movement counts a little.
static double op_work(MlirOperation op, Group *scratch) {
  const Fusion alone = {0};
  if (group_extract(op, &alone, scratch) != STATUS_OK)
    return 0;
  return workload_flops(&scratch->workload) + 1e-3 * (double)workload_points(&scratch->workload);
}

static int largest_anchor(const AnchorList *anchors, Group *scratch) {
  int best = -1;
  double best_work = 0;
  for (int i = 0; i < anchors->count; i++) {
    char text[8];
    annotation_read(anchors->items[i].op, text, sizeof text);
    double work = text[0] ? op_work(anchors->items[i].op, scratch) : 0;
    if (work > best_work) {
      best = i;
      best_work = work;
    }
  }
  return best;
}

static Status choose_anchor(MeasureSite *site, const AnchorList *anchors, int anchor) {
  if (anchor == MEASURE_LARGEST_ANCHOR)
    anchor = largest_anchor(anchors, &site->variants->groups[0]);
  if (anchor < 0)
    return status_fail(STATUS_UNSUPPORTED, "the module has no op that can be tuned");
  if (anchor >= anchors->count)
    return status_fail(STATUS_USAGE, "there is no op %d: the module has %d anchor ops", anchor,
                       anchors->count);
  site->anchor = anchor;
  MlirOperation op = anchors->items[anchor].op;
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  snprintf(site->name, sizeof site->name, "%.*s", (int)name.length, name.data);
  annotation_read(op, site->start, sizeof site->start);
  if (!site->start[0])
    return status_fail(STATUS_UNSUPPORTED, "op %d, %s, is fused with another one or untouched",
                       anchor, site->name);
  return STATUS_OK;
}

// --- its target

static void set_target(MeasureSite *site, MlirOperation op) {
  ModuleTarget named;
  site->target = site->options->target;
  snprintf(site->target_text, sizeof site->target_text, "%s", site->options->target_text);
  if (site->options->has_target)
    return;
  module_target_read(op, (MlirOperation){NULL}, &named);
  site->target = named.target;
  target_print(&site->target, site->target_text, sizeof site->target_text);
}

// --- the op at its turn

typedef struct Capture {
  MeasureSite *site;
  MlirModule module; // being tuned
  Status status;
} Capture;

static MlirWalkResult capture_op(MlirOperation op, void *user) {
  Capture *capture = user;
  MeasureSite *site = capture->site;
  if (mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(op, string(MARK))))
    return MlirWalkResultAdvance;
  capture->status = variants_extract_named(op, site->start, NULL, site->variants);
  if (capture->status == STATUS_OK) {
    site->start_workload = workload_key(&site->variants->workloads[0]);
    capture->status = variants_extract(op, site->options->fusion, NULL, site->variants);
  }
  return MlirWalkResultInterrupt;
}

// After every op that is tuned: as long as the marked op is there, its turn has not come.
static void hear_and_capture(const TuneRemark *remark, void *user) {
  (void)remark;
  Capture *capture = user;
  mlirOperationWalk(root_of(capture->module), capture_op, capture, MlirWalkPreOrder);
}

static Status capture_variants(MeasureSite *site) {
  Capture capture = {site, payload_clone(site->module), STATUS_OK};
  AnchorList anchors;
  Status status = anchors_collect(root_of(capture.module), &anchors);
  if (status == STATUS_OK) {
    MlirOperation op = anchors.items[site->anchor].op;
    mlirOperationSetDiscardableAttributeByName(op, string(MARK),
                                               mlirUnitAttrGet(mlirOperationGetContext(op)));
    hear_and_capture(NULL, &capture);
    status = tune(capture.module, site->options, EMIT_IR, hear_and_capture, &capture);
  }
  anchors_destroy(&anchors);
  mlirModuleDestroy(capture.module);
  return status == STATUS_OK ? capture.status : status;
}

// --- the site

static uint64_t site_key(const MeasureSite *site) {
  uint64_t hash = text_hash(TEXT_HASH_START, &site->anchor, sizeof site->anchor);
  MlirModule copy = payload_clone(site->module);
  if (annotate_anchor(copy, site->anchor, "", false) == STATUS_OK)
    hash = payload_hash(hash, copy);
  mlirModuleDestroy(copy);
  return hash;
}

Status measure_site_create(MlirModule annotated, int anchor, const TuneOptions *options,
                           MeasureSite **out_site) {
  Status status = STATUS_OK;
  AnchorList anchors = {0};
  MeasureSite *site = calloc(1, sizeof *site);
  site->options = options;
  site->module = annotated;
  site->variants = calloc(1, sizeof *site->variants);
  TRY(anchors_collect(root_of(annotated), &anchors));
  TRY(choose_anchor(site, &anchors, anchor));
  set_target(site, anchors.items[site->anchor].op);
  TRY(capture_variants(site));
  site->key = site_key(site);
  *out_site = site;
  site = NULL;
cleanup:
  anchors_destroy(&anchors);
  measure_site_destroy(site);
  return status;
}

void measure_site_destroy(MeasureSite *site) {
  if (!site)
    return;
  mlirModuleDestroy(site->module);
  free(site->variants);
  free(site);
}

// --- candidates

// Whether the op was rewritten as asked, and else why not.
typedef struct Rewriting {
  const char *schedule;
  bool is_done;
  char reason[256];
} Rewriting;

static void hear_outcome(const TuneRemark *remark, void *user) {
  Rewriting *rewriting = user;
  if (remark->kind == REMARK_PASSED)
    rewriting->is_done |= !strcmp(remark->schedule, rewriting->schedule);
  else if (remark->kind != REMARK_TARGET)
    snprintf(rewriting->reason, sizeof rewriting->reason, "%s", remark->reason);
}

static Status tune_copy(const MeasureSite *site, const char *schedule, bool alone,
                        MlirModule *out_module) {
  Rewriting rewriting = {schedule, false, "the op was fused with another one"};
  MlirModule module = payload_clone(site->module);
  Status status = annotate_anchor(module, site->anchor, schedule, alone);
  if (status == STATUS_OK)
    status = tune(module, site->options, EMIT_IR, hear_outcome, &rewriting);
  if (status == STATUS_OK && !rewriting.is_done)
    status = status_fail(STATUS_REJECTED, "%s", rewriting.reason);
  if (status == STATUS_OK)
    *out_module = module;
  else
    mlirModuleDestroy(module);
  return status;
}

Status measure_site_build(const void *context, const char *schedule, char **out_text) {
  const MeasureSite *site = context;
  MlirModule module;
  Status status = tune_copy(site, schedule, false, &module);
  if (status == STATUS_USAGE) // another fusion: the annotations of other ops may no longer fit
    status = tune_copy(site, schedule, true, &module);
  if (status != STATUS_OK) // the text is there already
    return status == STATUS_SYSTEM ? status : STATUS_REJECTED;
  status = ir_print(root_of(module), out_text);
  mlirModuleDestroy(module);
  return status;
}

static void name_schedule(const void *context, int variant, Schedule *schedule) {
  const MeasureSite *site = context;
  variants_name(site->variants, variant, schedule);
}

SearchSubject measure_site_subject(const MeasureSite *site) {
  return (SearchSubject){.built = {site, measure_site_build},
                         .name = site->name,
                         .key = site->key,
                         .start = site->start,
                         .start_workload = site->start_workload,
                         .variant_count = site->variants->count,
                         .variants = site->variants->workloads,
                         .target = &site->target,
                         .name_schedule = name_schedule};
}
