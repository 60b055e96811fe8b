// Which kernel wrote an operand is not in the file: the nearest one before whose result has as many
// bytes counts, and where there is none, the operand is of the program. What a program touches it
// touches again in the next call.
#include "lab/fusion/fusion_pairs.h"

#include "base/array.h"
#include "costmodel/program/program_seconds.h"
#include "plan/family.h"
#include "search/scorer.h"

#include <stdlib.h>
#include <string.h>

enum { LEVELS = TARGET_MAX_CACHES + 1 }; // the caches, then memory

typedef struct PairKernel {
  Workload workload;
  double seconds, alone, inside, trust; // measured; predicted, alone and in a program
  double bytes;                         // of all buffers
  int number;                           // of the first equal kernel of the program, from 0
} PairKernel;

typedef struct Pairs {
  const FusionProgram *program;
  const LearnedModel *model;
  Target target;
  PairKernel *kernels; // owned; of one partition
  int count;
  FILE *out;
  int64_t rows;
} Pairs;

static const char *const columns[] = {
    "program",    "cpu",    "target",        "partition",      "origin",         "whole_seconds",
    "place",      "kernel", "family",        "seconds",        "alone_seconds",  "program_seconds",
    "trust",      "before", "before_family", "before_seconds", "before_written", "handed",
    "written",    "bytes",  "program_bytes", "read_l1",        "read_l2",        "read_l3",
    "read_memory"};

static void put_headings(FILE *out) {
  for (size_t c = 0; c < sizeof columns / sizeof *columns; c++)
    fprintf(out, "%s%s", c ? "\t" : "", columns[c]);
  fputc('\n', out);
}

// --- a partition

static bool is_same(const FusionKernel *a, const FusionKernel *b) {
  return !strcmp(a->schedule, b->schedule) && !strcmp(a->workload, b->workload);
}

// The first equal kernel of the program, counted through its partitions.
static int kernel_number(const FusionProgram *program, const FusionKernel *kernel) {
  int number = 0;
  for (int p = 0; p < program->partition_count; p++)
    for (int k = 0; k < program->partitions[p].kernel_count; k++, number++)
      if (is_same(&program->partitions[p].kernels[k], kernel))
        return number;
  return number;
}

static Status read_kernel(Pairs *pairs, const FusionKernel *kernel) {
  Status status = STATUS_OK;
  Schedule schedule;
  if (!array_grow(&pairs->kernels, pairs->count, sizeof *pairs->kernels))
    return status_fail(STATUS_SYSTEM, "no memory for %d kernels", pairs->count);
  PairKernel *read = &pairs->kernels[pairs->count];
  TRY(fusion_kernel_parse(pairs->program, kernel, &read->workload, &schedule));
  TRY(scorer_predict_trusted(&read->workload, &pairs->target, pairs->model, &schedule, &read->alone,
                             &read->trust));
  read->inside =
      program_seconds(&read->workload, &pairs->target, read->alone, read->trust, program_constants);
  read->seconds = fusion_minimum(kernel->seconds, pairs->program->run_count);
  read->bytes = workload_bytes(&read->workload);
  read->number = kernel_number(pairs->program, kernel);
  pairs->count++;
cleanup:
  return status;
}

static double written_bytes(const Workload *workload) {
  double bytes = 0;
  for (int a = 0; a < workload->access_count; a++)
    bytes += workload->accesses[a].is_output ? access_bytes(&workload->accesses[a]) : 0;
  return bytes;
}

static bool writes(const Workload *workload, double bytes) {
  for (int a = 0; a < workload->access_count; a++)
    if (workload->accesses[a].is_output && access_bytes(&workload->accesses[a]) == bytes)
      return true;
  return false;
}

static double bytes_between(const Pairs *pairs, int first, int last) {
  double bytes = 0;
  for (int k = first; k <= last; k++)
    bytes += pairs->kernels[k].bytes;
  return bytes;
}

// Bytes that were touched since an operand of the kernel was written, or read by the call before.
static double distance(const Pairs *pairs, int kernel, double operand_bytes) {
  for (int before = kernel - 1; before >= 0; before--)
    if (writes(&pairs->kernels[before].workload, operand_bytes))
      return bytes_between(pairs, before + 1, kernel - 1) + operand_bytes;
  return bytes_between(pairs, 0, pairs->count - 1);
}

