// See tune_paired.h.
#include "tools/tune/tune_paired.h"

#include "records/record.h"

#include <math.h>
#include <string.h>

enum { CONTENDERS = 2, PAIRS = 8 };

// A difference that chance gives less often than this counts.
static const double SIGNIFICANT = 0.05;
// What is slower than the fastest by more was no contender.
static const double CLOSE = 1.1;

double paired_chance(int faster, int pairs) {
  double chance = 0, term = pow(0.5, pairs); // of 0 of them
  for (int n = 0; n <= pairs; n++) {
    if (n >= faster)
      chance += term;
    term *= (double)(pairs - n) / (n + 1);
  }
  return chance;
}

int paired_complexity(const char *schedule) {
  int knobs = 0;
  for (const char *at = strchr(schedule, '='); at; at = strchr(at + 1, '='))
    knobs++;
  return knobs;
}

// Measures both in turn. Which one goes first changes from pair to pair.
static Status measure_pairs(CollectRun *run, const Schedule *first, const Schedule *second,
                            int *out_faster, int *out_pairs) {
  *out_faster = *out_pairs = 0;
  for (int n = 0; n < PAIRS; n++) {
    const Schedule *order[2] = {n % 2 ? second : first, n % 2 ? first : second};
    double seconds[2];
    for (int s = 0; s < 2; s++) {
      Status status = collect_measure_seconds(run, ORIGIN_PAIRED, order[s], &seconds[s]);
      if (status != STATUS_OK)
        return status;
    }
    double of_first = seconds[n % 2], of_second = seconds[!(n % 2)];
    if (!isfinite(of_first) && !isfinite(of_second))
      continue;
    ++*out_pairs;
    *out_faster += of_second < of_first;
  }
  return STATUS_OK;
}

// Whether the second takes the place of the first: it is faster beyond chance, or simpler and not
// slower beyond chance.
static Status challenge(CollectRun *run, const Record *first, const Record *second,
                        bool *out_wins) {
  Schedule schedules[2];
  int faster, pairs;
  *out_wins = false;
  if (!collect_read_schedule(run, first->schedule, &schedules[0]) ||
      !collect_read_schedule(run, second->schedule, &schedules[1]))
    return STATUS_OK;
  Status status = measure_pairs(run, &schedules[0], &schedules[1], &faster, &pairs);
  if (status != STATUS_OK || pairs == 0)
    return status;
  bool is_faster = paired_chance(faster, pairs) < SIGNIFICANT;
  bool is_slower = paired_chance(pairs - faster, pairs) < SIGNIFICANT;
  bool is_simpler = paired_complexity(second->schedule) < paired_complexity(first->schedule);
  *out_wins = is_faster || (is_simpler && !is_slower);
  return STATUS_OK;
}

Status tune_paired_run(CollectRun *run) {
  Status status = STATUS_OK;
  Record *records = NULL;
  int64_t count = 0;
  TRY(store_set_winner(run->store, run->number, "")); // by its times alone, until it has won again
  TRY(records_read(run->store, run->number, &records, &count));
  int64_t best = 0;
  for (int64_t n = 1; n < count && n < CONTENDERS; n++) {
    bool wins = false;
    if (!(records[n].seconds < CLOSE * records[best].seconds))
      break;
    TRY(challenge(run, &records[best], &records[n], &wins));
    best = wins ? n : best;
  }
  if (count > 0 && isfinite(records[best].seconds))
    TRY(store_set_winner(run->store, run->number, records[best].schedule));
cleanup:
  records_destroy(records, count);
  return status;
}
