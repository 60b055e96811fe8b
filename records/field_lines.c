// The only file that includes zlib.
#include "records/field_lines.h"

#include "base/file/output_file.h"
#include "base/file/path_kind.h"
#include "base/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum { LINE_MAX_BYTES = 1 << 20, BLOCK_BYTES = 1 << 16 };

// --- reading

struct FieldLines {
  const char *path, *what;
  gzFile file;
  char block[BLOCK_BYTES];
  int block_used, block_size;
  char *line; // owned, terminated
  size_t line_room;
  int64_t number, bytes;
  bool is_whole;
  char *fields[FIELDS_MAX];
};

Status field_lines_fail(const FieldLines *lines, const char *what) {
  return status_fail(STATUS_USAGE, "%s:%lld: %s", lines->path, (long long)lines->number, what);
}

bool field_lines_is_whole(const FieldLines *lines) { return lines->is_whole; }

int64_t field_lines_bytes(const FieldLines *lines) { return lines->bytes; }

// Fills the block. Sets out_end at the end of the file.
static Status read_block(FieldLines *lines, bool *out_end) {
  int size = gzread(lines->file, lines->block, BLOCK_BYTES), error = Z_OK;
  const char *text = gzerror(lines->file, &error);
  if (error == Z_ERRNO) // a folder, too
    return status_fail(STATUS_USAGE, "cannot read %s: %s", lines->path, strerror(errno));
  if (size < 0 || (error != Z_OK && error != Z_STREAM_END))
    return field_lines_fail(lines, *text ? text : "the file is cut off");
  lines->block_used = 0;
  lines->block_size = size;
  *out_end = size == 0;
  return STATUS_OK;
}

static Status append_character(FieldLines *lines, size_t length, char character) {
  if (length + 1 >= lines->line_room) {
    size_t room = lines->line_room ? 2 * lines->line_room : 4096;
    char *grown = room <= LINE_MAX_BYTES ? realloc(lines->line, room) : NULL;
    if (!grown)
      return field_lines_fail(lines, "the line is too long");
    lines->line = grown;
    lines->line_room = room;
  }
  lines->line[length] = character;
  lines->line[length + 1] = '\0';
  return STATUS_OK;
}

static Status read_line(FieldLines *lines, bool *out_end) {
  size_t length = 0;
  Status status = STATUS_OK;
  lines->number++;
  *out_end = false;
  for (;;) {
    bool is_end = false;
    if (lines->block_used == lines->block_size)
      TRY(read_block(lines, &is_end));
    if (is_end && length == 0) {
      *out_end = true;
      return STATUS_OK;
    }
    char character = is_end ? '\n' : lines->block[lines->block_used++];
    lines->is_whole = !is_end;
    lines->bytes += !is_end;
    if (character == '\0')
      return status_fail(STATUS_USAGE, "%s:%lld: a zero byte: this is not %s", lines->path,
                         (long long)lines->number, lines->what);
    TRY(append_character(lines, length, character == '\n' ? '\0' : character));
    if (character == '\n')
      return STATUS_OK;
    length++;
  }
cleanup:
  return status;
}

Status field_lines_next(FieldLines *lines, char ***out_fields, int *out_count) {
  bool is_end = false;
  Status status = read_line(lines, &is_end);
  *out_count = 0;
  *out_fields = lines->fields;
  if (status != STATUS_OK || is_end)
    return status;
  for (char *at = lines->line; at;) {
    if (*out_count == FIELDS_MAX)
      return field_lines_fail(lines, "too many fields");
    lines->fields[(*out_count)++] = at;
    at = strchr(at, '\t');
    if (at)
      *at++ = '\0';
  }
  return STATUS_OK;
}

bool field_read_number(const char *text, int64_t high, int64_t *out_number) {
  TextReader number = {text};
  return text_read_integer(&number, 0, high, out_number) && text_at_end(&number);
}

Status field_lines_open(const char *path, const char *what, FieldLines **out_lines) {
  Status status = path_check(path, PATH_READ);
  if (status != STATUS_OK)
    return status;
  FieldLines *lines = calloc(1, sizeof *lines);
  if (!lines)
    return status_fail(STATUS_SYSTEM, "no memory to read %s", path);
  lines->path = path;
  lines->what = what;
  lines->is_whole = true;
  lines->file = gzopen(path, "rb");
  if (!lines->file) {
    status = status_fail(STATUS_USAGE, "cannot read %s: %s", path, strerror(errno));
    free(lines);
    return status;
  }
  *out_lines = lines;
  return STATUS_OK;
}

void field_lines_close(FieldLines *lines) {
  if (!lines)
    return;
  gzclose(lines->file);
  free(lines->line);
  free(lines);
}

// --- writing

struct FieldWriter {
  gzFile file;
  bool has_failed;
};

void field_put_text(FieldWriter *writer, const char *text) {
  size_t length = strlen(text);
  writer->has_failed |= length && gzwrite(writer->file, text, (unsigned)length) != (int)length;
}

void field_put_format(FieldWriter *writer, const char *format, ...) {
  char text[128];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  field_put_text(writer, text);
}

void field_put_failure(FieldWriter *writer) { writer->has_failed = true; }

static bool is_compressed(const char *path) {
  size_t length = strlen(path);
  return length > 3 && !strcmp(path + length - 3, ".gz");
}

typedef struct Output {
  const char *path;
  void (*fill)(FieldWriter *writer, const void *user);
  const void *user;
} Output;

static bool write_output(FILE *file, const void *user) {
  const Output *output = user;
  int descriptor = dup(fileno(file)); // zlib closes its own
  FieldWriter writer = {0};
  if (descriptor < 0)
    return false;
  writer.file = gzdopen(descriptor, is_compressed(output->path) ? "wb9" : "wbT");
  if (!writer.file) {
    close(descriptor);
    return false;
  }
  output->fill(&writer, output->user);
  int failure = writer.has_failed ? errno : 0;
  bool is_written = gzclose(writer.file) == Z_OK && !writer.has_failed;
  errno = failure ? failure : errno;
  return is_written;
}

Status field_lines_write(const char *path, void (*fill)(FieldWriter *writer, const void *user),
                         const void *user) {
  return output_file_write(path, write_output, &(Output){path, fill, user});
}
