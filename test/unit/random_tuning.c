// The driver of passes/tune.c with dice in the place of the cost model.
#include "test/unit/random_tuning.h"

#include "core/schedule/random_schedule.h"
#include "passes/extract/anchors.h"
#include "passes/extract/variants.h"
#include "passes/options.h"
#include "transforms/decompose_shim.h"
#include "transforms/kernel/emit.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DRAWS = 8 };

static void note(char *log, size_t log_size, const char *text) {
  size_t used = strlen(log);
  snprintf(log + used, log_size - used, "%s%s", used ? " ; " : "", text);
}

// A variant and a schedule that the builder accepts. Returns the variant, -1 when there is none.
static int draw(Variants *variants, const Target *target, uint64_t *seed, Schedule *out_schedule) {
  for (int attempt = 0; attempt < DRAWS; attempt++) {
    uint64_t dice = *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    int variant = (dice >> 33) % 3 ? 0 : (int)((dice >> 40) % (uint64_t)variants->count);
    if (!schedule_random(&variants->workloads[variant], target, seed, out_schedule))
      continue;
    variants_name(variants, variant, out_schedule);
    if (emit_check(&variants->groups[variant], out_schedule, target) == STATUS_OK)
      return variant;
  }
  return -1;
}

static int tune_one(AnchorList *anchors, MlirOperation op, Variants *variants, const Target *target,
                    uint64_t *seed, char *log, size_t log_size) {
  Schedule schedule;
  char text[2048];
  if (variants_extract(op, FUSE_ALL, variants) != STATUS_OK)
    return 0;
  int variant = draw(variants, target, seed, &schedule);
  if (variant < 0)
    return 0;
  Group *group = &variants->groups[variant];
  schedule_print(&variants->workloads[variant], &schedule, text, sizeof text);
  note(log, log_size, text);
  MlirOperation ops[GROUP_MAX_OPS];
  memcpy(ops, group->ops, sizeof ops);
  Status status = emit_group(group, &schedule, NULL, target);
  for (int i = 0; i < group->op_count && status == STATUS_OK; i++)
    if (mlirOperationIsNull(group->ops[i]))
      anchors_remove(anchors, ops[i]);
  if (status == STATUS_OK)
    return 1;
  note(log, log_size, status_text());
  return -1;
}

int random_tuning_apply(MlirOperation root, const Target *target, uint64_t seed, char *log,
                        size_t log_size) {
  AnchorList anchors = {0};
  Variants *variants = malloc(sizeof *variants);
  int tuned = 0;
  aggregates_decompose(root);
  if (anchors_collect(root, &anchors) == STATUS_OK) {
    anchors_sort(&anchors);
    for (int i = 0; i < anchors.count && tuned >= 0; i++) {
      if (mlirOperationIsNull(anchors.items[i].op))
        continue;
      int done = tune_one(&anchors, anchors.items[i].op, variants, target, &seed, log, log_size);
      tuned = done < 0 ? -1 : tuned + done;
    }
  }
  anchors_destroy(&anchors);
  free(variants);
  return tuned;
}
