// The dataset as a file: lines of fields separated by tabs. The first line names the form, the last
// one counts the rows, so that a file that was cut off is noticed.
#include "records/dataset.h"

#include "base/array.h"
#include "plan/schedule/schedule_check.h"
#include "records/field_lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORM_VERSION = 1 };

// --- reading

typedef struct Reader {
  const char *path;
  FieldLines *lines;
  char **fields; // of the line at hand
  int field_count;
  Dataset *dataset;
  int32_t *machines, *workloads; // owned: numbers of the file -> places in the dataset
  int32_t machine_count, workload_count;
  int64_t row_count, dropped;
  bool has_header, has_end;
} Reader;

static Status fail(const Reader *reader, const char *what) {
  return field_lines_fail(reader->lines, what);
}

static Status read_header(Reader *reader) {
  int64_t form, space;
  if (strcmp(reader->fields[0], "autotune-dataset") != 0 || reader->field_count != 3 ||
      !field_read_number(reader->fields[1], INT32_MAX, &form) ||
      !field_read_number(reader->fields[2], INT32_MAX, &space))
    return fail(reader, "this is not a dataset: it begins with \"autotune-dataset\", the version "
                        "of the form and the version of the space");
  if (form != FORM_VERSION)
    return status_fail(STATUS_USAGE, "%s: the form has version %lld, this program reads %d",
                       reader->path, (long long)form, FORM_VERSION);
  Dataset *dataset = reader->dataset;
  if (dataset->row_count && dataset->space_version != space)
    return status_fail(STATUS_USAGE,
                       "%s: measured in version %lld of the space, the rows before it in version "
                       "%d; measure it again",
                       reader->path, (long long)space, (int)dataset->space_version);
  dataset->space_version = (int32_t)space;
  reader->has_header = true;
  return STATUS_OK;
}

static Status append_place(Reader *reader, int32_t **places, int32_t *count, int32_t place) {
  if (!array_grow(places, *count, sizeof **places))
    return fail(reader, "no memory");
  (*places)[(*count)++] = place;
  return STATUS_OK;
}

// Passes a failure on with the line it belongs to.
static Status located(const Reader *reader, Status status) {
  return status == STATUS_USAGE ? fail(reader, status_text()) : status;
}

static Status read_machine(Reader *reader) {
  int64_t number;
  int32_t place;
  if (reader->field_count != 4 || !field_read_number(reader->fields[1], INT32_MAX, &number) ||
      number != reader->machine_count)
    return fail(reader, "a machine is its number, counted from 0, its name and its target");
  Status status =
      dataset_add_machine(reader->dataset, reader->fields[2], reader->fields[3], &place);
  if (status != STATUS_OK)
    return located(reader, status);
  return append_place(reader, &reader->machines, &reader->machine_count, place);
}

static Status read_workload(Reader *reader) {
  int64_t number;
  int32_t place;
  if (reader->field_count != 5 || !field_read_number(reader->fields[1], INT32_MAX, &number) ||
      number != reader->workload_count)
    return fail(reader,
                "a workload is its number, counted from 0, its family, its sources and its text");
  Status status = dataset_add_workload(reader->dataset, reader->fields[4], reader->fields[2],
                                       reader->fields[3], &place);
  if (status != STATUS_OK)
    return located(reader, status);
  return append_place(reader, &reader->workloads, &reader->workload_count, place);
}

static bool read_seconds(const char *text, DatasetRow *row) {
  if (!strcmp(text, "-"))
    return true;
  for (;;) {
    char *end;
    double seconds = strtod(text, &end);
    if (end == text || !(seconds > 0 && seconds < 1e6) || row->repeats == DATASET_MAX_REPEATS)
      return false;
    row->seconds[row->repeats++] = (float)seconds;
    if (*end == '\0')
      return true;
    if (*end != ',')
      return false;
    text = end + 1;
  }
}

static bool read_cost(const char *text, DatasetRow *row) {
  char *end;
  double seconds = strtod(text, &end);
  row->cost_seconds = (float)seconds;
  return end != text && !*end && seconds > 0 && seconds < 1e6;
}

static Status read_row(Reader *reader) {
  int64_t workload, machine;
  DatasetRow row = {0};
  char **fields = reader->fields;
  if (reader->field_count != 7 && reader->field_count != 8)
    return fail(reader, "a row is a workload, a machine, an origin, a verdict, seconds, a "
                        "schedule and what it cost");
  if (!field_read_number(fields[1], reader->workload_count - 1, &workload) ||
      !field_read_number(fields[2], reader->machine_count - 1, &machine))
    return fail(reader, "the row is of a workload or a machine that is not listed before it");
  row.workload = reader->workloads[workload];
  row.machine = reader->machines[machine];
  row.origin = (uint8_t)dataset_origin_find(fields[3]);
  row.verdict = (uint8_t)verdict_find(fields[4]);
  if (row.origin == ORIGIN_COUNT || row.verdict == VERDICT_COUNT)
    return fail(reader, "unknown origin or verdict");
  if (!read_seconds(fields[5], &row) || (row.verdict == VERDICT_OK) != (row.repeats > 0))
    return fail(reader, "seconds are 1 to 16 positive numbers where the verdict is ok, else -");
  if (reader->field_count == 8 && !read_cost(fields[7], &row))
    return fail(reader, "the cost is a positive number of seconds");
  const Workload *parsed = &reader->dataset->workloads[row.workload].workload;
  Status status = schedule_parse(parsed, fields[6], &row.schedule);
  if (status != STATUS_OK)
    return located(reader, status);
  reader->row_count++;
  if (schedule_check(parsed, &row.schedule, &reader->dataset->machines[row.machine].parsed) !=
      REJECT_NONE) {
    reader->dropped++;
    return STATUS_OK;
  }
  return dataset_add_row(reader->dataset, &row);
}

