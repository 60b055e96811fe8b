// Knob: the rows of plan/knobs.def, and what can be done with any knob by its row.
#ifndef AUTOTUNE_PLAN_SCHEDULE_KNOB_H
#define AUTOTUNE_PLAN_SCHEDULE_KNOB_H

#include "base/text.h"
#include "plan/schedule.h"

typedef enum KnobId {
#define SCALAR(id, field, name, options, most, initial, values, default_text, meaning) KNOB_##id,
#define ARRAY(id, place, kind, name, values, default_text, meaning) KNOB_##id,
#include "plan/knobs.def"
  KNOB_COUNT
} KnobId;

typedef struct Knob Knob;

// What the knobs of one kind have in common. `workload` is the one that the schedule's knobs speak
// of.
typedef struct KnobKind {
  // Writes the default of the text form, which the other numbers of the schedule do not change.
  void (*reset)(const Knob *knob, const Workload *workload, Schedule *schedule);
  void (*print)(TextWriter *writer, const Knob *knob, const Workload *workload,
                const Schedule *schedule);
  // STATUS_USAGE names the knob and what it needs. The knob has its default before.
  Status (*read)(TextReader *reader, const Knob *knob, const Workload *workload,
                 Schedule *schedule);
} KnobKind;

struct Knob {
  const char *name; // in the text form
  const KnobKind *kind;
  size_t offset, size;   // in Schedule, bytes
  const char *options;   // scalars with words for values: "first|second|..."; else NULL
  uint8_t most, initial; // scalars: the largest value, the default
  const char *values, *default_text, *meaning; // docs/reference/schedule.md
};

// Static; lent.
const Knob *knob_get(KnobId id);
// NULL when `name` is none of them.
const Knob *knob_find(const char *name, size_t length);
bool knob_is_scalar(const Knob *knob);
void *knob_place(const Knob *knob, Schedule *schedule);
// Whether two schedules agree in the knob; makes them agree.
bool knob_equal(const Knob *knob, const Schedule *a, const Schedule *b);
void knob_copy(const Knob *knob, const Schedule *from, Schedule *to);

#endif
