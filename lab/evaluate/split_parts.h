// What all splits are made of.
#ifndef AUTOTUNE_LAB_EVALUATE_SPLIT_PARTS_H
#define AUTOTUNE_LAB_EVALUATE_SPLIT_PARTS_H

#include "lab/evaluate/evaluation_split.h"

// So many holdouts and programs, nothing held out and no task in a program. `name` and `meaning`
// are static.
Status split_create(const TrainingData *data, const char *name, const char *meaning,
                    int holdout_count, int program_count, EvaluationSplit *out);
// Whether the task is of the CPU that all splits but the one by machine judge, that of the first
// row.
bool split_is_judged(const TrainingData *data, size_t task);
void split_program_add(EvaluationProgram *program, size_t task);
// The task and every other one of its contraction.
void split_hold_out(EvaluationSplit *split, const TrainingData *data, int holdout, size_t task);
// Drops programs without a task; their holdouts are not trained for.
void split_drop_empty(EvaluationSplit *split);

// Programs of all judged tasks of a type each, of the types with EVALUATION_MIN_TASKS tasks or
// more; none where there is one type.
Status split_add_types(const TrainingData *data, EvaluationSplit *split);

#endif
