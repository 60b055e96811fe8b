// Probe: the microbenchmarks of probes.def, run in rounds on one core, and what they say of the
// target. The rounds are interleaved, so that whatever disturbs the machine for a while disturbs
// one round of everything, not every round of one thing.
#include "tools/calibrate/probe/probe.h"

#include "base/numbers.h"
#include "machine/architecture.h"
#include "runtime/timing.h"
#include "tools/calibrate/probe/kernels.h"
#include "tools/calibrate/probe/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct ProbeRow {
  const char *key, *unit;
  double (*measure)(const ProbeSetting *setting, int argument);
  int argument;
  ProbeForm form;
  double low, high, spread, step;
} ProbeRow;

static const ProbeRow rows[PROBE_COUNT] = {
#define PROBE(name, function, argument, form, unit, key, low, high, spread, step, meaning)         \
  {#key, unit, function, argument, PROBE_##form, low, high, spread, step},
#include "tools/calibrate/probe/probes.def"
};

const char *probe_name(Probe probe) { return rows[probe].key; }
const char *probe_unit(Probe probe) { return rows[probe].unit; }

// --- one probe

// Ports and latencies come in steps; what is far from one is kept, such as a clock that falls under
// wide vectors.
static double on_step(double value, double step) {
  double nearest = step > 0 ? round(value / step) * step : 0;
  bool is_near = nearest > 0 && fabs(value / nearest - 1) < 0.05;
  return is_near || (step >= 1 && nearest > 0) ? nearest : value;
}

static double value_of(const ProbeRow *row, double rate, double clock_hz) {
  switch (row->form) {
  case PROBE_RATE:
    return rate * 1e-9;
  case PROBE_CYCLE:
    return rate / clock_hz;
  case PROBE_LATENCY:
    return clock_hz / rate;
  default:
    return rate;
  }
}

// What disturbs a machine makes it slower: the fastest third of the rounds is the machine itself,
// and where it does not agree, no round was undisturbed.
ProbeResult probe_judge(Probe probe, const double *rates, int count, double clock_hz,
                        double guess) {
  const ProbeRow *row = &rows[probe];
  double sorted[PROBE_ROUNDS];
  ProbeResult result = {.verdict = PROBE_ABSENT, .guess = guess};
  if (count > PROBE_ROUNDS)
    count = PROBE_ROUNDS;
  if (count < 1 || guess == 0) // of no use to a machine whose row has no such thing
    return result;
  memcpy(sorted, rates, sizeof *rates * (size_t)count);
  numbers_sort(sorted, (size_t)count);
  int third = (count + 2) / 3;
  double fastest = sorted[count - 1], slowest = sorted[count - third];
  double rate = sorted[count - 1 - (third - 1) / 2];
  if (!(rate > 0) || !(clock_hz > 0))
    return result;
  result.spread = (fastest - slowest) / rate;
  result.value = on_step(value_of(row, rate, clock_hz), row->step);
  result.verdict = !(result.value >= row->low && result.value <= row->high) ? PROBE_IMPLAUSIBLE
                   : count < PROBE_LEAST_ROUNDS                             ? PROBE_RUSHED
                   : !(result.spread <= row->spread)                        ? PROBE_NOISY
                                                                            : PROBE_TAKEN;
  return result;
}

// --- all of them

// No level is faster than the one above it.
static void check_order(ProbeResult results[PROBE_COUNT]) {
  static const Probe levels[] = {PROBE_L1, PROBE_L2, PROBE_L3, PROBE_memory};
  double above = INFINITY;
  for (size_t n = 0; n < sizeof levels / sizeof *levels; n++) {
    ProbeResult *level = &results[levels[n]];
    if (level->verdict == PROBE_TAKEN && level->value > above)
      level->verdict = PROBE_IMPLAUSIBLE;
    if (level->verdict == PROBE_TAKEN)
      above = level->value;
  }
}

static Status take(const ProbeResult results[PROBE_COUNT], Target *target) {
  Status status = STATUS_OK;
  for (int p = 0; p < PROBE_COUNT && status == STATUS_OK; p++)
    if (results[p].verdict == PROBE_TAKEN) {
      char setting[96];
      snprintf(setting, sizeof setting, ",%s=%.4g", rows[p].key, results[p].value);
      status = target_set(setting, target);
    }
  return status;
}

// Numbers that are ordinary, and neither 0 nor denormal after any product.
static void fill(unsigned char *memory) {
  for (size_t n = 0; n < PROBE_MEMORY_BYTES / sizeof(float); n++)
    ((float *)memory)[n] = 0.5f + (float)(n % 97) / 256;
}

static void look(const ProbeRow *row, const ProbeSetting *setting, ProbeLook *out_look) {
  double start = timing_now(), cpu = timing_cpu();
  out_look->rate = row->measure(setting, row->argument);
  double seconds = timing_now() - start;
  out_look->taken = seconds > 0 ? fmax(0, 1 - (timing_cpu() - cpu) / seconds) : 0;
}

static void run_rounds(const Target *target, unsigned char *memory, double seconds,
                       ProbeProgress *progress, void *user, ProbeLooks *out_looks) {
  const MachineKernels *kernels = target->architecture->host->kernels;
  ProbeSetting setting = {.target = target, .kernels = kernels, .memory = memory};
  double start = timing_now(), cpu = timing_cpu();
  int round = 0;
  for (; round < PROBE_ROUNDS && (round == 0 || timing_now() - start < seconds); round++)
    for (int p = 0; p < PROBE_COUNT; p++) {
      ProbeLook *own = &out_looks->looks[p][round];
      look(&rows[p], &setting, own);
      if (p == PROBE_clock)
        setting.clock_hz = fmax(setting.clock_hz, own->rate);
      if (progress)
        progress(round * PROBE_COUNT + p + 1, PROBE_ROUNDS * PROBE_COUNT, user);
    }
  out_looks->rounds = round;
  out_looks->taken = fmax(0, 1 - (timing_cpu() - cpu) / (timing_now() - start));
}

// The rates of the looks of which others had at most so much. Returns how many.
static int rates_of(const ProbeLooks *looks, int probe, double most_taken, double *out_rates) {
  int count = 0;
  for (int r = 0; r < looks->rounds; r++)
    if (looks->looks[probe][r].taken <= most_taken)
      out_rates[count++] = looks->looks[probe][r].rate;
  return count;
}

// By good looks alone; where there are too few of them, what all say is for people to see.
static ProbeResult judge_looks(const ProbeLooks *looks, Probe probe, double clock_hz,
                               double guess) {
  double rates[PROBE_ROUNDS];
  int good = rates_of(looks, (int)probe, PROBE_MOST_TAKEN, rates);
  if (good >= PROBE_LEAST_ROUNDS)
    return probe_judge(probe, rates, good, clock_hz, guess);
  int all = rates_of(looks, (int)probe, INFINITY, rates);
  ProbeResult result = probe_judge(probe, rates, all, clock_hz, guess);
  bool is_busy = all >= PROBE_LEAST_ROUNDS || looks->taken > PROBE_MOST_TAKEN;
  if (result.verdict != PROBE_ABSENT)
    result.verdict = is_busy ? PROBE_BUSY : PROBE_RUSHED;
  return result;
}

static double fastest_clock(const ProbeLooks *looks) {
  double fastest = 0;
  for (int r = 0; r < looks->rounds; r++)
    fastest = fmax(fastest, looks->looks[PROBE_clock][r].rate);
  return fastest;
}

static bool is_per_cycle(int probe) {
  return rows[probe].form == PROBE_CYCLE || rows[probe].form == PROBE_LATENCY;
}

static Status fail_busy(const ProbeLooks *looks) {
  double rates[PROBE_ROUNDS];
  return status_fail(STATUS_SYSTEM,
                     "others had this core for %.0f %% of the time: %d of %d looks at its clock "
                     "were left alone, and %d are needed; nothing is changed, run it again on an "
                     "idle core (--core) or when the machine is idle",
                     100 * looks->taken, rates_of(looks, PROBE_clock, PROBE_MOST_TAKEN, rates),
                     looks->rounds, PROBE_LEAST_ROUNDS);
}

// A dot product that nobody measured is taken for a multiply-add.
static double guess_of(const Target *target, int probe) {
  const char *key = rows[probe].key;
  double guess = target_number(target, key);
  char other[32];
  if (guess > 0 || strncmp(key, "dot_", 4) != 0)
    return guess;
  snprintf(other, sizeof other, "fma_per_cycle%s", strchr(key, '.'));
  return target_number(target, other);
}

Status probe_judge_all(const ProbeLooks *looks, const Target *guess, ProbeReport *out_report) {
  ProbeResult *results = out_report->results;
  double clock_hz = fastest_clock(looks);
  out_report->taken = looks->taken;
  for (int p = 0; p < PROBE_COUNT; p++) {
    results[p] = judge_looks(looks, (Probe)p, clock_hz, guess_of(guess, p));
    if (p == PROBE_clock && results[p].verdict != PROBE_ABSENT)
      clock_hz = results[p].value * 1e9;
    if (results[p].verdict == PROBE_TAKEN && is_per_cycle(p) &&
        results[PROBE_clock].verdict != PROBE_TAKEN)
      results[p].verdict = PROBE_CLOCKLESS;
  }
  check_order(results);
  return results[PROBE_clock].verdict == PROBE_BUSY ? fail_busy(looks) : STATUS_OK;
}

Status probe_all(Target *target, double seconds, ProbeProgress *progress, void *user,
                 ProbeReport *out_report) {
  static ProbeLooks looks;
  // From the heap, so its pages are what the C library gives to programs.
  void *memory = NULL;
  if (posix_memalign(&memory, PROBE_PAGE_BYTES, PROBE_MEMORY_BYTES) != 0)
    return status_fail(STATUS_SYSTEM, "no memory for %d MiB to be read", PROBE_MEMORY_BYTES >> 20);
  fill(memory);
  run_rounds(target, memory, seconds, progress, user, &looks);
  free(memory);
  Status status = probe_judge_all(&looks, target, out_report);
  return status == STATUS_OK ? take(out_report->results, target) : status;
}
