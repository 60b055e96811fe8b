// FieldLines: files of lines of fields separated by tabs, through zlib, which takes plain text too;
// compressed with gzip when the name ends in .gz.
#ifndef AUTOTUNE_RECORDS_FIELD_LINES_H
#define AUTOTUNE_RECORDS_FIELD_LINES_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FIELDS_MAX = 8 };

// --- reading

typedef struct FieldLines FieldLines;

// STATUS_USAGE when the file cannot be read. `what` names such a file in errors: "a dataset"; it is
// lent, and so is the path. Owned by the caller: field_lines_close.
Status field_lines_open(const char *path, const char *what, FieldLines **out_lines);
void field_lines_close(FieldLines *lines); // NULL is a no-op
// Reads the next line. `out_count` is 0 at the end of the file; the fields are lent until the next
// line.
Status field_lines_next(FieldLines *lines, char ***out_fields, int *out_count);
// Whether the last line that was read ends; only the last one of a file may not.
bool field_lines_is_whole(const FieldLines *lines);
// Bytes of text that were read: where the next line begins, in a file that is not compressed.
int64_t field_lines_bytes(const FieldLines *lines);
// STATUS_USAGE: "PATH:LINE: what is wrong".
Status field_lines_fail(const FieldLines *lines, const char *what);
// Whether all of the text is a number from 0 to `high`.
bool field_read_number(const char *text, int64_t high, int64_t *out_number);

// --- writing

typedef struct FieldWriter FieldWriter;

void field_put_text(FieldWriter *writer, const char *text);
// At most 127 bytes.
void field_put_format(FieldWriter *writer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
// What is being written is not right: nothing will be.
void field_put_failure(FieldWriter *writer);

// Writes the file as a whole (base/file/output_file.h) by what `fill` puts.
Status field_lines_write(const char *path, void (*fill)(FieldWriter *writer, const void *user),
                         const void *user);

#endif