static Status read_end(Reader *reader) {
  int64_t count;
  if (reader->field_count != 2 || !field_read_number(reader->fields[1], INT64_MAX, &count) ||
      count != reader->row_count)
    return fail(reader, "the number of rows is another one: the file is damaged");
  reader->has_end = true;
  return STATUS_OK;
}

static Status read_entry(Reader *reader) {
  static const struct {
    const char *name;
    Status (*read)(Reader *reader);
  } entries[] = {
      {"row", read_row}, {"workload", read_workload}, {"machine", read_machine}, {"end", read_end}};
  if (reader->fields[0][0] == '#' || (reader->field_count == 1 && !reader->fields[0][0]))
    return STATUS_OK;
  if (!reader->has_header)
    return read_header(reader);
  if (reader->has_end)
    return fail(reader, "a line after the end");
  for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
    if (!strcmp(reader->fields[0], entries[i].name))
      return entries[i].read(reader);
  return fail(reader, "a line begins with machine, workload, row or end");
}

static Status read_entries(Reader *reader) {
  for (;;) {
    Status status = field_lines_next(reader->lines, &reader->fields, &reader->field_count);
    if (status == STATUS_OK && reader->field_count == 0)
      return reader->has_end ? STATUS_OK : fail(reader, "the file is cut off: it has no end line");
    if (status == STATUS_OK)
      status = read_entry(reader);
    if (status != STATUS_OK)
      return status;
  }
}

Status dataset_read(const char *path, Dataset *dataset, int64_t *out_dropped) {
  Reader reader = {.path = path, .dataset = dataset};
  Status status = field_lines_open(path, "a dataset", &reader.lines);
  if (status == STATUS_OK)
    status = read_entries(&reader);
  if (status == STATUS_OK)
    status = dataset_group(dataset);
  if (out_dropped)
    *out_dropped = reader.dropped;
  field_lines_close(reader.lines);
  free(reader.machines);
  free(reader.workloads);
  return status;
}

// --- writing

static void put_row(FieldWriter *writer, const Dataset *dataset, const DatasetRow *row) {
  char schedule[4096];
  field_put_format(writer, "row\t%d\t%d\t%s\t%s\t", (int)row->workload, (int)row->machine,
                   dataset_origin_name((DatasetOrigin)row->origin),
                   verdict_name((Verdict)row->verdict));
  for (int i = 0; i < row->repeats; i++)
    field_put_format(writer, "%s%.6g", i ? "," : "", (double)row->seconds[i]);
  int length = schedule_print(&dataset->workloads[row->workload].workload, &row->schedule, schedule,
                              sizeof schedule);
  if (length >= (int)sizeof schedule)
    field_put_failure(writer);
  field_put_text(writer, row->repeats ? "\t" : "-\t");
  field_put_text(writer, schedule);
  if (row->cost_seconds > 0)
    field_put_format(writer, "\t%.3g", (double)row->cost_seconds);
  field_put_text(writer, "\n");
}

static void put_dataset(FieldWriter *writer, const void *user) {
  const Dataset *dataset = user;
  field_put_format(writer, "autotune-dataset\t%d\t%d\n", FORM_VERSION, (int)dataset->space_version);
  for (int32_t m = 0; m < dataset->machine_count; m++) {
    field_put_format(writer, "machine\t%d\t", (int)m);
    field_put_text(writer, dataset->machines[m].cpu);
    field_put_text(writer, "\t");
    field_put_text(writer, dataset->machines[m].target);
    field_put_text(writer, "\n");
  }
  int64_t row = 0;
  for (int32_t w = 0; w < dataset->workload_count; w++) {
    const DatasetWorkload *workload = &dataset->workloads[w];
    const char *fields[] = {workload->family, workload->source, workload->text};
    field_put_format(writer, "workload\t%d", (int)w);
    for (int f = 0; f < 3; f++) {
      field_put_text(writer, "\t");
      field_put_text(writer, fields[f]);
    }
    field_put_text(writer, "\n");
    for (; row < dataset->row_count && dataset->rows[row].workload == w; row++)
      put_row(writer, dataset, &dataset->rows[row]);
  }
  field_put_format(writer, "end\t%lld\n", (long long)row);
  if (row != dataset->row_count) // not grouped
    field_put_failure(writer);
}

Status dataset_write(const char *path, const Dataset *dataset) {
  return field_lines_write(path, put_dataset, dataset);
}
