#include "lab/second_look/look_judge.h"

#include "costmodel/code/second_look_cost.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void total_add(LookTotal *total, double best, double first, double second) {
  double gain = log(first / second);
  total->worst = total->tasks == 0 ? first / second : fmin(total->worst, first / second);
  total->tasks++;
  total->changed += first != second;
  total->gain += gain;
  total->gain_squares += gain * gain;
  total->best += best;
  total->first += first;
  total->second += second;
}

static LookTotal *find_family(LookJudge *judge, const char *name) {
  for (int n = 0; n < judge->family_count; n++)
    if (!strcmp(judge->families[n].name, name))
      return &judge->families[n];
  if (judge->family_count == LOOK_FAMILIES_MAX)
    return NULL;
  LookTotal *added = &judge->families[judge->family_count++];
  snprintf(added->name, sizeof added->name, "%s", name);
  return added;
}

static void count_rows(LookJudge *judge, const LookTask *task) {
  for (int n = 0; n < task->count; n++) {
    const LookRow *row = &task->rows[n];
    judge->schedules++;
    judge->unread += !row->is_read;
    if (row->measured < 2)
      continue;
    double noise = log(row->first_seconds / row->last_seconds);
    judge->again++;
    judge->noise += noise;
    judge->noise_squares += noise * noise;
  }
}

// As the pass does: the first stays where it cannot be read, and what cannot be read is not chosen.
void look_judge_add(LookJudge *judge, const TrainingData *data, const LookTask *task) {
  int chosen = 0;
  double least = INFINITY, best = INFINITY;
  count_rows(judge, task);
  if (task->count < 2)
    return;
  for (int n = 0; n < task->count; n++) {
    const LookRow *row = &task->rows[n];
    best = fmin(best, row->seconds);
    if (!row->is_read || !task->rows[0].is_read)
      continue;
    double cost = second_look_cost(&row->reading, row->kernel_share) - row->score;
    if (cost < least) {
      least = cost;
      chosen = n;
    }
  }
  double first = task->rows[0].seconds, second = task->rows[chosen].seconds;
  LookTotal *family = find_family(judge, training_data_workload(data, task->task)->family);
  total_add(&judge->all, best, first, second);
  if (family)
    total_add(family, best, first, second);
}

// One standard error of a mean of `count` numbers, from the sums of them and of their squares.
static double error_of(double sum, double squares, int count) {
  double mean = sum / count;
  return count > 1 ? sqrt(fmax(0, squares / count - mean * mean) / (count - 1)) : NAN;
}

static Json *total_json(const LookTotal *total) {
  Json *json = json_make_object();
  if (total->name[0])
    json_put_text(json, "family", total->name);
  json_put_integer(json, "tasks", total->tasks);
  json_put_integer(json, "changed", total->changed);
  json_put_number(json, "top_1_first", total->best / total->first);
  json_put_number(json, "top_1_second", total->best / total->second);
  json_put_number(json, "gain", exp(total->gain / total->tasks));
  json_put_number(json, "gain_error", error_of(total->gain, total->gain_squares, total->tasks));
  json_put_number(json, "worst", total->worst);
  return json;
}

Json *look_judge_json(const LookJudge *judge) {
  Json *json = json_make_object(), *families = json_make_array();
  json_put_integer(json, "schedules", judge->schedules);
  json_put_integer(json, "unread", judge->unread);
  json_put_integer(json, "measured_again", judge->again);
  json_put_number(json, "noise", exp(judge->noise / judge->again));
  json_put_number(json, "noise_of_one", sqrt(judge->noise_squares / judge->again));
  json_put(json, "all", total_json(&judge->all));
  for (int n = 0; n < judge->family_count; n++)
    json_append(families, total_json(&judge->families[n]));
  json_put(json, "families", families);
  return json;
}
