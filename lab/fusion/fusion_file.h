// FusionFile: programs measured under many partitions of their ops, whole and kernel by kernel.
// docs/reference/dataset.md describes the file.
#ifndef AUTOTUNE_LAB_FUSION_FUSION_FILE_H
#define AUTOTUNE_LAB_FUSION_FUSION_FILE_H

#include "plan/schedule.h"
#include "records/entry_file.h"

#include <stdint.h>
#include <stdio.h>

enum { FUSION_MAX_RUNS = 16 };

typedef struct FusionKernel {
  char *workload, *schedule;       // owned; texts
  double seconds[FUSION_MAX_RUNS]; // the least of the calls of each run
} FusionKernel;

// A program under one partition: a fusion configuration.
typedef struct FusionPartition {
  char *origin, *text; // owned
  double seconds[FUSION_MAX_RUNS];
  FusionKernel *kernels; // owned; in the order of the code
  int kernel_count;
} FusionPartition;

typedef struct FusionProgram {
  char *name, *cpu, *target; // owned
  int run_count;
  FusionPartition *partitions; // owned
  int partition_count;
} FusionProgram;

typedef struct FusionFile {
  FusionProgram *programs; // owned
  int count;
  EntrySpan span;
} FusionFile;

extern const EntryForm fusion_form;

// Reads a file. What lies behind the last whole program, where a kill cut it off, is left out.
// STATUS_USAGE names the line that is damaged. Destroy whatever the result.
Status fusion_file_read(const char *path, FusionFile *out_file);
// The same of a file that nothing is added to: STATUS_USAGE also where a kill cut it off.
Status fusion_file_read_whole(const char *path, FusionFile *out_file);
void fusion_file_destroy(FusionFile *file);
// NULL: there is none of that name, measured on that processor for that target.
const FusionProgram *fusion_file_find(const FusionFile *file, const char *name, const char *cpu,
                                      const char *target);

// Adds an empty one; NULL: no memory. The texts are copied.
FusionPartition *fusion_program_add(FusionProgram *program, const char *origin, const char *text);
FusionKernel *fusion_partition_add(FusionPartition *partition, const char *workload,
                                   const char *schedule);
void fusion_program_destroy(FusionProgram *program);
void fusion_partition_destroy(FusionPartition *partition);
void fusion_kernel_destroy(FusionKernel *kernel);

// The first line of a file, and the lines of a program.
void fusion_file_put_header(FILE *file);
void fusion_file_put(FILE *file, const FusionProgram *program);

// Whether the program has a kernel of the same workload and schedule before this one.
bool fusion_kernel_is_repeated(const FusionProgram *program, int partition, int kernel);
// STATUS_USAGE names the program and the text that is wrong.
Status fusion_kernel_parse(const FusionProgram *program, const FusionKernel *kernel,
                           Workload *out_workload, Schedule *out_schedule);

// Kernels of less are not told from the mark after them, which takes 0.03 microseconds.
#define FUSION_SHORTEST_SECONDS 0.5e-6
// The least of the runs.
double fusion_minimum(const double *seconds, int run_count);

#endif
