// Variants of a schedule that give the same bits: what a choice for several threads may change, so
// that the number of threads changes no result.
#include "plan/threads/thread_variants.h"

#include "base/integer.h"
#include "plan/rule.h"
#include "plan/schedule_knobs.h"

#include <string.h>

// --- the same bits

// The lanes of a reduction are several sums.
static bool has_one_sum(const Schedule *schedule) {
  return !rule_get(schedule->rule)->vectorises_reduction;
}

// Sweeps and panels of produced values are vector code or scalar code by the place in a tile.
static bool has_plain_stages(const Workload *workload, const Schedule *schedule) {
  return !workload_differs_by_lanes(workload) ||
         (schedule->produced == 0 && schedule->epilogue_depth == EPILOGUE_IN_REGISTERS);
}

static bool same_scalars(const Schedule *a, const Schedule *b) {
  return !memcmp(a->bytes, b->bytes, sizeof a->bytes);
}

// The loops over reductions of one band, in their order.
static int reductions_of(const Workload *knobs, const Schedule *schedule, int row,
                         uint8_t *out_iterators) {
  int count = 0;
  for (int n = 0; n < knobs->iterator_count; n++) {
    int i = schedule->order[row][n];
    if (knobs->kinds[i] == ITERATOR_REDUCTION && schedule_order_matters(knobs, schedule, row, i))
      out_iterators[count++] = (uint8_t)i;
  }
  return count;
}

static bool same_reductions(const Workload *knobs, const Schedule *a, const Schedule *b) {
  for (int i = 0; i < knobs->iterator_count; i++)
    if (knobs->kinds[i] == ITERATOR_REDUCTION &&
        (a->block[i] != b->block[i] || a->tile[0][i] != b->tile[0][i] ||
         a->tile[1][i] != b->tile[1][i]))
      return false;
  for (int row = 0; row < TILE_LEVELS; row++) {
    uint8_t of_a[WORKLOAD_MAX_ITERATORS], of_b[WORKLOAD_MAX_ITERATORS];
    int count = reductions_of(knobs, a, row, of_a);
    if (count != reductions_of(knobs, b, row, of_b) || memcmp(of_a, of_b, (size_t)count))
      return false;
  }
  return !memcmp(a->kernel_order, b->kernel_order, sizeof a->kernel_order);
}

static bool has_whole_vectors(const Workload *knobs, const Schedule *schedule, int i) {
  return schedule->block[i] % schedule->lanes == 0 || schedule->block[i] == knobs->extents[i];
}

// Which taps of a border are left out depends on the register tile; where vectors end, on whether
// it is made of whole ones.
static bool may_differ(const Workload *knobs, const Schedule *a, const Schedule *b, int i) {
  if (a->pad_mode == PAD_BORDER && (workload_leaving_iterators(knobs) >> i & 1u))
    return false;
  return i != a->vector_iterator ||
         (has_whole_vectors(knobs, a, i) && has_whole_vectors(knobs, b, i));
}

static bool same_vectors(const Workload *knobs, const Schedule *a, const Schedule *b) {
  for (int i = 0; i < knobs->iterator_count; i++)
    if (knobs->kinds[i] == ITERATOR_PARALLEL && a->block[i] != b->block[i] &&
        !may_differ(knobs, a, b, i))
      return false;
  return true;
}

bool schedules_same_bits(const Workload *workload, const Schedule *a, const Schedule *b) {
  Workload storage;
  const Workload *knobs = rule_workload(a->rule, workload, &storage);
  return knobs && has_one_sum(a) && has_plain_stages(workload, a) &&
         has_plain_stages(workload, b) && same_scalars(a, b) && same_reductions(knobs, a, b) &&
         same_vectors(knobs, a, b);
}

// --- other register tiles

typedef struct VariantList {
  const Workload *workload, *knobs;
  const Schedule *schedule; // that they are variants of
  int room, count;
  Schedule *items;
} VariantList;

static void add(VariantList *list, const Schedule *variant) {
  Schedule made = *variant;
  if (list->count == list->room)
    return;
  schedule_normalize(list->workload, &made);
  if (!schedule_equal(&made, list->schedule) &&
      schedules_same_bits(list->workload, list->schedule, &made))
    list->items[list->count++] = made;
}

// Other sizes of the register tile along the iterators from `first` on, beside those that `variant`
// has changed; at most `changes` more.
// Recursion: at most WORKLOAD_MAX_ITERATORS levels, one an iterator that is changed.
static void change(VariantList *list, int first, int changes, const Schedule *variant) {
  for (int i = first; i < list->knobs->iterator_count && changes > 0; i++) {
    int32_t block = list->schedule->block[i], extent = (int32_t)list->knobs->extents[i];
    int32_t unit = i == list->schedule->vector_iterator ? list->schedule->lanes : 1;
    if (list->knobs->kinds[i] != ITERATOR_PARALLEL)
      continue;
    for (int32_t size = unit; size <= 2 * block && size <= extent; size += unit) {
      Schedule changed = *variant;
      changed.block[i] = size;
      if (size == block)
        continue;
      add(list, &changed);
      change(list, i + 1, changes - 1, &changed);
    }
  }
}

// What pieces would pack again and again is read in place.
static void unpack(VariantList *list) {
  for (int a = 0; a < list->workload->access_count; a++) {
    Schedule changed = *list->schedule;
    if (changed.pack[a] <= 0)
      continue;
    changed.pack[a] = PACK_NONE;
    changed.produced &= ~(UINT32_C(1) << a);
    add(list, &changed);
    change(list, 0, 1, &changed);
  }
}

// What pieces would pack again and again inside their loops is packed once, before them: threads
// can share that.
static void pack_whole(VariantList *list) {
  for (int a = 0; a < list->workload->access_count; a++) {
    Schedule changed = *list->schedule;
    if (changed.pack[a] <= 0 || changed.produced >> a & 1u)
      continue;
    changed.pack[a] = 0;
    add(list, &changed);
    change(list, 0, 1, &changed);
  }
}

int thread_variants(const Workload *workload, const Schedule *schedule, int room,
                    Schedule *out_schedules) {
  Workload storage;
  VariantList list = {.workload = workload,
                      .knobs = rule_workload(schedule->rule, workload, &storage),
                      .schedule = schedule,
                      .room = room,
                      .items = out_schedules};
  if (list.knobs) {
    unpack(&list);
    pack_whole(&list);
    change(&list, 0, 2, schedule);
  }
  return list.count;
}
