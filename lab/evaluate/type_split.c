// What is held out and reported by type: the narrowest elements that a task reads, and those of its
// sums.
#include "lab/evaluate/split_parts.h"

#include "machine/element_type.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TYPES = ELEMENT_TYPE_COUNT * ELEMENT_TYPE_COUNT, TYPE_BYTES = 24 };

static void name_type(const TrainingData *data, size_t task, char name[TYPE_BYTES]) {
  const Workload *workload = &training_data_workload(data, task)->workload;
  ElementType narrowest = workload->accumulator_type;
  for (int a = 0; a < workload->access_count; a++)
    if (!workload->accesses[a].is_output &&
        element_type_bytes(workload->accesses[a].type) < element_type_bytes(narrowest))
      narrowest = workload->accesses[a].type;
  if (narrowest == workload->accumulator_type)
    snprintf(name, TYPE_BYTES, "%s", element_type_name(narrowest));
  else
    snprintf(name, TYPE_BYTES, "%s to %s", element_type_name(narrowest),
             element_type_name(workload->accumulator_type));
}

// The program of that name; the first without a name gets it.
static int find_type(EvaluationProgram *programs, const char *name) {
  int p = 0;
  while (programs[p].name[0] && strcmp(programs[p].name, name) != 0)
    p++;
  snprintf(programs[p].name, sizeof programs[p].name, "%s", name);
  return p;
}

static void drop_small(EvaluationSplit *split) {
  for (int p = 0; p < split->program_count; p++)
    if (split->programs[p].task_count < EVALUATION_MIN_TASKS)
      split->programs[p].task_count = 0;
  split_drop_empty(split);
}

// Whether the data has another type, from which something can be learned.
static bool leaves_some(const EvaluationSplit *split, int holdout, size_t task_count) {
  return memchr(split->held_out + (size_t)holdout * task_count, 0, task_count) != NULL;
}

Status split_by_type(const TrainingData *data, EvaluationSplit *out_split) {
  char name[TYPE_BYTES];
  Status status =
      split_create(data, "type", "a type of elements, each alone", MAX_TYPES, MAX_TYPES, out_split);
  if (status != STATUS_OK)
    return status;
  for (size_t t = 0; t < data->set.task_count; t++) {
    name_type(data, t, name);
    int p = find_type(out_split->programs, name);
    out_split->programs[p].holdout = p;
    split_hold_out(out_split, data, p, t);
    if (split_is_judged(data, t))
      split_program_add(&out_split->programs[p], t);
  }
  out_split->holdout_count = find_type(out_split->programs, "");
  for (int p = 0; p < out_split->holdout_count; p++)
    if (!leaves_some(out_split, p, data->set.task_count))
      out_split->programs[p].task_count = 0;
  drop_small(out_split);
  return STATUS_OK;
}

Status split_add_types(const TrainingData *data, EvaluationSplit *split) {
  char name[TYPE_BYTES];
  EvaluationSplit by_type;
  Status status = split_create(data, "type", "", 0, MAX_TYPES, &by_type);
  if (status != STATUS_OK)
    return status;
  for (int p = 0; p < split->program_count; p++)
    for (size_t n = 0; n < split->programs[p].task_count; n++) {
      name_type(data, split->programs[p].tasks[n].task, name);
      split_program_add(&by_type.programs[find_type(by_type.programs, name)],
                        split->programs[p].tasks[n].task);
    }
  drop_small(&by_type);
  if (by_type.program_count > 1) {
    split->types = by_type.programs;
    split->type_count = by_type.program_count;
    by_type.programs = NULL;
    by_type.program_count = 0;
  }
  split_destroy(&by_type);
  return STATUS_OK;
}
