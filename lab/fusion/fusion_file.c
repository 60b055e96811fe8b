// FusionFile: programs measured under many partitions of their ops, whole and kernel by kernel.
#include "lab/fusion/fusion_file.h"

#include "base/array.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- in memory

void fusion_kernel_destroy(FusionKernel *kernel) {
  free(kernel->workload);
  free(kernel->schedule);
}

void fusion_partition_destroy(FusionPartition *partition) {
  for (int k = 0; k < partition->kernel_count; k++)
    fusion_kernel_destroy(&partition->kernels[k]);
  free(partition->kernels);
  free(partition->origin);
  free(partition->text);
}

void fusion_program_destroy(FusionProgram *program) {
  for (int p = 0; p < program->partition_count; p++)
    fusion_partition_destroy(&program->partitions[p]);
  free(program->partitions);
  free(program->name);
  free(program->cpu);
  free(program->target);
  *program = (FusionProgram){0};
}

void fusion_file_destroy(FusionFile *file) {
  for (int p = 0; p < file->count; p++)
    fusion_program_destroy(&file->programs[p]);
  free(file->programs);
  *file = (FusionFile){0};
}

FusionPartition *fusion_program_add(FusionProgram *program, const char *origin, const char *text) {
  FusionPartition partition = {.origin = strdup(origin), .text = strdup(text)};
  if (!partition.origin || !partition.text ||
      !array_grow(&program->partitions, program->partition_count, sizeof partition)) {
    fusion_partition_destroy(&partition);
    return NULL;
  }
  program->partitions[program->partition_count] = partition;
  return &program->partitions[program->partition_count++];
}

FusionKernel *fusion_partition_add(FusionPartition *partition, const char *workload,
                                   const char *schedule) {
  FusionKernel kernel = {.workload = strdup(workload), .schedule = strdup(schedule)};
  if (!kernel.workload || !kernel.schedule ||
      !array_grow(&partition->kernels, partition->kernel_count, sizeof kernel)) {
    fusion_kernel_destroy(&kernel);
    return NULL;
  }
  partition->kernels[partition->kernel_count] = kernel;
  return &partition->kernels[partition->kernel_count++];
}

const FusionProgram *fusion_file_find(const FusionFile *file, const char *name, const char *cpu,
                                      const char *target) {
  for (int p = 0; p < file->count; p++)
    if (!strcmp(file->programs[p].name, name) && !strcmp(file->programs[p].cpu, cpu) &&
        !strcmp(file->programs[p].target, target))
      return &file->programs[p];
  return NULL;
}

bool fusion_kernel_is_repeated(const FusionProgram *program, int partition, int kernel) {
  const FusionKernel *own = &program->partitions[partition].kernels[kernel];
  for (int p = 0; p <= partition; p++)
    for (int k = 0; k < program->partitions[p].kernel_count && (p < partition || k < kernel); k++) {
      const FusionKernel *other = &program->partitions[p].kernels[k];
      if (!strcmp(other->schedule, own->schedule) && !strcmp(other->workload, own->workload))
        return true;
    }
  return false;
}

Status fusion_kernel_parse(const FusionProgram *program, const FusionKernel *kernel,
                           Workload *out_workload, Schedule *out_schedule) {
  if (!workload_parse(kernel->workload, out_workload))
    return status_fail(STATUS_USAGE, "%s: this is no workload: %.200s", program->name,
                       kernel->workload);
  return schedule_parse(out_workload, kernel->schedule, out_schedule);
}

double fusion_minimum(const double *seconds, int run_count) {
  double least = INFINITY;
  for (int r = 0; r < run_count; r++)
    least = fmin(least, seconds[r]);
  return least;
}

// --- reading

// What is being read.
typedef struct Reading {
  FusionFile *file;
  FusionProgram program; // that has no end yet; owned
} Reading;

static Status fail_memory(void) {
  return status_fail(STATUS_SYSTEM, "no memory for the programs of a file");
}