static int level_of(const Target *target, double bytes) {
  int level = 0;
  while (level < target->cache_count && bytes > (double)target->cache_bytes[level])
    level++;
  return level < target->cache_count ? level : LEVELS - 1;
}

// --- a line

// Bytes of the operands by the smallest cache that holds all that was touched since.
static void reads_by_level(const Pairs *pairs, int kernel, double bytes[LEVELS]) {
  const Workload *workload = &pairs->kernels[kernel].workload;
  memset(bytes, 0, LEVELS * sizeof *bytes);
  for (int a = 0; a < workload->access_count; a++)
    if (!workload->accesses[a].is_output) {
      double operand = access_bytes(&workload->accesses[a]);
      bytes[level_of(&pairs->target, distance(pairs, kernel, operand))] += operand;
    }
}

// Bytes of the operands that the kernel before wrote.
static double handed_bytes(const Pairs *pairs, int kernel) {
  const Workload *workload = &pairs->kernels[kernel].workload;
  double bytes = 0;
  for (int a = 0; a < workload->access_count && kernel > 0; a++)
    if (!workload->accesses[a].is_output &&
        writes(&pairs->kernels[kernel - 1].workload, access_bytes(&workload->accesses[a])))
      bytes += access_bytes(&workload->accesses[a]);
  return bytes;
}

static const char *family_of(const PairKernel *kernel) {
  return workload_family_name(workload_family(&kernel->workload));
}

static void put_before(const Pairs *pairs, int kernel) {
  const PairKernel *before = kernel > 0 ? &pairs->kernels[kernel - 1] : NULL;
  if (before)
    fprintf(pairs->out, "\t%d\t%s\t%.6g\t%.0f", before->number, family_of(before), before->inside,
            written_bytes(&before->workload));
  else
    fprintf(pairs->out, "\t-1\t-\t0\t0");
}

static void put_line(Pairs *pairs, int partition, int place) {
  const FusionProgram *program = pairs->program;
  const FusionPartition *whole = &program->partitions[partition];
  const PairKernel *kernel = &pairs->kernels[place];
  double reads[LEVELS];
  reads_by_level(pairs, place, reads);
  fprintf(pairs->out, "%s\t%s\t%s\t%d\t%s\t%.6g\t%d\t%d\t%s\t%.6g\t%.6g\t%.6g\t%.3f", program->name,
          program->cpu, program->target, partition, whole->origin,
          fusion_minimum(whole->seconds, program->run_count), place, kernel->number,
          family_of(kernel), kernel->seconds, kernel->alone, kernel->inside, kernel->trust);
  put_before(pairs, place);
  fprintf(pairs->out, "\t%.0f\t%.0f\t%.0f\t%.0f", handed_bytes(pairs, place),
          written_bytes(&kernel->workload), kernel->bytes,
          bytes_between(pairs, 0, pairs->count - 1));
  for (int level = 0; level < LEVELS; level++)
    fprintf(pairs->out, "\t%.0f", reads[level]);
  fputc('\n', pairs->out);
  pairs->rows++;
}

static Status put_partition(Pairs *pairs, int number) {
  const FusionPartition *partition = &pairs->program->partitions[number];
  Status status = STATUS_OK;
  pairs->count = 0;
  for (int k = 0; k < partition->kernel_count && status == STATUS_OK; k++)
    status = read_kernel(pairs, &partition->kernels[k]);
  for (int k = 0; k < pairs->count && status == STATUS_OK; k++)
    put_line(pairs, number, k);
  return status;
}

Status fusion_pairs_write(const FusionFile *file, const LearnedModel *model, FILE *out,
                          int64_t *out_rows) {
  Status status = STATUS_OK;
  Pairs pairs = {.model = model, .out = out};
  put_headings(out);
  for (int p = 0; p < file->count; p++) {
    pairs.program = &file->programs[p];
    TRY(target_parse(pairs.program->target, &pairs.target));
    for (int n = 0; n < pairs.program->partition_count; n++)
      TRY(put_partition(&pairs, n));
  }
cleanup:
  free(pairs.kernels);
  *out_rows += pairs.rows;
  return status;
}
