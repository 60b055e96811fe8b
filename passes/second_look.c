// SecondLook: the modules are built one after the other, as the payload's context is one; what
// takes the time, lowering and compiling them, happens on several threads, each in contexts of its
// own.
#include "passes/second_look.h"

#include "costmodel/analytical.h"
#include "costmodel/code/second_look_cost.h"
#include "passes/candidate.h"
#include "passes/choose/parallel_shim.h"
#include "runtime/codegen/machine_reader.h"
#include "transforms/extract/isolate.h"
#include "transforms/lowering/lowering.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Candidate {
  char *module; // owned; NULL: there is none
  bool is_read;
  CodeReading reading;
  double cost; // with that of the models
} Candidate;

typedef struct Look {
  const Target *target;
  int count;
  Candidate items[CHOOSE_MAX_TOP];
} Look;

typedef struct Reading {
  Look *look;
  int first; // place of the one with index 0
} Reading;

static void build(const Variants *variants, const CandidateSource *source, const Choice *choice,
                  int n, Candidate *item) {
  char text[SCHEDULE_TEXT_BYTES];
  candidate_name(variants, choice->variant, &choice->top[n].schedule, text);
  if (candidate_build(source, text, &item->module) != STATUS_OK)
    item->module = NULL;
  if (item->module && strlen(item->module) > SECOND_LOOK_MODULE_BYTES) {
    free(item->module);
    item->module = NULL;
  }
}

static void read_one(int index, void *user) {
  const Reading *reading = user;
  const Look *look = reading->look;
  Candidate *item = &reading->look->items[reading->first + index];
  item->is_read = item->module && machine_reader_read(item->module, lowering_pipeline_text(),
                                                      look->target, &item->reading) == STATUS_OK;
}

// Part of the predicted time that the innermost loops take.
static double kernel_share(const Workload *workload, const Schedule *schedule,
                           const Target *target) {
  LoopNest nest;
  AnalyticalParts parts;
  if (loop_nest_build(workload, schedule, &nest) != REJECT_NONE)
    return 1;
  double seconds = analytical_seconds(workload, schedule, &nest, target, &parts);
  return seconds > 0 && parts.kernel_seconds < seconds ? parts.kernel_seconds / seconds : 1;
}

// Reads the candidates from `first` to the one before `end`, and weighs them.
static void look_at(const Variants *variants, const CandidateSource *source, MlirContext context,
                    const Choice *choice, int first, int end, Look *look) {
  Reading reading = {look, first};
  for (int n = first; n < end; n++)
    build(variants, source, choice, n, &look->items[n]);
  parallel_for(context, end - first, read_one, &reading);
  for (int n = first; n < end; n++) {
    double share =
        kernel_share(&variants->workloads[choice->variant], &choice->top[n].schedule, look->target);
    if (look->items[n].is_read)
      look->items[n].cost = choice->top[n].cost + second_look_cost(&look->items[n].reading, share);
  }
}

static int least_cost(const Look *look) {
  int best = 0;
  for (int n = 1; n < look->count && look->items[0].is_read; n++)
    if (look->items[n].is_read && look->items[n].cost < look->items[best].cost)
      best = n;
  return best;
}

static int print_reading(const CodeReading *reading, char *text, size_t size) {
  return snprintf(text, size, "%d arithmetic, %d spilled, %d reloaded, %d moved",
                  reading->arithmetic, reading->spills, reading->reloads, reading->moves);
}

static void describe(const Look *look, int best, Choice *choice) {
  char first[96], chosen[96];
  int read = 0;
  for (int n = 0; n < look->count; n++)
    read += look->items[n].is_read;
  print_reading(&look->items[0].reading, first, sizeof first);
  print_reading(&look->items[best].reading, chosen, sizeof chosen);
  if (!look->items[0].is_read)
    snprintf(choice->look, sizeof choice->look, "second look: the first cannot be read");
  else if (best > 0)
    snprintf(choice->look, sizeof choice->look,
             "second look at %d: number %d (%s) before the first (%s)", read, best + 1, chosen,
             first);
  else
    snprintf(choice->look, sizeof choice->look, "second look at %d: the first stays (%s)", read,
             first);
}

Status second_look(const Variants *variants, const TuneOptions *options, MlirContext context,
                   int count, Choice *choice) {
  Status status = STATUS_OK;
  CandidateSource source = {.options = options};
  Look *look = calloc(1, sizeof *look);
  if (!look)
    return status_fail(STATUS_SYSTEM, "no memory for a second look");
  look->target = &options->target;
  look->count = count < choice->top_count ? count : choice->top_count;
  // An op that cannot stand alone is chosen by prediction.
  if (isolate_scheduled(&variants->groups[choice->variant], "", &source.marked) != STATUS_OK)
    goto cleanup;
  lowering_register();
  look_at(variants, &source, context, choice, 0, 1, look);
  // What is read only takes from what the models say: a first of which nothing is taken stays.
  if (look->items[0].is_read && look->items[0].cost > choice->top[0].cost)
    look_at(variants, &source, context, choice, 1, look->count, look);
  else
    look->count = 1;
  int best = least_cost(look);
  describe(look, best, choice);
  if (best > 0)
    choice_put_first(best, choice);
  choice->looked_away = best > 0;
cleanup:
  for (int n = 0; n < look->count; n++)
    free(look->items[n].module);
  free(look);
  if (source.marked.ptr)
    mlirModuleDestroy(source.marked);
  return status;
}
