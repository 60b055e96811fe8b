// ModuleTest: which winners of single ops are faster in the network that they are for.
#include "tools/tune/module_test.h"

#include "base/numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 16, WINS = 12, MOST_DUELS = 24, LEAST_ROUNDS = 5 };

// --- a duel

typedef struct Duel {
  double first[ROUNDS], second[ROUNDS]; // seconds
  int rounds, wins;                     // of the second
} Duel;

typedef struct ModuleTest {
  const ModuleMeter *meter;
  int count;
  bool is_stopped;
  int duels;
} ModuleTest;

static bool is_decided(const Duel *duel) {
  return duel->wins >= WINS || duel->rounds - duel->wins > ROUNDS - WINS;
}

// What failed once is not measured again.
static bool has_failed(const Duel *duel) {
  return duel->rounds > 0 &&
         (isinf(duel->first[duel->rounds - 1]) || isinf(duel->second[duel->rounds - 1]));
}

static bool is_over(const ModuleTest *test) { return test->meter->is_over(test->meter->user); }

// Once the time is over, the first duel, which alone gives a verdict, goes on to its least rounds;
// all others end.
static bool ends_early(const ModuleTest *test, const Duel *duel) {
  return is_over(test) && (test->duels > 1 || duel->rounds >= LEAST_ROUNDS);
}

// All of the least rounds are won by chance in one case of 32, and duels that end early are judged
// where the clock ended them, not where it suits.
static bool is_won(const Duel *duel) {
  return duel->wins >= WINS || (duel->rounds >= LEAST_ROUNDS && duel->wins == duel->rounds);
}

// The two in turn; who goes first changes from round to round. The second wins only surely.
static Status fight(ModuleTest *test, const bool *first, const bool *second, Duel *duel,
                    bool *out_wins) {
  const ModuleMeter *meter = test->meter;
  Status status = STATUS_OK;
  *duel = (Duel){0};
  test->duels++;
  while (!is_decided(duel) && !has_failed(duel) && !ends_early(test, duel)) {
    int n = duel->rounds;
    test->is_stopped |= meter->is_stopped(meter->user);
    if (test->is_stopped)
      break;
    if (n % 2 == 0)
      TRY(meter->measure(meter->user, first, &duel->first[n]));
    TRY(meter->measure(meter->user, second, &duel->second[n]));
    if (n % 2 == 1)
      TRY(meter->measure(meter->user, first, &duel->first[n]));
    duel->wins += duel->second[n] < duel->first[n];
    duel->rounds++;
  }
  *out_wins = !test->is_stopped && !has_failed(duel) && is_won(duel);
cleanup:
  return status;
}

static double median(const double *seconds, int rounds) {
  double sorted[ROUNDS];
  memcpy(sorted, seconds, sizeof sorted);
  return numbers_median(sorted, (size_t)rounds);
}

static bool fails(const double *seconds, int rounds) { return isinf(seconds[rounds - 1]); }

// --- groups

typedef struct Group {
  int first, end;
} Group;

// Where its time is halved; both parts have a task at least.
static int middle_of(const double *shares, Group group) {
  double whole = 0, sum = 0;
  for (int n = group.first; n < group.end; n++)
    whole += shares[n];
  int middle = group.first;
  while (middle < group.end - 1 && (middle == group.first || sum + shares[middle] <= whole / 2))
    sum += shares[middle++];
  return middle;
}

typedef struct Queue {
  Group *groups; // owned; of `count` tasks there are fewer than 2 * count groups
  int next, end;
} Queue;

static void push_halves(Queue *queue, const double *shares, Group group) {
  if (group.end - group.first < 2)
    return;
  int middle = middle_of(shares, group);
  queue->groups[queue->end++] = (Group){group.first, middle};
  queue->groups[queue->end++] = (Group){middle, group.end};
}

static void turn_over(bool *takes, Group group) {
  for (int n = group.first; n < group.end; n++)
    takes[n] = !takes[n];
}

