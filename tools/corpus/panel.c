// Greedy k-median within families that take turns, then rows for what was picked.
#include "tools/corpus/panel.h"

#include "base/rng.h"
#include "plan/family.h"
#include <math.h>
#include <stdlib.h>

// --- where a workload is among others

enum { COORDINATES = 12 };

typedef struct Place {
  double at[COORDINATES];
} Place;

static double log_of(double value) { return log2(1 + value); }

// Doublings of size and arithmetic; what changes the code altogether counts as several of them.
static Place place_of(const Workload *workload) {
  enum { KIND = 3 }; // doublings
  double bytes[2] = {0, 0}, all = 0, window = 0, strided = 0;
  for (int a = 0; a < workload->access_count; a++) {
    const Access *access = &workload->accesses[a];
    bool is_output = access->is_output;
    bytes[is_output] = fmax(bytes[is_output], access_bytes(access));
    all += access_bytes(access);
    window = fmax(window, access_has_window(access, workload->iterator_count));
    for (int i = 0; i < workload->iterator_count; i++)
      strided = fmax(strided, access_uses(access, i) && llabs(access_stride(access, i)) == 2);
  }
  double points = (double)workload_points(workload);
  double parallel = (double)workload_parallel_points(workload);
  double last = (double)workload->extents[workload->iterator_count - 1];
  return (Place){{log_of(points), log_of(parallel), log_of(points / parallel), log_of(last),
                  log_of(bytes[0]), log_of(bytes[1]), log_of(workload_flops(workload) / all),
                  KIND * window, KIND * strided, KIND * workload_has_padding(workload),
                  (double)element_type_bytes(workload->accumulator_type),
                  fmin(KIND, workload_epilogue_count(workload))}};
}

static double distance(const Place *a, const Place *b) {
  double sum = 0;
  for (int n = 0; n < COORDINATES; n++)
    sum += (a->at[n] - b->at[n]) * (a->at[n] - b->at[n]);
  return sqrt(sum);
}

// --- who is chosen next

typedef struct Item {
  size_t candidate;
  Place place;
  double weight;  // about 1
  double nearest; // distance to what is chosen
  double gain;    // what choosing it takes from all distances: at most so much
  bool is_chosen;
} Item;

typedef struct Kind {
  Item *items; // owned
  size_t count, chosen;
  double share; // of the picks, in relation to the others
} Kind;

static const double FAR = 100; // from what is chosen, while nothing is

static double gain_of(const Kind *kind, const Item *item) {
  double gain = 0;
  for (size_t n = 0; n < kind->count; n++) {
    const Item *other = &kind->items[n];
    gain += other->weight * fmax(0, other->nearest - distance(&other->place, &item->place));
  }
  return gain;
}

static Item *most_promising(const Kind *kind) {
  Item *best = NULL;
  for (size_t n = 0; n < kind->count; n++) {
    Item *item = &kind->items[n];
    if (!item->is_chosen && (!best || item->gain > best->gain))
      best = item;
  }
  return best;
}

// Gains only fall as more is chosen, so one that is up to date and still the largest is the best.
static size_t choose_next(Kind *kind) {
  Item *item, *fresh = NULL;
  while ((item = most_promising(kind)) != fresh) {
    item->gain = gain_of(kind, item);
    fresh = most_promising(kind) == item ? item : NULL;
  }
  item->is_chosen = true;
  kind->chosen++;
  for (size_t n = 0; n < kind->count; n++)
    kind->items[n].nearest =
        fmin(kind->items[n].nearest, distance(&kind->items[n].place, &item->place));
  return item->candidate;
}

static void kind_add(Kind *kind, const PanelCandidate *candidate, size_t place, Rng *rng) {
  kind->items[kind->count++] = (Item){.candidate = place,
                                      .place = place_of(candidate->workload),
                                      .weight = 0.75 + 0.5 * rng_part(rng),
                                      .nearest = FAR,
                                      .gain = INFINITY};
}

// The family that is furthest behind its share; NULL: all are used up.
static Kind *next_kind(Kind *kinds) {
  Kind *next = NULL;
  for (int f = 0; f < FAMILY_COUNT; f++) {
    Kind *kind = &kinds[f];
    if (kind->chosen < kind->count && (!next || (double)(kind->chosen + 1) / kind->share <
                                                    (double)(next->chosen + 1) / next->share))
      next = kind;
  }
  return next;
}

// --- rows

static size_t rows_at_first(const PanelCandidate *candidate, size_t workload_rows) {
  bool is_large = workload_family_is_large(workload_family(candidate->workload));
  size_t rows = is_large ? workload_rows : (workload_rows + 1) / 2;
  return rows < candidate->most_rows ? rows : candidate->most_rows;
}

// What is left when every candidate is picked goes to all of them in turn.
static void spread_rest(const PanelCandidate *candidates, PanelPick *picks, size_t count,
                        size_t rest) {
  for (size_t given = 1; rest > 0 && given > 0;) {
    given = 0;
    for (size_t n = 0; n < count && rest > 0; n++)
      if (picks[n].rows < candidates[picks[n].candidate].most_rows) {
        picks[n].rows++;
        given++;
        rest--;
      }
  }
}

// --- all

static Status kinds_create(const PanelCandidate *candidates, size_t count, uint32_t seed,
                           Kind *kinds) {
  size_t counts[FAMILY_COUNT] = {0};
  Rng rng = {seed};
  for (size_t n = 0; n < count; n++)
    counts[workload_family(candidates[n].workload)] += candidates[n].most_rows > 0;
  for (int f = 0; f < FAMILY_COUNT; f++) {
    bool is_large = workload_family_is_large((WorkloadFamily)f);
    kinds[f].share = (is_large ? 1 : 0.5) * sqrt((double)counts[f]);
    kinds[f].items = malloc((counts[f] + 1) * sizeof *kinds[f].items);
    if (!kinds[f].items)
      return status_fail(STATUS_SYSTEM, "no memory to choose from %zu workloads", count);
  }
  for (size_t n = 0; n < count; n++)
    if (candidates[n].most_rows > 0)
      kind_add(&kinds[workload_family(candidates[n].workload)], &candidates[n], n, &rng);
  return STATUS_OK;
}

Status panel_choose(const PanelCandidate *candidates, size_t count, const PanelOptions *options,
                    PanelPick *out_picks, size_t *out_count) {
  Kind kinds[FAMILY_COUNT] = {0}, *kind;
  size_t picked = 0, rest = options->rows;
  Status status = kinds_create(candidates, count, options->seed, kinds);
  while (status == STATUS_OK && rest > 0 && (kind = next_kind(kinds))) {
    size_t candidate = choose_next(kind);
    size_t rows = rows_at_first(&candidates[candidate], options->workload_rows);
    rows = rows < rest ? rows : rest;
    out_picks[picked++] = (PanelPick){candidate, rows};
    rest -= rows;
  }
  if (status == STATUS_OK) {
    spread_rest(candidates, out_picks, picked, rest);
    *out_count = picked;
  }
  for (int f = 0; f < FAMILY_COUNT; f++)
    free(kinds[f].items);
  return status;
}
