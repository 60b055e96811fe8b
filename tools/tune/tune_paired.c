// The paired test: the fastest schedules of a task and the choice of the model measured in turn,
// many times, so that whatever the machine does meanwhile is done to all.
#include "tools/tune/tune_paired.h"

#include <math.h>
#include <string.h>

// A difference that chance gives less often than this counts.
static const double SIGNIFICANT = 0.05;

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

// --- measuring

static void enter(const CollectRun *run, const Record *record, PairedContest *contest) {
  contest->records[contest->count] = record;
  contest->count += isfinite(record->seconds) &&
                    space_read(run->space, record->schedule, &contest->schedules[contest->count]);
}

// The fastest by what was measured so far, and the choice of the model: the fastest of hundreds is
// a lucky one, and may be no better than that.
static void choose_contenders(const CollectRun *run, const Record *records, int64_t count,
                              PairedContest *contest) {
  for (int64_t n = 0; n < count && contest->count < PAIRED_CONTENDERS - 1; n++)
    if (!records[n].is_choice)
      enter(run, &records[n], contest);
  for (int64_t n = 0; n < count; n++)
    if (records[n].is_choice && contest->count < PAIRED_CONTENDERS)
      enter(run, &records[n], contest);
}

// Each once per round; who goes first changes from round to round.
static Status measure_rounds(CollectRun *run, PairedContest *contest) {
  for (int r = 0; r < PAIRED_ROUNDS; r++)
    for (int n = 0; n < contest->count && !collect_is_time_up(run); n++) {
      int place = (n + r) % contest->count;
      Status status = collect_measure_seconds(run, ORIGIN_PAIRED, &contest->schedules[place],
                                              &contest->seconds[r][place]);
      if (status != STATUS_OK)
        return status;
    }
  return STATUS_OK;
}

// --- judging

// Mean of the logarithms against the round's own mean, which takes out what the machine did then.
// Infinite for one that failed in some round.
static double judge(const PairedContest *contest, int contender) {
  double sum = 0;
  for (int r = 0; r < PAIRED_ROUNDS; r++) {
    double round = 0, used = 0;
    for (int n = 0; n < contest->count; n++)
      if (isfinite(contest->seconds[r][n])) {
        round += log(contest->seconds[r][n]);
        used++;
      }
    sum += log(contest->seconds[r][contender]) - (used > 0 ? round / used : 0);
  }
  return sum;
}

// Whether `first` was faster than `second` in more rounds than chance gives.
static bool is_surely_faster(const PairedContest *contest, int first, int second) {
  int faster = 0;
  for (int r = 0; r < PAIRED_ROUNDS; r++)
    faster += contest->seconds[r][first] < contest->seconds[r][second];
  return paired_chance(faster, PAIRED_ROUNDS) < SIGNIFICANT;
}

static bool is_simpler(const Record *a, const Record *b) {
  if (a->is_choice || b->is_choice)
    return a->is_choice;
  return paired_complexity(a->schedule) < paired_complexity(b->schedule);
}

int paired_winner(const PairedContest *contest) {
  int best = -1, winner;
  for (int n = 0; n < contest->count; n++)
    if (isfinite(judge(contest, n)) && (best < 0 || judge(contest, n) < judge(contest, best)))
      best = n;
  winner = best;
  for (int n = 0; n < contest->count && best >= 0; n++)
    if (isfinite(judge(contest, n)) && !is_surely_faster(contest, best, n) &&
        is_simpler(contest->records[n], contest->records[winner]))
      winner = n;
  return winner;
}

Status tune_paired_run(CollectRun *run) {
  Status status = STATUS_OK;
  PairedContest contest = {0};
  Record *records = NULL;
  int64_t count = 0;
  TRY(store_set_winner(run->store, run->number, "")); // by its times alone, until it has won again
  TRY(records_read(run->store, run->number, &records, &count));
  choose_contenders(run, records, count, &contest);
  TRY(measure_rounds(run, &contest));
  if (collect_is_time_up(run))
    goto cleanup; // the next run tests it
  int winner = paired_winner(&contest);
  if (winner >= 0)
    TRY(store_set_winner(run->store, run->number, contest.records[winner]->schedule));
cleanup:
  records_destroy(records, count);
  return status;
}