// Every group in turn changes sides, then its halves, the heaviest first. What is better for it is
// the base of all later ones.
static Status try_groups(ModuleTest *test, const double *shares, bool *base, bool *rival) {
  Status status = STATUS_OK;
  Queue queue = {.groups = calloc(2 * (size_t)test->count + 2, sizeof *queue.groups)};
  if (!queue.groups)
    return status_fail(STATUS_SYSTEM, "no memory for groups of %d tasks", test->count);
  push_halves(&queue, shares, (Group){0, test->count});
  while (queue.next < queue.end && test->duels < MOST_DUELS && !test->is_stopped &&
         !is_over(test)) {
    Duel duel;
    bool wins;
    Group group = queue.groups[queue.next++];
    memcpy(rival, base, (size_t)test->count * sizeof *rival);
    turn_over(rival, group);
    TRY(fight(test, base, rival, &duel, &wins));
    if (wins)
      memcpy(base, rival, (size_t)test->count * sizeof *base);
    push_halves(&queue, shares, group);
  }
cleanup:
  free(queue.groups);
  return status;
}

// --- all of it

static int count_taken(const bool *takes, int count) {
  int taken = 0;
  for (int n = 0; n < count; n++)
    taken += takes[n];
  return taken;
}

static void take_seconds(const Duel *duel, ModuleVerdict *verdict) {
  verdict->choice_seconds = median(duel->first, duel->rounds);
  verdict->seconds = median(duel->second, duel->rounds);
}

// `base` was chosen among several, so it has to beat the choices once more; what is the choices has
// nothing to beat.
static Status confirm(ModuleTest *test, const bool *choices, const bool *base, bool *takes,
                      ModuleVerdict *verdict) {
  Duel duel;
  bool wins;
  Status status = STATUS_OK;
  if (count_taken(base, test->count) == 0) {
    verdict->seconds = verdict->choice_seconds;
    memset(takes, false, (size_t)test->count * sizeof *takes);
    return STATUS_OK;
  }
  status = fight(test, choices, base, &duel, &wins);
  if (status != STATUS_OK || !wins)
    return status;
  take_seconds(&duel, verdict);
  memcpy(takes, base, (size_t)test->count * sizeof *takes);
  return STATUS_OK;
}

// `takes` is what is kept so far, which has beaten the choices, or is those.
static Status decide(ModuleTest *test, const double *shares, bool *takes, bool *sets,
                     ModuleVerdict *verdict) {
  Status status = STATUS_OK;
  Duel duel;
  bool wins;
  size_t size = (size_t)test->count * sizeof *sets;
  bool *choices = sets, *base = sets + test->count, *rival = base + test->count;
  memset(rival, true, size);
  TRY(fight(test, choices, rival, &duel, &wins));
  if (test->is_stopped)
    goto cleanup;
  if (fails(duel.first, duel.rounds))
    TRY(status_fail(STATUS_REJECTED, "the whole module fails with the choices of the model"));
  take_seconds(&duel, verdict);
  verdict->all_seconds = fails(duel.second, duel.rounds) ? INFINITY : verdict->seconds;
  memset(takes, wins, size);
  memset(base, wins, size);
  if (!wins)
    verdict->seconds = verdict->choice_seconds;
  TRY(try_groups(test, shares, base, rival));
  if (!test->is_stopped && memcmp(base, takes, size) != 0)
    TRY(confirm(test, choices, base, takes, verdict));
cleanup:
  return status;
}

Status module_test_run(const ModuleMeter *meter, const double *shares, int count, bool *out_takes,
                       ModuleVerdict *out_verdict) {
  ModuleTest test = {.meter = meter, .count = count};
  ModuleVerdict verdict = {0};
  bool *sets = calloc(4 * (size_t)count + 1, sizeof *sets);
  if (!sets)
    return status_fail(STATUS_SYSTEM, "no memory for %d tasks", count);
  bool *takes = sets + 3 * (size_t)count;
  Status status = decide(&test, shares, takes, sets, &verdict);
  if (status == STATUS_OK) {
    verdict.is_stopped = test.is_stopped;
    verdict.kept = count_taken(takes, count);
    verdict.duels = test.duels;
    memcpy(out_takes, takes, (size_t)count * sizeof *takes);
    *out_verdict = verdict;
  }
  free(sets);
  return status;
}
