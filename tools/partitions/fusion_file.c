// See fusion_file.h.
#include "tools/partitions/fusion_file.h"

#include "core/array.h"
#include "records/field_lines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FORM_VERSION = 1 };
static const char form_name[] = "autotune-fusion";

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

double fusion_minimum(const double *seconds, int run_count) {
  double least = INFINITY;
  for (int r = 0; r < run_count; r++)
    least = fmin(least, seconds[r]);
  return least;
}

// --- reading

typedef struct Reader {
  FusionFile *file;
  FieldLines *lines;
  char **fields;
  int field_count;
  bool has_header;
  FusionProgram program; // that has no end yet; owned
} Reader;

static Status fail_memory(void) {
  return status_fail(STATUS_SYSTEM, "no memory for the programs of a file");
}

static Status read_header(Reader *reader) {
  int64_t form, space;
  if (reader->field_count != 3 || strcmp(reader->fields[0], form_name) != 0 ||
      !field_read_number(reader->fields[1], INT32_MAX, &form) ||
      !field_read_number(reader->fields[2], INT32_MAX, &space) || form != FORM_VERSION ||
      space != SPACE_VERSION)
    return field_lines_fail(reader->lines,
                            "this is no file of autotune fusion collect, or one of another version "
                            "of the space");
  reader->has_header = true;
  return STATUS_OK;
}

static Status read_program(Reader *reader) {
  int64_t runs;
  if (reader->field_count != 5 || reader->program.name || !reader->fields[1][0] ||
      !field_read_number(reader->fields[4], FUSION_MAX_RUNS, &runs) || runs < 2)
    return field_lines_fail(reader->lines,
                            "a program has a name, processor, target and at least two runs");
  reader->program = (FusionProgram){.name = strdup(reader->fields[1]),
                                    .cpu = strdup(reader->fields[2]),
                                    .target = strdup(reader->fields[3]),
                                    .run_count = (int)runs};
  const FusionProgram *program = &reader->program;
  return program->name && program->cpu && program->target ? STATUS_OK : fail_memory();
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

static Status read_partition(Reader *reader) {
  double seconds[FUSION_MAX_RUNS];
  if (!reader->program.name || reader->field_count != 4 ||
      !read_seconds(reader->fields[3], reader->program.run_count, seconds))
    return field_lines_fail(reader->lines, "a partition of a program has an origin, a text and the "
                                           "seconds of each run");
  FusionPartition *partition =
      fusion_program_add(&reader->program, reader->fields[1], reader->fields[2]);
  if (!partition)
    return fail_memory();
  memcpy(partition->seconds, seconds, sizeof seconds);
  return STATUS_OK;
}

static Status read_kernel(Reader *reader) {
  double seconds[FUSION_MAX_RUNS];
  FusionProgram *program = &reader->program;
  if (program->partition_count == 0 || reader->field_count != 4 ||
      !read_seconds(reader->fields[1], program->run_count, seconds))
    return field_lines_fail(reader->lines, "a kernel of a partition has the seconds of each run, a "
                                           "workload and a schedule");
  FusionKernel *kernel = fusion_partition_add(&program->partitions[program->partition_count - 1],
                                              reader->fields[2], reader->fields[3]);
  if (!kernel)
    return fail_memory();
  memcpy(kernel->seconds, seconds, sizeof seconds);
  return STATUS_OK;
}

static Status read_end(Reader *reader) {
  FusionFile *file = reader->file;
  if (reader->field_count != 2 || !reader->program.name ||
      strcmp(reader->program.name, reader->fields[1]) != 0)
    return field_lines_fail(reader->lines, "the end of a program that did not begin");
  if (!array_grow(&file->programs, file->count, sizeof *file->programs))
    return fail_memory();
  file->programs[file->count++] = reader->program;
  reader->program = (FusionProgram){0};
  file->whole_bytes = field_lines_bytes(reader->lines);
  return STATUS_OK;
}

static Status read_line(Reader *reader) {
  static const struct {
    const char *name;
    Status (*read)(Reader *reader);
  } kinds[] = {{"program", read_program},
               {"partition", read_partition},
               {"kernel", read_kernel},
               {"end", read_end}};
  if (!reader->has_header) {
    Status status = read_header(reader);
    reader->file->whole_bytes = field_lines_bytes(reader->lines);
    return status;
  }
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (!strcmp(reader->fields[0], kinds[i].name))
      return kinds[i].read(reader);
  return field_lines_fail(reader->lines, "a line begins with program, partition, kernel or end");
}

Status fusion_file_read(const char *path, FusionFile *out_file) {
  Reader reader = {.file = out_file};
  *out_file = (FusionFile){0};
  Status status = field_lines_open(path, "a file of autotune fusion collect", &reader.lines);
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
  fusion_program_destroy(&reader.program);
  return status;
}

// --- writing

static void put_seconds(FILE *file, const double *seconds, int count) {
  for (int r = 0; r < count; r++)
    fprintf(file, "%s%.4g", r ? "," : "", seconds[r]);
}

void fusion_file_put_header(FILE *file) {
  fprintf(file, "%s\t%d\t%d\n", form_name, FORM_VERSION, SPACE_VERSION);
}

void fusion_file_put(FILE *file, const FusionProgram *program) {
  fprintf(file, "program\t%s\t%s\t%s\t%d\n", program->name, program->cpu, program->target,
          program->run_count);
  for (int p = 0; p < program->partition_count; p++) {
    const FusionPartition *partition = &program->partitions[p];
    fprintf(file, "partition\t%s\t%s\t", partition->origin, partition->text);
    put_seconds(file, partition->seconds, program->run_count);
    fputc('\n', file);
    for (int k = 0; k < partition->kernel_count; k++) {
      fputs("kernel\t", file);
      put_seconds(file, partition->kernels[k].seconds, program->run_count);
      fprintf(file, "\t%s\t%s\n", partition->kernels[k].workload, partition->kernels[k].schedule);
    }
  }
  fprintf(file, "end\t%s\n", program->name);
}
