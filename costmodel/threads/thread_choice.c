// See thread_choice.h. A split has to save at least what starting the threads costs once more: the
// time of a kernel is predicted, that of a start varies.
#include "costmodel/threads/thread_choice.h"

#include "core/text.h"
#include "costmodel/analytical.h"

// Starting threads that wait for work and meeting them at the end, as OpenMP runtimes do it: a part
// of its own, and one for each thread.
static const double start_seconds = 3e-6, start_seconds_per_thread = 0.15e-6;

void thread_choose(const Workload *workload, const Schedule *schedule, const Target *target,
                   int threads, ThreadChoice *out_choice) {
  LoopNest nest;
  ThreadChoice choice = {.verdict = THREADS_NO_LOOP, .split.threads = threads};
  if (loop_nest_build(workload, schedule, &nest) == REJECT_NONE) {
    choice.seconds = choice.serial_seconds =
        analytical_seconds(workload, schedule, &nest, target, NULL);
    thread_split_choose(workload, schedule, &nest, threads, &choice.split);
    thread_split_work(workload, schedule, &nest, &choice.split, &choice.work);
  }
  if (choice.split.count > 0) {
    double start = start_seconds + start_seconds_per_thread * threads;
    double share = (choice.work.serial + choice.work.largest) / choice.work.total;
    double seconds = choice.serial_seconds * share + start;
    choice.verdict = choice.serial_seconds - seconds > start ? THREADS_SPLIT : THREADS_TOO_SMALL;
    if (choice.verdict == THREADS_SPLIT)
      choice.seconds = seconds;
    else
      choice.split.count = 0;
  }
  *out_choice = choice;
}

double thread_choice_balance(const ThreadChoice *choice) {
  return choice->work.mean / choice->work.largest;
}

void thread_choice_print(const ThreadChoice *choice, char *text, size_t size) {
  TextWriter writer = text_writer(text, size);
  const ThreadSplit *split = &choice->split;
  double microseconds = 1e6 * choice->serial_seconds;
  switch (choice->verdict) {
  case THREADS_NO_LOOP:
    text_write(&writer, "one thread: no loop of it can be split");
    return;
  case THREADS_TOO_SMALL:
    text_write(&writer, "one thread: %.3g us are less than starting %d threads pays for",
               microseconds, split->threads);
    return;
  case THREADS_SPLIT:
    break;
  }
  text_write(&writer, "%d threads:", split->threads);
  for (int s = 0; s < split->count; s++)
    text_write(&writer, "%s i%d in %lld pieces of %lld", s ? "," : "", split->loops[s].iterator,
               (long long)split->loops[s].pieces, (long long)split->loops[s].step);
  text_write(&writer, ", balance %.2f", thread_choice_balance(choice));
}
