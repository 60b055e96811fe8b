// Tries a short list of fusion limits and keeps those that give different groups.
#include "transforms/extract/variants.h"

#include "transforms/extract/extract.h"

#include <string.h>

// What is left out, the fullest fusion first. Beside the variant that stores in its body are those
// that there would be without it.
static const unsigned left_out[VARIANTS_MAX] = {
    0,
    FUSE_STORED,
    FUSE_STORED | FUSE_PAD,
    FUSE_STORED | FUSE_EPILOGUE,
    FUSE_PRODUCERS,
    FUSE_PRODUCERS | FUSE_EPILOGUE,
    FUSE_ALL,
};

Fusion fusion_limits(unsigned allowed) {
  return (Fusion){.init = allowed & FUSE_INIT,
                  .producers = allowed & FUSE_PRODUCERS,
                  .stored = (allowed & FUSE_PRODUCERS) && (allowed & FUSE_STORED),
                  .pad = allowed & FUSE_PAD,
                  .epilogue = allowed & FUSE_EPILOGUE ? WORKLOAD_MAX_STATEMENTS : 0};
}

static bool fusion_equal(const Fusion *a, const Fusion *b) {
  return a->init == b->init && a->producers == b->producers && a->stored == b->stored &&
         a->pad == b->pad && a->epilogue == b->epilogue;
}

static bool variants_have(const Variants *variants, const Fusion *fusion) {
  for (int i = 0; i < variants->count; i++)
    if (fusion_equal(&variants->groups[i].fusion, fusion))
      return true;
  return false;
}

// Makes the group in the next free place a variant.
static void variants_keep(Variants *variants, const Fusion *limits) {
  int index = variants->count++;
  variants->limits[index] = *limits;
  variants->limits[index].stored = variants->groups[index].fusion.stored;
  variants->workloads[index] = variants->groups[index].workload;
}

Status variants_extract(MlirOperation anchor, unsigned allowed, const FusionFilter *filter,
                        Variants *out_variants) {
  Status status = STATUS_OK;
  out_variants->count = 0;
  for (int i = 0; i < VARIANTS_MAX; i++) {
    if (left_out[i] == FUSE_STORED && out_variants->count > 0 && !out_variants->limits[0].stored)
      continue; // the same again
    Fusion limits = fusion_limits(allowed & ~left_out[i]);
    Group *group = &out_variants->groups[out_variants->count];
    Status result = group_extract_within(anchor, &limits, filter, group);
    if (result != STATUS_OK) {
      status = result;
      continue;
    }
    if (variants_have(out_variants, &group->fusion))
      continue;
    variants_keep(out_variants, &limits);
  }
  return out_variants->count ? STATUS_OK : status;
}

Status variants_extract_named(MlirOperation anchor, const char *schedule,
                              const FusionFilter *filter, Variants *out_variants) {
  Status status = STATUS_OK;
  Schedule fused;
  out_variants->count = 0;
  TRY(schedule_parse_fusion(schedule, &fused));
  Fusion limits = {.init = fused.fuse_init,
                   .producers = fused.fuse_producers != 0,
                   .stored = fused.fuse_producers == PRODUCERS_STORED,
                   .pad = fused.pad_mode != PAD_SEPARATE,
                   .epilogue = fused.fuse_epilogue};
  TRY(group_extract_within(anchor, &limits, filter, &out_variants->groups[0]));
  variants_keep(out_variants, &limits);
cleanup:
  return status;
}

void variants_name(const Variants *variants, int index, Schedule *schedule) {
  schedule->fuse_init = variants->limits[index].init;
  schedule->fuse_producers =
      variants->limits[index].stored ? PRODUCERS_STORED : variants->limits[index].producers;
}

bool group_has(const Group *group, MlirOperation op) {
  for (int i = 0; i < group->op_count; i++)
    if (mlirOperationEqual(group->ops[i], op))
      return true;
  return false;
}

static bool is_output(const Group *group, MlirValue value) {
  for (int i = 0; i < group->output_count; i++)
    if (mlirValueEqual(group->output_result[i], value))
      return true;
  return false;
}

// A value inside the group that others use too keeps its op alive, fused or not.
bool group_leaves_alive(const Group *group, MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); i++) {
    MlirValue result = mlirOperationGetResult(op, i);
    for (MlirOpOperand use = mlirValueGetFirstUse(result);
         !is_output(group, result) && !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
      if (!group_has(group, mlirOpOperandGetOwner(use)))
        return true;
  }
  return false;
}

void variants_drop_near_stores(Variants *variants, double cache_bytes) {
  bool is_near = false;
  const Workload *fullest = &variants->workloads[0];
  for (int a = 0; a < fullest->access_count; a++)
    is_near |= access_is_stored_in_body(fullest, &fullest->accesses[a]) &&
               access_bytes(&fullest->accesses[a]) <= cache_bytes;
  if (is_near && variants->count > 1)
    variants_drop(variants, 0);
}

void variants_drop(Variants *variants, int index) {
  size_t rest = (size_t)(variants->count - index - 1);
  memmove(&variants->limits[index], &variants->limits[index + 1], rest * sizeof(Fusion));
  memmove(&variants->groups[index], &variants->groups[index + 1], rest * sizeof(Group));
  memmove(&variants->workloads[index], &variants->workloads[index + 1], rest * sizeof(Workload));
  variants->count--;
}
