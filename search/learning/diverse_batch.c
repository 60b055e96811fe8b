// DiverseBatch: which of many good candidates are measured together. As AutoTVM's submodular_pick,
// with scores in parts of their range, because those of a ranker have no unit.
#include "search/learning/diverse_batch.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

// A value of a knob is a word of a schedule at its place; enough places that few share one.
enum { WORDS = sizeof(Schedule) / sizeof(uint32_t), VALUE_PLACES = 1 << 14 };

typedef struct KnobValues {
  uint8_t has[VALUE_PLACES];
} KnobValues;

static uint32_t value_place(size_t word, uint32_t value) {
  uint64_t mixed = ((uint64_t)word << 32 | value) * UINT64_C(0x9e3779b97f4a7c15);
  return (uint32_t)(mixed >> 50) % VALUE_PLACES;
}

// How many values are new; adds them when asked to.
static int count_new(KnobValues *values, const Schedule *schedule, bool adds) {
  uint32_t words[WORDS];
  int fresh = 0;
  memcpy(words, schedule, sizeof words);
  for (size_t w = 0; w < WORDS; w++) {
    uint8_t *has = &values->has[value_place(w, words[w])];
    fresh += !*has;
    if (adds)
      *has = 1;
  }
  return fresh;
}

// From the best to the worst candidate it is worth so many new knob values.
static const float RANGE_WORTH = 4;

static float score_range(const PlannedSchedule *planned, int count) {
  int last = count - 1;
  while (last > 0 && !isfinite(planned[last].score)) // schedules without features lose
    last--;
  float range = planned[0].score - planned[last].score;
  return range > 0 ? range : 1;
}

void diverse_batch_pick(PlannedSchedule *planned, int count, int batch) {
  KnobValues values = {{0}};
  if (count <= batch)
    return;
  float range = score_range(planned, count); // the last is still the worst
  for (int made = 0; made < batch; made++) {
    int best = made;
    float most = 0;
    for (int n = made; n < count; n++) {
      float fresh = (float)count_new(&values, &planned[n].schedule, false);
      float gain = RANGE_WORTH * planned[n].score / range + fresh;
      if (n == made || gain > most) {
        best = n;
        most = gain;
      }
    }
    PlannedSchedule picked = planned[best];
    memmove(&planned[made + 1], &planned[made],
            (size_t)(best - made) * sizeof *planned); // the others stay in order
    planned[made] = picked;
    count_new(&values, &picked.schedule, true);
  }
}
