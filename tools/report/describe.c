// Words are put together from the fields that differ from plain loops.
#include "tools/report/describe.h"

#include "plan/rule.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct Sentence {
  char *text;
  size_t size;
  int length;
} Sentence;

static void say(Sentence *sentence, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void say(Sentence *sentence, const char *format, ...) {
  va_list arguments;
  size_t used =
      (size_t)sentence->length < sentence->size ? (size_t)sentence->length : sentence->size;
  va_start(arguments, format);
  sentence->length += vsnprintf(sentence->text ? sentence->text + used : NULL,
                                sentence->size - used, format, arguments);
  va_end(arguments);
}

// Sizes of one kind of iterator, joined by x. Returns whether any was said.
static bool say_sizes(Sentence *sentence, const Workload *workload, IteratorKind kind,
                      const int32_t *sizes, const char *before) {
  bool any = false;
  for (int i = 0; i < workload->iterator_count; i++) {
    if (workload->kinds[i] != kind)
      continue;
    say(sentence, "%s%d", any ? "x" : before, (int)sizes[i]);
    any = true;
  }
  return any;
}

static bool has_tiles(const Workload *workload, const int32_t *tile) {
  for (int i = 0; i < workload->iterator_count; i++)
    if (tile[i] < workload->extents[i])
      return true;
  return false;
}

static void say_tiles(Sentence *sentence, const Workload *workload, const Schedule *schedule) {
  for (int level = 0; level < TILE_LEVELS; level++) {
    const int32_t *tile = schedule->tile[level];
    bool repeats = level > 0 && !memcmp(tile, schedule->tile[level - 1], sizeof schedule->tile[0]);
    if (repeats || !has_tiles(workload, tile))
      continue;
    say_sizes(sentence, workload, ITERATOR_PARALLEL, tile, "tiles ");
    say_sizes(sentence, workload, ITERATOR_REDUCTION, tile, " by ");
    say(sentence, "; ");
  }
}

static const char *pack_content(const Schedule *schedule, int a) {
  return schedule->produced >> a & 1u ? " after its producers" : "";
}

static void say_packs(Sentence *sentence, const Workload *workload, const Schedule *schedule) {
  for (int a = 0; a < workload->access_count; a++)
    if (schedule->pack[a] == 0)
      say(sentence, "; input %d packed whole%s", a, pack_content(schedule, a));
    else if (schedule->pack[a] != PACK_NONE)
      say(sentence, "; input %d packed inside %d loop%s%s", a, schedule->pack[a],
          plural(schedule->pack[a]), pack_content(schedule, a));
}

static void say_fusion(Sentence *sentence, const Workload *workload, const Schedule *schedule) {
  bool has_pad = false;
  for (int a = 0; a < workload->access_count; a++)
    has_pad |= workload->accesses[a].may_leave_shape;
  if (has_pad && schedule->pad_mode == PAD_BORDER)
    say(sentence, "; padding by border kernels");
  if (has_pad && schedule->pad_mode == PAD_PACK)
    say(sentence, "; padding while packing");
  if (schedule->fuse_epilogue)
    say(sentence, "; %d op%s after it fused", schedule->fuse_epilogue,
        plural(schedule->fuse_epilogue));
  if (schedule->epilogue_depth != EPILOGUE_IN_REGISTERS)
    say(sentence, " in a sweep inside %d loop%s", schedule->epilogue_depth,
        plural(schedule->epilogue_depth));
}

int schedule_describe(const Workload *workload, const Schedule *schedule, char *text, size_t size) {
  Sentence sentence = {text, size, 0};
  const Rule *rule = rule_get(schedule->rule);
  if (rule->prologue) {
    say(&sentence, "%s, then %d lanes", rule->prologue, schedule->lanes);
  } else {
    say_tiles(&sentence, workload, schedule);
    say_sizes(&sentence, workload, ITERATOR_PARALLEL, schedule->block, "registers ");
    if (schedule->lanes > 1)
      say(&sentence, " in %d lanes along %s", schedule->lanes, rule->lanes_run);
  }
  say_packs(&sentence, workload, schedule);
  say_fusion(&sentence, workload, schedule);
  return sentence.length;
}

int workload_describe(const Workload *workload, char *text, size_t size) {
  Sentence sentence = {text, size, 0};
  int32_t extents[WORKLOAD_MAX_ITERATORS];
  for (int i = 0; i < workload->iterator_count; i++)
    extents[i] = (int32_t)workload->extents[i];
  say_sizes(&sentence, workload, ITERATOR_PARALLEL, extents, "");
  say_sizes(&sentence, workload, ITERATOR_REDUCTION, extents, " over ");
  say(&sentence, " %s", element_type_name(workload->accumulator_type));
  return sentence.length;
}

const char *plural(int64_t count) { return count == 1 ? "" : "s"; }
