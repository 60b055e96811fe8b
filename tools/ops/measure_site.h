// MeasureSite: one anchor op inside its module, as measured search sees it. Every candidate is the
// whole module, with this op by the candidate's schedule and the other ops by fixed ones.
#ifndef AUTOTUNE_TOOLS_OPS_MEASURE_SITE_H
#define AUTOTUNE_TOOLS_OPS_MEASURE_SITE_H

#include "mlir-c/IR.h"
#include "passes/tune.h"
#include "search/measure/measure_search.h"
#include "transforms/extract/variants.h"

enum { MEASURE_LARGEST_ANCHOR = -1 };

typedef struct MeasureSite {
  const TuneOptions *options;            // lent
  Target target;                         // of the anchor op
  char target_text[OPTION_TARGET_BYTES]; // as the option takes it
  MlirModule module; // owned; every op that is tuned carries its schedule as annotation
  int anchor;        // position among the anchor ops of the module, in payload order
  char name[64];     // of the anchor op
  char start[OPTION_SCHEDULE_BYTES]; // its annotation: where the search starts
  uint64_t start_workload;           // key of the workload that this schedule is for
  uint64_t key;                      // of the module but for that annotation, and of the position
  Variants
      *variants; // owned; of the op at its turn: limits and workloads are valid, groups are not
} MeasureSite;

// A copy of `payload` without aggregated ops in which every op that would be tuned is annotated.
// Op number i < chosen_count gets the schedule chosen[i] unless that is NULL. Owned by the caller.
Status measure_annotate_chosen(MlirModule payload, const char *const *chosen, int chosen_count,
                               const TuneOptions *options, MlirModule *out_module);
// Number of anchor ops in such a module; whether op number `anchor` is annotated.
int measure_anchor_count(MlirModule annotated);
bool measure_is_annotated(MlirModule annotated, int anchor);

// Takes `annotated`. Anchor MEASURE_LARGEST_ANCHOR: the one with the most arithmetic.
Status measure_site_create(MlirModule annotated, int anchor, const TuneOptions *options,
                           MeasureSite **out_site);
void measure_site_destroy(MeasureSite *site); // null is a no-op

// The site as measured search takes it; lends the site.
SearchSubject measure_site_subject(const MeasureSite *site);
// The module as text, tuned with `schedule` for the anchor op. STATUS_REJECTED with the reason when
// the op has no kernel for it. The caller frees the text.
// `site` is a MeasureSite.
Status measure_site_build(const void *site, const char *schedule, char **out_text);

#endif
