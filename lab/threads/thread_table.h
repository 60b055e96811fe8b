// ThreadTable: a file of measured kernels read for judging: every way with what was measured, what
// the model of threads predicts, and its features.
#ifndef AUTOTUNE_LAB_THREADS_THREAD_TABLE_H
#define AUTOTUNE_LAB_THREADS_THREAD_TABLE_H

#include "costmodel/learned_model.h"
#include "costmodel/threads/thread_features.h"
#include "lab/threads/thread_file.h"

typedef struct TableWay {
  int kernel;     // place in the file
  int alone;      // place of the way on one thread of the same schedule; its own: this is that way
  int number;     // of the way in its kernel
  double seconds; // measured: the least of the runs
  double serial_seconds; // predicted for the schedule on one thread
  ThreadPrice price;
  float features[THREAD_FEATURE_COUNT]; // zeros on one thread
} TableWay;

typedef struct TableKernel {
  int first, count; // ways
  uint64_t contraction;
  const char *family; // static
} TableKernel;

typedef struct ThreadTable {
  ThreadFile file;
  TableKernel *kernels; // owned; one for each of the file
  TableWay *ways;       // owned; of all kernels
  int way_count;
} ThreadTable;

// Seconds on one thread are those of `model`, or of the analytical model where that is NULL. Ways
// whose schedule was not measured on one thread are left out. STATUS_USAGE when the file is cut
// off, or a kernel of it cannot be read. Destroy whatever the result.
Status thread_table_read(const char *path, const LearnedModel *model, ThreadTable *out_table);
void thread_table_destroy(ThreadTable *table);

bool table_way_is_alone(const ThreadTable *table, int way);
// Seconds on one thread over those of the way, as measured.
double table_way_gain(const ThreadTable *table, int way);
// The least of every other run: of the first, third and so on, or of the others.
double table_way_half(const ThreadTable *table, int way, bool is_first);

// A line for every way, under a line of headings, for other programs.
Status thread_table_write(const char *path, const ThreadTable *table);

#endif
