// LookJudge: what the choice after a second look is worth beside the first one, on measured
// schedules.
#ifndef AUTOTUNE_LAB_SECOND_LOOK_LOOK_JUDGE_H
#define AUTOTUNE_LAB_SECOND_LOOK_LOOK_JUDGE_H

#include "lab/second_look/look_rows.h"
#include "records/json.h"

enum { LOOK_FAMILIES_MAX = 32 };

// Of some tasks. Times are of the schedules that are read.
typedef struct LookTotal {
  char name[32]; // of the family
  int tasks, changed;
  double gain, gain_squares;  // sums of log(seconds of the first choice / of the second)
  double worst;               // the least ratio of a task
  double best, first, second; // sums of seconds: of the fastest, of the two choices
} LookTotal;

typedef struct LookJudge {
  LookTotal all, families[LOOK_FAMILIES_MAX]; // families behind the last are in `all` alone
  int family_count;
  int schedules, unread;
  int again;                   // schedules that were measured more than once,
  double noise, noise_squares; // sums of log(seconds of the first time / of the last)
} LookJudge;

void look_judge_add(LookJudge *judge, const TrainingData *data, const LookTask *task);
// top_1 is the sum of the best seconds over that of the chosen ones; gain a geometric mean; errors
// are one standard error of a mean; noise is the gain between two measurements of one schedule.
Json *look_judge_json(const LookJudge *judge);

#endif
