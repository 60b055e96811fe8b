// The table of knobs.
#include "plan/schedule/knob.h"

#include "plan/schedule/knob_kinds.h"
#include <string.h>

#define SIZE(place) sizeof(((Schedule *)0)->place)
static const Knob knobs[KNOB_COUNT] = {
#define SCALAR(id, field, name, options, most, initial, values, default_text, meaning)             \
  {name,                                                                                           \
   &knob_kind_scalar,                                                                              \
   offsetof(Schedule, field),                                                                      \
   SIZE(field),                                                                                    \
   options,                                                                                        \
   most,                                                                                           \
   initial,                                                                                        \
   values,                                                                                         \
   default_text,                                                                                   \
   meaning},
#define ARRAY(id, place, kind, name, values, default_text, meaning)                                \
  {name,                                                                                           \
   &knob_kind_##kind,                                                                              \
   offsetof(Schedule, place),                                                                      \
   SIZE(place),                                                                                    \
   NULL,                                                                                           \
   0,                                                                                              \
   0,                                                                                              \
   values,                                                                                         \
   default_text,                                                                                   \
   meaning},
#include "plan/knobs.def"
};
#undef SIZE

const Knob *knob_get(KnobId id) { return &knobs[id]; }

const Knob *knob_find(const char *name, size_t length) {
  for (int k = 0; k < KNOB_COUNT; k++)
    if (text_equal(name, length, knobs[k].name))
      return &knobs[k];
  return NULL;
}

bool knob_is_scalar(const Knob *knob) { return knob->kind == &knob_kind_scalar; }

void *knob_place(const Knob *knob, Schedule *schedule) { return (char *)schedule + knob->offset; }

bool knob_equal(const Knob *knob, const Schedule *a, const Schedule *b) {
  return memcmp((const char *)a + knob->offset, (const char *)b + knob->offset, knob->size) == 0;
}

void knob_copy(const Knob *knob, const Schedule *from, Schedule *to) {
  memcpy((char *)to + knob->offset, (const char *)from + knob->offset, knob->size);
}
