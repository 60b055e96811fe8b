// Laps go into room that was made before; a call that passes more marks than there is room for is
// made again with more.
#include "runtime/stopwatch.h"

#include "runtime/arena.h"
#include "runtime/timing.h"

#include <stdlib.h>

static struct {
  Lap *items;
  int64_t count, room;
  double start;
} watch;

void stopwatch_note(int64_t mark) {
  if (watch.count < watch.room)
    watch.items[watch.count] = (Lap){mark, timing_now() - watch.start};
  watch.count++;
}

static double call_once(Call *call) {
  unsigned before = timing_flush_denormals();
  watch.count = 0;
  watch.start = timing_now();
  call_invoke(call);
  double seconds = timing_now() - watch.start;
  arena_release();
  timing_restore_denormals(before);
  return seconds;
}

Status stopwatch_call(Call *call, Laps *out_laps) {
  double seconds = call_once(call);
  while (watch.count > watch.room) {
    Lap *items = realloc(watch.items, (size_t)watch.count * sizeof *items);
    if (!items)
      return status_fail(STATUS_SYSTEM, "no memory for %lld laps", (long long)watch.count);
    watch.items = items;
    watch.room = watch.count;
    seconds = call_once(call);
  }
  *out_laps = (Laps){watch.items, watch.count, seconds};
  watch.items = NULL;
  watch.room = 0;
  return STATUS_OK;
}

void laps_destroy(Laps *laps) {
  free(laps->items);
  *laps = (Laps){0};
}
