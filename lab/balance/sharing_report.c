// A sharing for people, as a table, and for programs, as JSON.
#include "lab/balance/sharing.h"

#include "tools/report/describe.h"

#include <stdio.h>

// --- as a table

// What a kernel took when it was run alone.
static void print_measure(const SharingMeasure *measure, int threads) {
  if (!measure->is_shared)
    return;
  if (measure->outcome.verdict != VERDICT_OK) {
    printf("       not measured: %s: %s\n", trial_verdict_name(measure->outcome.verdict),
           measure->outcome.reason);
    return;
  }
  printf("       measured %.1f us on one thread, %.1f on %d: %.2f times, predicted %.2f\n",
         measure->serial_seconds * 1e6, measure->seconds * 1e6, threads,
         measure->serial_seconds / measure->seconds,
         measure->choice.price.serial_seconds / measure->choice.seconds);
}

static void print_kernel(const Sharing *sharing, int n) {
  const OpEntry *entry = &sharing->ops.items[n];
  const ThreadChoice *choice = &sharing->choices[n];
  char work[256], text[THREAD_CHOICE_TEXT_BYTES];
  workload_describe(&entry->workload, work, sizeof work);
  thread_choice_print(choice, text, sizeof text);
  printf("  %4d %4d %9.1f %8.1f %7.2f %6.1f%%  %s %s; %s\n", n, entry->uses,
         choice->price.serial_seconds * 1e6, choice->seconds * 1e6, sharing_balance(sharing, n),
         100 * choice->price.work.serial / choice->price.work.total, entry->name, work, text);
  if (sharing->measures)
    print_measure(&sharing->measures[n], sharing->threads);
}

static void print_accuracy(const Sharing *sharing) {
  SharingAccuracy accuracy = sharing_accuracy(sharing);
  printf("  measured alone: %d kernels, %d failed, %d slower than on one thread; %.2f times the "
         "speed of one thread, predicted %.2f, mean error %.1f %%\n",
         accuracy.measured, accuracy.failed, accuracy.slower, accuracy.measured_gain,
         accuracy.predicted_gain, 100 * accuracy.error);
}

void sharing_print(const Sharing *sharing) {
  SharingTotal total = sharing_total(sharing);
  printf(
      "%d threads: %lld kernels of a run are shared, each up to a barrier; %.2f times the speed of "
      "one thread\n",
      sharing->threads, (long long)total.barriers, total.serial_seconds / total.seconds);
  printf("  least balance of the %d kernels of %.0f us or more: %.2f\n", total.large,
         sharing->least_seconds * 1e6, total.least_balance);
  if (sharing->measures)
    print_accuracy(sharing);
  printf("  %4s %4s %9s %8s %7s %7s  %s\n", "op", "uses", "us alone", "us", "balance", "serial",
         "work and split");
  for (int n = 0; n < sharing->ops.count; n++)
    if (sharing_is_large(sharing, n))
      print_kernel(sharing, n);
}

// --- as JSON

static Json *measure_json(const SharingMeasure *measure) {
  Json *json = json_make_object();
  json_put_text(json, "verdict", trial_verdict_name(measure->outcome.verdict));
  if (measure->outcome.verdict != VERDICT_OK) {
    json_put_text(json, "reason", measure->outcome.reason);
    return json;
  }
  json_put_number(json, "predicted_serial_seconds", measure->choice.price.serial_seconds);
  json_put_number(json, "predicted_seconds", measure->choice.seconds);
  json_put_number(json, "serial_seconds", measure->serial_seconds);
  json_put_number(json, "seconds", measure->seconds);
  return json;
}

static Json *split_json(const ThreadSplit *split) {
  Json *loops = json_make_array();
  for (int s = 0; s < split->count; s++) {
    Json *loop = json_make_object();
    json_put_integer(loop, "iterator", split->loops[s].iterator);
    json_put_integer(loop, "pieces", split->loops[s].pieces);
    json_put_integer(loop, "step", split->loops[s].step);
    json_append(loops, loop);
  }
  return loops;
}

static Json *kernel_json(const Sharing *sharing, int n) {
  const OpEntry *entry = &sharing->ops.items[n];
  const ThreadChoice *choice = &sharing->choices[n];
  Json *json = json_make_object();
  char work[256];
  workload_describe(&entry->workload, work, sizeof work);
  json_put_integer(json, "op", n);
  json_put_text(json, "name", entry->name);
  json_put_text(json, "work", work);
  json_put_integer(json, "uses", entry->uses);
  json_put_text(json, "schedule", entry->schedule_text);
  json_put_number(json, "serial_seconds", choice->price.serial_seconds);
  json_put_number(json, "seconds", choice->seconds);
  json_put_number(json, "balance", sharing_balance(sharing, n));
  json_put_number(json, "serial_part", choice->price.work.serial / choice->price.work.total);
  json_put(json, "split", split_json(&choice->split));
  static const char *const copies[COPIES_COUNT] = {
      [COPIES_ONE] = "one", [COPIES_SHARED] = "shared", [COPIES_EACH] = "each"};
  json_put_text(json, "copies", copies[choice->split.copies]);
  if (sharing->measures && sharing->measures[n].is_shared)
    json_put(json, "measured", measure_json(&sharing->measures[n]));
  return json;
}

static Json *accuracy_json(const Sharing *sharing) {
  SharingAccuracy accuracy = sharing_accuracy(sharing);
  Json *json = json_make_object();
  json_put_integer(json, "kernels", accuracy.measured);
  json_put_integer(json, "failed", accuracy.failed);
  json_put_integer(json, "slower", accuracy.slower);
  json_put_number(json, "gain", accuracy.measured_gain);
  json_put_number(json, "predicted_gain", accuracy.predicted_gain);
  json_put_number(json, "mean_error", accuracy.error);
  return json;
}

Json *sharing_json(const Sharing *sharing) {
  SharingTotal total = sharing_total(sharing);
  Json *json = json_make_object(), *kernels = json_make_array();
  json_put_integer(json, "threads", sharing->threads);
  json_put_integer(json, "barriers", total.barriers);
  json_put_integer(json, "large_kernels", total.large);
  json_put_number(json, "least_balance", total.least_balance);
  json_put_number(json, "serial_seconds", total.serial_seconds);
  json_put_number(json, "seconds", total.seconds);
  if (sharing->measures)
    json_put(json, "measured", accuracy_json(sharing));
  for (int n = 0; n < sharing->ops.count; n++)
    json_append(kernels, kernel_json(sharing, n));
  json_put(json, "kernels", kernels);
  return json;
}
