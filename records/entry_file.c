// EntryFile: text files of entries of several lines, which grow by whole entries
// (base/file/growing_file.h).
#include "records/entry_file.h"

#include "base/text.h"
#include "plan/schedule.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MESSAGE_BYTES = 160 };

// --- reading

Status entry_fail(const EntryReader *reader, const char *what) {
  return field_lines_fail(reader->lines, what);
}

bool entry_read_seconds(const char *text, int count, double *out_seconds) {
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

static Status read_header(const EntryReader *reader) {
  int64_t version, space;
  char message[MESSAGE_BYTES];
  if (reader->field_count == 3 && !strcmp(reader->fields[0], reader->form->name) &&
      field_read_number(reader->fields[1], INT32_MAX, &version) &&
      field_read_number(reader->fields[2], INT32_MAX, &space) && version == reader->form->version &&
      space == SPACE_VERSION)
    return STATUS_OK;
  snprintf(message, sizeof message, "this is no file of %s, or one of another version of the space",
           reader->form->command);
  return entry_fail(reader, message);
}

static Status fail_kind(const EntryReader *reader) {
  const EntryForm *form = reader->form;
  char message[MESSAGE_BYTES];
  TextWriter writer = text_writer(message, sizeof message);
  text_write(&writer, "a line begins with");
  for (int n = 0; n < form->line_count; n++)
    text_write(&writer, "%s %s",
               n == 0                      ? ""
               : n == form->line_count - 1 ? " or"
                                           : ",",
               form->lines[n].name);
  return entry_fail(reader, message);
}

static Status read_line(EntryReader *reader, EntrySpan *span) {
  const EntryForm *form = reader->form;
  int n = 0;
  while (n < form->line_count && strcmp(reader->fields[0], form->lines[n].name) != 0)
    n++;
  if (n == form->line_count)
    return fail_kind(reader);
  Status status = form->lines[n].read(reader);
  if (status == STATUS_OK && n == form->line_count - 1)
    span->whole_bytes = field_lines_bytes(reader->lines);
  return status;
}

static Status read_first(EntryReader *reader, EntrySpan *span) {
  Status status = read_header(reader);
  span->whole_bytes = field_lines_bytes(reader->lines);
  return status;
}

Status entry_file_read(const char *path, const EntryForm *form, void *user, EntrySpan *out_span) {
  EntryReader reader = {.form = form, .user = user};
  char what[MESSAGE_BYTES];
  bool has_header = false;
  *out_span = (EntrySpan){0};
  snprintf(what, sizeof what, "a file of %s", form->command);
  Status status = field_lines_open(path, what, &reader.lines);
  while (status == STATUS_OK) {
    status = field_lines_next(reader.lines, &reader.fields, &reader.field_count);
    if (status != STATUS_OK || reader.field_count == 0)
      break;
    if (!has_header)
      status = read_first(&reader, out_span);
    else if (field_lines_is_whole(reader.lines)) // else it is cut off
      status = read_line(&reader, out_span);
    has_header = true;
  }
  if (reader.lines)
    out_span->bytes = field_lines_bytes(reader.lines);
  field_lines_close(reader.lines);
  return status;
}

Status entry_file_check_whole(const char *path, const EntryForm *form, const EntrySpan *span) {
  return span->whole_bytes < span->bytes
             ? status_fail(STATUS_USAGE, "%s is cut off; %s goes on with it", path, form->command)
             : STATUS_OK;
}

// --- writing

void entry_put_header(FILE *file, const EntryForm *form) {
  fprintf(file, "%s\t%d\t%d\n", form->name, form->version, SPACE_VERSION);
}

void entry_put_seconds(FILE *file, const double *seconds, int count) {
  for (int r = 0; r < count; r++)
    fprintf(file, "%s%.4g", r ? "," : "", seconds[r]);
}
