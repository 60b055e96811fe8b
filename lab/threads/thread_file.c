// ThreadFile: kernels measured on one thread and on several, under several schedules and splits.
#include "lab/threads/thread_file.h"

#include "base/array.h"
#include "plan/schedule.h"
#include "plan/threads/thread_split.h"

#include <stdlib.h>
#include <string.h>

// --- in memory

void thread_kernel_destroy(ThreadKernel *kernel) {
  for (int w = 0; w < kernel->way_count; w++) {
    free(kernel->ways[w].schedule);
    free(kernel->ways[w].split);
  }
  free(kernel->ways);
  free(kernel->source);
  free(kernel->cpu);
  free(kernel->target);
  free(kernel->workload);
  *kernel = (ThreadKernel){0};
}

void thread_file_destroy(ThreadFile *file) {
  for (int k = 0; k < file->count; k++)
    thread_kernel_destroy(&file->kernels[k]);
  free(file->kernels);
  *file = (ThreadFile){0};
}

ThreadWay *thread_kernel_add(ThreadKernel *kernel, const char *schedule, const char *split) {
  ThreadWay way = {.schedule = strdup(schedule), .split = strdup(split)};
  if (!way.schedule || !way.split ||
      !array_grow(&kernel->ways, kernel->way_count, sizeof *kernel->ways)) {
    free(way.schedule);
    free(way.split);
    return NULL;
  }
  kernel->ways[kernel->way_count] = way;
  return &kernel->ways[kernel->way_count++];
}

bool thread_file_has(const ThreadFile *file, const ThreadKernel *kernel) {
  for (int k = 0; k < file->count; k++) {
    const ThreadKernel *known = &file->kernels[k];
    if (known->threads == kernel->threads && !strcmp(known->workload, kernel->workload) &&
        !strcmp(known->cpu, kernel->cpu) && !strcmp(known->target, kernel->target))
      return true;
  }
  return false;
}

// --- reading

// What is being read.
typedef struct Reading {
  ThreadFile *file;
  ThreadKernel kernel; // that has no end yet; owned
} Reading;

static Status fail_memory(void) {
  return status_fail(STATUS_SYSTEM, "no memory for the kernels of a file");
}

static Status read_kernel(EntryReader *reader) {
  Reading *reading = reader->user;
  int64_t threads, runs;
  char **fields = reader->fields;
  if (reader->field_count != 7 || reading->kernel.workload ||
      !field_read_number(fields[4], THREADS_MAX, &threads) || threads < 2 ||
      !field_read_number(fields[5], THREAD_MAX_RUNS, &runs) || runs < 2)
    return entry_fail(reader, "a kernel has a source, processor, target, two or more "
                              "threads, two or more runs, and a workload");
  reading->kernel = (ThreadKernel){.source = strdup(fields[1]),
                                   .cpu = strdup(fields[2]),
                                   .target = strdup(fields[3]),
                                   .workload = strdup(fields[6]),
                                   .threads = (int)threads,
                                   .run_count = (int)runs};
  const ThreadKernel *kernel = &reading->kernel;
  return kernel->source && kernel->cpu && kernel->target && kernel->workload ? STATUS_OK
                                                                             : fail_memory();
}

static Status read_way(EntryReader *reader) {
  Reading *reading = reader->user;
  double seconds[THREAD_MAX_RUNS] = {0};
  ThreadKernel *kernel = &reading->kernel;
  if (!kernel->workload || reader->field_count != 4 || kernel->way_count == THREAD_MAX_WAYS ||
      !entry_read_seconds(reader->fields[3], kernel->run_count, seconds))
    return entry_fail(reader,
                      "a way of a kernel has a schedule, a split and the seconds of each run");
  ThreadWay *way = thread_kernel_add(kernel, reader->fields[1], reader->fields[2]);
  if (!way)
    return fail_memory();
  memcpy(way->seconds, seconds, sizeof seconds);
  return STATUS_OK;
}

static Status read_end(EntryReader *reader) {
  Reading *reading = reader->user;
  ThreadFile *file = reading->file;
  if (reader->field_count != 1 || reading->kernel.way_count == 0)
    return entry_fail(reader, "the end of a kernel without ways");
  if (!array_grow(&file->kernels, file->count, sizeof *file->kernels))
    return fail_memory();
  file->kernels[file->count++] = reading->kernel;
  reading->kernel = (ThreadKernel){0};
  return STATUS_OK;
}

const EntryForm thread_form = {"autotune-threads",
                               "autotune-lab threads collect",
                               1,
                               {{"kernel", read_kernel}, {"way", read_way}, {"end", read_end}},
                               3};

Status thread_file_read(const char *path, ThreadFile *out_file) {
  *out_file = (ThreadFile){0};
  Reading reading = {.file = out_file};
  Status status = entry_file_read(path, &thread_form, &reading, &out_file->span);
  thread_kernel_destroy(&reading.kernel);
  return status;
}

// --- writing

void thread_file_put_header(FILE *file) { entry_put_header(file, &thread_form); }

static void put_way(FILE *file, const ThreadWay *way, int runs) {
  fprintf(file, "way\t%s\t%s\t", way->schedule, way->split);
  entry_put_seconds(file, way->seconds, runs);
  fputc('\n', file);
}

void thread_file_put(FILE *file, const ThreadKernel *kernel) {
  fprintf(file, "kernel\t%s\t%s\t%s\t%d\t%d\t%s\n", kernel->source, kernel->cpu, kernel->target,
          kernel->threads, kernel->run_count, kernel->workload);
  for (int w = 0; w < kernel->way_count; w++)
    put_way(file, &kernel->ways[w], kernel->run_count);
  fputs("end\n", file);
}
