// Probe: the microbenchmarks of probes.def, run in rounds on one core, and what they say of the
// target. A value that is not plausible, or not the same from round to round, is not taken.
#ifndef AUTOTUNE_TOOLS_CALIBRATE_PROBE_PROBE_H
#define AUTOTUNE_TOOLS_CALIBRATE_PROBE_PROBE_H

#include "base/status.h"
#include "machine/target.h"

typedef enum Probe {
#define PROBE(name, function, argument, form, unit, key, low, high, spread, step, meaning)         \
  PROBE_##name,
#include "tools/calibrate/probe/probes.def"
  PROBE_COUNT
} Probe;

// What the rate of a probe, which is higher the better, becomes.
typedef enum ProbeForm {
  PROBE_RATE,    // thousand millions a second
  PROBE_CYCLE,   // so many a cycle
  PROBE_LATENCY, // cycles for each
  PROBE_COUNTED, // no rate but a number
} ProbeForm;

// What became of one.
typedef enum ProbeVerdict {
  PROBE_TAKEN,
  PROBE_ABSENT,      // the processor or the table has no such thing, or it cannot be told by size
  PROBE_IMPLAUSIBLE, // outside of what any processor does
  PROBE_RUSHED,      // too few rounds to tell
  PROBE_NOISY,       // not the same from round to round
  PROBE_BUSY,        // others had the core in too many rounds
  PROBE_CLOCKLESS,   // a rate per cycle of a clock that was not taken
} ProbeVerdict;

typedef struct ProbeResult {
  ProbeVerdict verdict;
  double value;  // of the fastest rounds, on its step; valid unless ABSENT
  double spread; // of the fastest third of the rounds: 0.01 = 1 %
  double guess;  // of the row
} ProbeResult;

enum { PROBE_ROUNDS = 12, PROBE_LEAST_ROUNDS = 6 }; // with fewer, nothing is taken

// One probe, run once.
typedef struct ProbeLook {
  double rate;
  double taken; // part of its time in which others had the core: 0.01 = 1 %
} ProbeLook;

// Nothing is taken from a look of which others had more.
#define PROBE_MOST_TAKEN 0.1

typedef struct ProbeLooks {
  ProbeLook looks[PROBE_COUNT][PROBE_ROUNDS];
  int rounds;
  double taken; // of the time of all of them
} ProbeLooks;

typedef struct ProbeReport {
  ProbeResult results[PROBE_COUNT];
  double taken; // part of the time in which others had the core
} ProbeReport;

// Called after each probe: how many of how many were run.
typedef void ProbeProgress(int done, int count, void *user);

// Measures this machine on the core at hand, with fewer rounds where `seconds` are too short or
// others slow it down. `target` is the guess, and then has what was taken. STATUS_SYSTEM when
// others had the core in so many looks at the clock that there is no telling what it is.
Status probe_all(Target *target, double seconds, ProbeProgress *progress, void *user,
                 ProbeReport *out_report);

// The verdict on the rates of all rounds; a function of them alone. A rate is what the function of
// the probe returned; `clock_hz` makes cycles of seconds.
ProbeResult probe_judge(Probe probe, const double *rates, int count, double clock_hz, double guess);

// The same of everything that was run, by the looks that others left alone; a function of them
// alone.
Status probe_judge_all(const ProbeLooks *looks, const Target *guess, ProbeReport *out_report);

const char *probe_name(Probe probe); // key of the target
const char *probe_unit(Probe probe);

#endif
