// LookRows: measured schedules of a dataset beside what their machine code does, to judge by what a
// second look at the best by prediction would gain. Nothing is measured here: the rows were.
#ifndef AUTOTUNE_LAB_SECOND_LOOK_LOOK_ROWS_H
#define AUTOTUNE_LAB_SECOND_LOOK_LOOK_ROWS_H

#include "plan/code/code_reading.h"
#include "records/store.h"
#include "tools/train/training_data.h"

typedef struct LookRow {
  size_t row;                         // of the training set, the first of this schedule
  double seconds;                     // measured, mean of the rows of this schedule
  double first_seconds, last_seconds; // of the first and the last of these rows
  int measured;                       // how many they are
  double score;                       // of the models, higher is faster (learned_model_score)
  double predicted;                   // seconds
  double kernel_share;                // part of the predicted time that the innermost loops take
  bool is_read;                       // else there is no code for it any more, or too much
  CodeReading reading;
} LookRow;

// The best schedules of one task by the models, best first.
typedef struct LookTask {
  size_t task; // of the training set
  int count;
  LookRow *rows; // lent for the call
} LookTask;

typedef struct LookOptions {
  const char *store, *dataset;
  int64_t top;    // schedules of a task that are read, at most LOOK_MAX_TOP
  double seconds; // stop after so many; 0: never
  // Told of each task that the store has too, in the order of the dataset. A failure ends all.
  Status (*visit)(const TrainingData *data, const LookTask *task, void *user);
  void *user;
} LookOptions;

enum { LOOK_MAX_TOP = 64 };

// Reads the code of the best rows of every task of the dataset that the store, planned by `autotune
// collect --plan`, has a module of.
Status look_rows(const LookOptions *options);

#endif
