// The text form of a ThreadSplit, both ways: "i0/88 i2/4 each" cuts iterator 0 into pieces of 88
// and iterator 2 into pieces of 4, and each piece copies for itself, or with "shared" all threads
// share the copies; "-" is one thread.
#include "plan/threads/split_text.h"

#include "base/integer.h"
#include "base/text.h"

static const char *const words[COPIES_COUNT] = {[COPIES_EACH] = "each", [COPIES_SHARED] = "shared"};

void split_print(const ThreadSplit *split, char *text, size_t size) {
  TextWriter writer = text_writer(text, size);
  if (split->count == 0) {
    text_write(&writer, "-");
    return;
  }
  for (int s = 0; s < split->count; s++)
    text_write(&writer, "%si%d/%lld", s ? " " : "", split->loops[s].iterator,
               (long long)split->loops[s].step);
  if (words[split->copies])
    text_write(&writer, " %s", words[split->copies]);
}

// One loop, behind those that are there.
static bool read_loop(TextReader *reader, const Workload *knobs, ThreadSplit *split) {
  int64_t iterator, step;
  int64_t first = split->count > 0 ? split->loops[split->count - 1].iterator + 1 : 0;
  if (split->count == THREAD_SPLIT_MAX_LOOPS || !text_accept(reader, "i") ||
      !text_read_integer(reader, first, knobs->iterator_count - 1, &iterator) ||
      knobs->kinds[iterator] != ITERATOR_PARALLEL || !text_accept(reader, "/") ||
      !text_read_integer(reader, 1, knobs->extents[iterator] - 1, &step))
    return false;
  split->loops[split->count++] =
      (SplitLoop){(int)iterator, step, integer_ceil_div(knobs->extents[iterator], step)};
  return true;
}

static bool read_copies(TextReader *reader, SplitCopies *out_copies) {
  for (SplitCopies copies = COPIES_ONE; copies < COPIES_COUNT; copies++)
    if (words[copies] && text_accept(reader, words[copies])) {
      *out_copies = copies;
      return true;
    }
  return false;
}

bool split_parse(const char *text, const Workload *knobs, int threads, ThreadSplit *out_split) {
  TextReader reader = {text};
  ThreadSplit split = {.threads = threads};
  if (!text_accept(&reader, "-")) {
    do
      if (!read_loop(&reader, knobs, &split))
        return false;
    while (!read_copies(&reader, &split.copies) && !text_at_end(&reader));
  }
  if (!text_at_end(&reader))
    return false;
  *out_split = split;
  return true;
}
