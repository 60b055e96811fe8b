// Remarks about nests: what was raised, which dependence forbids what, which nests became one.
#include "affine/analysis/affine_dependence.h"
#include "affine/raise/affine_raising.h"
#include "affine/schedule/affine_parallel.h"
#include "transforms/ir.h"
#include <stdio.h>
#include <string.h>

void affine_raise_print(AffineNest *nest, const char *between) {
  snprintf(nest->text, sizeof nest->text, "%d linalg ops and %d scalar statements%s%s%s",
           nest->summary.raised, nest->summary.serial,
           nest->summary.is_split ? ", loops split into rectangles" : "", between[0] ? ", " : "",
           between);
}

void affine_raise_tell_carried(const AffineRaising *raising, const AffineNest *nest) {
  char carried[AFFINE_TEXT_BYTES], text[2 * AFFINE_TEXT_BYTES];
  affine_parallel_print_carried(&nest->source, carried, sizeof carried);
  snprintf(text, sizeof text, "no loop in parallel: %s",
           carried[0] ? carried : "too little work in it");
  pass_report_say(raising->report, REMARK_REFUSED, nest->root, text);
}

// --- neighbours

// FILE:LINE:COLUMN, without what MLIR puts around it.
static void location_print(MlirLocation location, char *out, int size) {
  IrText text = {.used = 0};
  mlirLocationPrint(location, ir_text_add, &text);
  int start = !strncmp(text.bytes, "loc(", 4) ? 4 : 0;
  snprintf(out, (size_t)size, "%.*s", (int)text.used - start - (start > 0), text.bytes + start);
}

// Where the nest of a statement of the source is, or else the statement, which names its loops.
static MlirLocation place_of(const AffineNest *nests, const AffineProgram *source, int id,
                             bool is_nest) {
  int n = 0;
  for (int own = id; is_nest && own >= nests[n].statement_count; n++)
    own -= nests[n].statement_count;
  for (int i = 0; !is_nest && i < source->statement_count; i++)
    if (source->statements[i]->id == id)
      return source->statements[i]->location;
  return mlirOperationGetLocation(nests[n].root);
}

void affine_raise_tell_refused(const AffineRaising *raising, const AffineNest *nests,
                               const AffineProgram *source, const AffineRefusal *refusal) {
  char carried[128], place[AFFINE_TEXT_BYTES], text[2 * AFFINE_TEXT_BYTES];
  const AffineDependence *found = &refusal->dependence;
  bool is_nest = found->loop == 0;
  affine_dependence_describe(source, found, carried, sizeof carried);
  location_print(place_of(nests, source, refusal->first, is_nest), place, sizeof place);
  snprintf(text, sizeof text,
           "fusion with the %s %s refused: loop %d would carry a dependence backwards%s",
           is_nest ? "nest at" : "loop around", place, found->loop + 1, strstr(carried, " from"));
  TuneRemark remark = remark_start(REMARK_REFUSED, nests[0].root);
  remark.location = place_of(nests, source, refusal->second, is_nest);
  remark.reason = text;
  pass_report_remark(raising->report, &remark);
}

void affine_raise_tell_fused(const AffineRaising *raising, const AffineNest *nests, int count,
                             const AffineFused *fused) {
  char place[AFFINE_TEXT_BYTES], text[2 * AFFINE_TEXT_BYTES];
  if (count == 1)
    snprintf(text, sizeof text, "neighbouring loops as one");
  else if (count == 2)
    snprintf(text, sizeof text, "fused with the nest after it");
  else
    snprintf(text, sizeof text, "fused with the %d nests after it", count - 1);
  if (fused->rules[0])
    snprintf(text + strlen(text), sizeof text - strlen(text), ", %s", fused->rules);
  if (fused->parallel[0])
    snprintf(text + strlen(text), sizeof text - strlen(text), ", %s", fused->parallel);
  pass_report_say(raising->report, REMARK_REWRITTEN, nests[0].root, text);
  location_print(mlirOperationGetLocation(nests[0].root), place, sizeof place);
  snprintf(text, sizeof text, "fused with the nest at %s", place);
  for (int i = 1; i < count; i++)
    pass_report_say(raising->report, REMARK_REWRITTEN, nests[i].root, text);
  raising->report->statistics->nests_rewritten += count;
}
