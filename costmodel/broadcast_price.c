// Cores of AMD multiply in two pipes and add in two others, so that a product and its sum take the
// time of one fused multiply-add: all four are busy. A broadcast that several vectors multiply with
// is in a register, and what brings it there takes a turn of them; that of a single vector is read
// by its multiplication. Products of f64 in the first-level cache on a Zen 4, cycles for a vector
// of results over those of one vector a row: 2 vectors a row 1.30, 3 1.27, 4 1.21, 6 1.17, 8 1.16
// and 12 1.13; of larger ones 2 vectors 1.43. Multiply-adds show nothing of it.
#include "costmodel/broadcast_price.h"

static const double IN_REGISTERS = 0.1; // part that is lost where factors are all in registers
static const double BROADCAST = 0.5;    // and for each broadcast that a vector of results needs
static const double PANELS = 0.06;      // and where each panel of columns meets few rows

// Whether a product is rounded before it is added.
static bool is_apart(const Workload *knobs) {
  bool is = false;
  for (int s = 0; s < knobs->statement_count; s++) {
    const OpCounts *ops = &knobs->statements[s].ops;
    if (knobs->statements[s].is_anchor)
      is = ops->mul == 1 && ops->add == 1 && ops->fma == 0;
  }
  return is && element_type_is_float(knobs->accumulator_type);
}

static bool is_broadcast(const Workload *knobs, int access, int lanes) {
  const Access *read = &knobs->accesses[access];
  return !read->is_output && knobs->statements[read->statement].stage == STAGE_BODY &&
         read->rank > 0 && !access_uses(read, lanes);
}

// Whether the lanes of an input of the body lie apart and are read where they are, which takes
// longer than any broadcast.
static bool reads_column(const Workload *knobs, const Schedule *schedule) {
  int vector = schedule->vector_iterator;
  if (vector < 0 || schedule->lanes <= 1)
    return false;
  for (int a = 0; a < knobs->access_count; a++) {
    const Access *read = &knobs->accesses[a];
    bool is_in_place = !read->is_output && read->rank > 0 && schedule->pack[a] == PACK_NONE &&
                       knobs->statements[read->statement].stage == STAGE_BODY;
    int64_t stride = access_stride(read, vector);
    if (is_in_place && stride != 0 && stride != 1)
      return true;
  }
  return false;
}

// Broadcasts of the register tile for each of its vectors.
static double broadcasts_of(const Workload *knobs, const Schedule *schedule) {
  double broadcasts = 0;
  for (int a = 0; a < knobs->access_count; a++) {
    double shared = 1; // vectors that one broadcast is for
    for (int i = 0; i < knobs->iterator_count; i++)
      if (!access_uses(&knobs->accesses[a], i))
        shared *= i == schedule->vector_iterator ? schedule->block[i] / (double)schedule->lanes
                                                 : schedule->block[i];
    if (is_broadcast(knobs, a, schedule->vector_iterator) && shared > 1)
      broadcasts += 1 / shared;
  }
  return broadcasts;
}

// Of the rows, the part that is computed with one panel of columns before the next panel: with few
// of them, panels come from beyond the first cache again and again.
static double part_of_panel(const Workload *knobs, const Schedule *schedule) {
  int vector = schedule->vector_iterator, place[WORKLOAD_MAX_ITERATORS];
  double part = 1;
  for (int p = 0; p < knobs->iterator_count; p++)
    place[schedule->order[TILE_LEVELS][p]] = p;
  for (int i = 0; i < knobs->iterator_count; i++) {
    bool is_inside = place[vector] < place[i] ||
                     schedule->block[vector] >= schedule->tile[TILE_LEVELS - 1][vector];
    if (i != vector && knobs->kinds[i] == ITERATOR_PARALLEL)
      part *= (double)(is_inside ? schedule->tile[TILE_LEVELS - 1][i] : schedule->block[i]) /
              (double)knobs->extents[i];
  }
  return part;
}

double broadcast_price(const Workload *knobs, const Schedule *schedule, const Target *target) {
  bool is_parallel = schedule->vector_iterator >= 0 && schedule->lanes > 1 &&
                     knobs->kinds[schedule->vector_iterator] == ITERATOR_PARALLEL;
  if (target->vendor != TARGET_VENDOR_AMD || !is_parallel || !is_apart(knobs) ||
      reads_column(knobs, schedule))
    return 0;
  double broadcasts = broadcasts_of(knobs, schedule);
  double panels = PANELS * (1 - part_of_panel(knobs, schedule));
  return panels + (broadcasts > 0 ? IN_REGISTERS + BROADCAST * broadcasts : 0);
}