static Status read_program(EntryReader *reader) {
  Reading *reading = reader->user;
  int64_t runs;
  if (reader->field_count != 5 || reading->program.name || !reader->fields[1][0] ||
      !field_read_number(reader->fields[4], FUSION_MAX_RUNS, &runs) || runs < 2)
    return entry_fail(reader, "a program has a name, processor, target and at least two runs");
  reading->program = (FusionProgram){.name = strdup(reader->fields[1]),
                                     .cpu = strdup(reader->fields[2]),
                                     .target = strdup(reader->fields[3]),
                                     .run_count = (int)runs};
  const FusionProgram *program = &reading->program;
  return program->name && program->cpu && program->target ? STATUS_OK : fail_memory();
}

static Status read_partition(EntryReader *reader) {
  Reading *reading = reader->user;
  double seconds[FUSION_MAX_RUNS];
  if (!reading->program.name || reader->field_count != 4 ||
      !entry_read_seconds(reader->fields[3], reading->program.run_count, seconds))
    return entry_fail(reader, "a partition of a program has an origin, a text and the "
                              "seconds of each run");
  FusionPartition *partition =
      fusion_program_add(&reading->program, reader->fields[1], reader->fields[2]);
  if (!partition)
    return fail_memory();
  memcpy(partition->seconds, seconds, sizeof seconds);
  return STATUS_OK;
}

static Status read_kernel(EntryReader *reader) {
  Reading *reading = reader->user;
  double seconds[FUSION_MAX_RUNS];
  FusionProgram *program = &reading->program;
  if (program->partition_count == 0 || reader->field_count != 4 ||
      !entry_read_seconds(reader->fields[1], program->run_count, seconds))
    return entry_fail(reader, "a kernel of a partition has the seconds of each run, a "
                              "workload and a schedule");
  FusionKernel *kernel = fusion_partition_add(&program->partitions[program->partition_count - 1],
                                              reader->fields[2], reader->fields[3]);
  if (!kernel)
    return fail_memory();
  memcpy(kernel->seconds, seconds, sizeof seconds);
  return STATUS_OK;
}

static Status read_end(EntryReader *reader) {
  Reading *reading = reader->user;
  FusionFile *file = reading->file;
  if (reader->field_count != 2 || !reading->program.name ||
      strcmp(reading->program.name, reader->fields[1]) != 0)
    return entry_fail(reader, "the end of a program that did not begin");
  if (!array_grow(&file->programs, file->count, sizeof *file->programs))
    return fail_memory();
  file->programs[file->count++] = reading->program;
  reading->program = (FusionProgram){0};
  return STATUS_OK;
}

const EntryForm fusion_form = {"autotune-fusion",
                               "autotune-lab fusion collect",
                               1,
                               {{"program", read_program},
                                {"partition", read_partition},
                                {"kernel", read_kernel},
                                {"end", read_end}},
                               4};

Status fusion_file_read(const char *path, FusionFile *out_file) {
  *out_file = (FusionFile){0};
  Reading reading = {.file = out_file};
  Status status = entry_file_read(path, &fusion_form, &reading, &out_file->span);
  fusion_program_destroy(&reading.program);
  return status;
}

Status fusion_file_read_whole(const char *path, FusionFile *out_file) {
  Status status = fusion_file_read(path, out_file);
  return status == STATUS_OK ? entry_file_check_whole(path, &fusion_form, &out_file->span) : status;
}

// --- writing

void fusion_file_put_header(FILE *file) { entry_put_header(file, &fusion_form); }

void fusion_file_put(FILE *file, const FusionProgram *program) {
  fprintf(file, "program\t%s\t%s\t%s\t%d\n", program->name, program->cpu, program->target,
          program->run_count);
  for (int p = 0; p < program->partition_count; p++) {
    const FusionPartition *partition = &program->partitions[p];
    fprintf(file, "partition\t%s\t%s\t", partition->origin, partition->text);
    entry_put_seconds(file, partition->seconds, program->run_count);
    fputc('\n', file);
    for (int k = 0; k < partition->kernel_count; k++) {
      fputs("kernel\t", file);
      entry_put_seconds(file, partition->kernels[k].seconds, program->run_count);
      fprintf(file, "\t%s\t%s\n", partition->kernels[k].workload, partition->kernels[k].schedule);
    }
  }
  fprintf(file, "end\t%s\n", program->name);
}
