// ThreadFile: kernels measured on one thread and on several, under several schedules and splits.
// docs/reference/dataset.md describes the file.
#ifndef AUTOTUNE_LAB_THREADS_THREAD_FILE_H
#define AUTOTUNE_LAB_THREADS_THREAD_FILE_H

#include "records/entry_file.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { THREAD_MAX_RUNS = 16, THREAD_MAX_WAYS = 32 };

// One way to run the kernel: a schedule and how it is split.
typedef struct ThreadWay {
  char *schedule, *split;          // owned; texts, the split as plan/threads/split_text.h has it
  double seconds[THREAD_MAX_RUNS]; // of a call, mean of those of each run
} ThreadWay;

typedef struct ThreadKernel {
  char *source, *cpu, *target, *workload; // owned; where it is from: a network, "corpus"
  int threads;                            // of the ways that are split
  int run_count;
  ThreadWay *ways; // owned
  int way_count;
} ThreadKernel;

typedef struct ThreadFile {
  ThreadKernel *kernels; // owned
  int count;
  EntrySpan span;
} ThreadFile;

extern const EntryForm thread_form;

// Reads a file. What lies behind the last whole kernel, where a kill cut it off, is left out.
// STATUS_USAGE names the line that is damaged. Destroy whatever the result.
Status thread_file_read(const char *path, ThreadFile *out_file);
void thread_file_destroy(ThreadFile *file);
// Whether it has the workload, measured on that processor for that target with so many threads.
bool thread_file_has(const ThreadFile *file, const ThreadKernel *kernel);

// Adds a way without seconds; NULL: no memory. The texts are copied.
ThreadWay *thread_kernel_add(ThreadKernel *kernel, const char *schedule, const char *split);
void thread_kernel_destroy(ThreadKernel *kernel);

// The first line of a file, and the lines of a kernel.
void thread_file_put_header(FILE *file);
void thread_file_put(FILE *file, const ThreadKernel *kernel);

#endif
