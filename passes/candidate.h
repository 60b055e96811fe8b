// Candidate: one group by itself, as the code of one schedule: what is measured, and what is read
// as machine code.
#ifndef AUTOTUNE_PASSES_CANDIDATE_H
#define AUTOTUNE_PASSES_CANDIDATE_H

#include "passes/options.h"
#include "transforms/extract/variants.h"

typedef struct CandidateSource {
  MlirModule marked; // the group by itself, the op to rewrite marked (transforms/extract/isolate.h)
  const TuneOptions *options; // with the target; lent
} CandidateSource;

// The options for it: what is built stands alone, where nothing names the machine.
TuneOptions candidate_options(const TuneOptions *options, const Target *target);

// The module as text, rewritten by the schedule; "": untouched. STATUS_REJECTED and the like when
// there is no code for it. The caller frees the text. `source`: a CandidateSource.
Status candidate_build(const void *source, const char *schedule, char **out_text);

// The text of a schedule of that variant, with what the variant fuses.
void candidate_name(const Variants *variants, int variant, const Schedule *schedule,
                    char text[SCHEDULE_TEXT_BYTES]);

#endif
