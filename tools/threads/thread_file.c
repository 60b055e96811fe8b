// See thread_file.h.
#include "tools/threads/thread_file.h"

#include "core/array.h"
#include "core/schedule.h"
#include "core/schedule/thread_split.h"
#include "records/field_lines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FORM_VERSION = 1 };
static const char form_name[] = "autotune-threads";

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

typedef struct Reader {
  ThreadFile *file;
  FieldLines *lines;
  char **fields;
  int field_count;
  bool has_header;
  ThreadKernel kernel; // that has no end yet; owned
} Reader;

static Status fail_memory(void) {
  return status_fail(STATUS_SYSTEM, "no memory for the kernels of a file");
}

static Status read_header(Reader *reader) {
  int64_t form, space;
  if (reader->field_count != 3 || strcmp(reader->fields[0], form_name) != 0 ||
      !field_read_number(reader->fields[1], INT32_MAX, &form) ||
      !field_read_number(reader->fields[2], INT32_MAX, &space) || form != FORM_VERSION ||
      space != SPACE_VERSION)
    return field_lines_fail(reader->lines,
                            "this is no file of autotune threads collect, or one of another "
                            "version of the space");
  reader->has_header = true;
  return STATUS_OK;
}

static Status read_kernel(Reader *reader) {
  int64_t threads, runs;
  char **fields = reader->fields;
  if (reader->field_count != 7 || reader->kernel.workload ||
      !field_read_number(fields[4], THREADS_MAX, &threads) || threads < 2 ||
      !field_read_number(fields[5], THREAD_MAX_RUNS, &runs) || runs < 2)
    return field_lines_fail(reader->lines, "a kernel has a source, processor, target, two or more "
                                           "threads, two or more runs, and a workload");
  reader->kernel = (ThreadKernel){.source = strdup(fields[1]),
                                  .cpu = strdup(fields[2]),
                                  .target = strdup(fields[3]),
                                  .workload = strdup(fields[6]),
                                  .threads = (int)threads,
                                  .run_count = (int)runs};
  const ThreadKernel *kernel = &reader->kernel;
  return kernel->source && kernel->cpu && kernel->target && kernel->workload ? STATUS_OK
                                                                             : fail_memory();
}

static bool read_seconds(const char *text, int count, double *out_seconds) {
  for (int r = 0; r < count; r++) {
    char *end;
    out_seconds[r] = strtod(text, &end);
    if (end == text || !isfinite(out_seconds[r]) || out_seconds[r] <= 0 ||
        *end != (r + 1 < count ? ',' : '\0'))
      return false;
    text = end + 1;
  }
  return true;
}

static Status read_way(Reader *reader) {
  double seconds[THREAD_MAX_RUNS] = {0};
  ThreadKernel *kernel = &reader->kernel;
  if (!kernel->workload || reader->field_count != 4 || kernel->way_count == THREAD_MAX_WAYS ||
      !read_seconds(reader->fields[3], kernel->run_count, seconds))
    return field_lines_fail(
        reader->lines, "a way of a kernel has a schedule, a split and the seconds of each run");
  ThreadWay *way = thread_kernel_add(kernel, reader->fields[1], reader->fields[2]);
  if (!way)
    return fail_memory();
  memcpy(way->seconds, seconds, sizeof seconds);
  return STATUS_OK;
}

static Status read_end(Reader *reader) {
  ThreadFile *file = reader->file;
  if (reader->field_count != 1 || reader->kernel.way_count == 0)
    return field_lines_fail(reader->lines, "the end of a kernel without ways");
  if (!array_grow(&file->kernels, file->count, sizeof *file->kernels))
    return fail_memory();
  file->kernels[file->count++] = reader->kernel;
  reader->kernel = (ThreadKernel){0};
  file->whole_bytes = field_lines_bytes(reader->lines);
  return STATUS_OK;
}

static Status read_line(Reader *reader) {
  static const struct {
    const char *name;
    Status (*read)(Reader *reader);
  } kinds[] = {{"kernel", read_kernel}, {"way", read_way}, {"end", read_end}};
  if (!reader->has_header) {
    Status status = read_header(reader);
    reader->file->whole_bytes = field_lines_bytes(reader->lines);
    return status;
  }
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (!strcmp(reader->fields[0], kinds[i].name))
      return kinds[i].read(reader);
  return field_lines_fail(reader->lines, "a line begins with kernel, way or end");
}

Status thread_file_read(const char *path, ThreadFile *out_file) {
  Reader reader = {.file = out_file};
  *out_file = (ThreadFile){0};
  Status status = field_lines_open(path, "a file of autotune threads collect", &reader.lines);
  while (status == STATUS_OK) {
    status = field_lines_next(reader.lines, &reader.fields, &reader.field_count);
    if (status != STATUS_OK || reader.field_count == 0)
      break;
    if (!field_lines_is_whole(reader.lines) && reader.has_header)
      continue; // cut off
    status = read_line(&reader);
  }
  if (reader.lines)
    out_file->bytes = field_lines_bytes(reader.lines);
  field_lines_close(reader.lines);
  thread_kernel_destroy(&reader.kernel);
  return status;
}

// --- writing

void thread_file_put_header(FILE *file) {
  fprintf(file, "%s\t%d\t%d\n", form_name, FORM_VERSION, SPACE_VERSION);
}

static void put_way(FILE *file, const ThreadWay *way, int runs) {
  fprintf(file, "way\t%s\t%s\t", way->schedule, way->split);
  for (int r = 0; r < runs; r++)
    fprintf(file, "%s%.4g", r ? "," : "", way->seconds[r]);
  fputc('\n', file);
}

void thread_file_put(FILE *file, const ThreadKernel *kernel) {
  fprintf(file, "kernel\t%s\t%s\t%s\t%d\t%d\t%s\n", kernel->source, kernel->cpu, kernel->target,
          kernel->threads, kernel->run_count, kernel->workload);
  for (int w = 0; w < kernel->way_count; w++)
    put_way(file, &kernel->ways[w], kernel->run_count);
  fputs("end\n", file);
}
