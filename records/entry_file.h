// EntryFile: text files of entries of several lines, which grow by whole entries
// (base/file/growing_file.h). The first line names the form and its version; the first field of
// every other one says what it is, and one kind of line ends an entry.
#ifndef AUTOTUNE_RECORDS_ENTRY_FILE_H
#define AUTOTUNE_RECORDS_ENTRY_FILE_H

#include "records/field_lines.h"

#include <stdio.h>

typedef struct EntryForm EntryForm;

typedef struct EntryReader {
  const EntryForm *form;
  void *user; // lent
  FieldLines *lines;
  char **fields; // of the line at hand; lent
  int field_count;
} EntryReader;

typedef struct EntryLine {
  const char *name; // its first field
  Status (*read)(EntryReader *reader);
} EntryLine;

enum { ENTRY_LINES_MAX = 4 };

struct EntryForm {
  const char *name;    // first field of the file: "autotune-fusion"
  const char *command; // that writes it: "autotune-lab fusion collect"
  int version;
  EntryLine lines[ENTRY_LINES_MAX]; // the last one ends an entry
  int line_count;
};

// How much of a file is of use.
typedef struct EntrySpan {
  int64_t whole_bytes; // of the text up to the end of the last entry; 0: not even a header
  int64_t bytes;       // of all of the text
} EntrySpan;

// --- reading

// Reads the lines one after the other. A last line that is cut off is left out. STATUS_USAGE names
// the line that is damaged.
Status entry_file_read(const char *path, const EntryForm *form, void *user, EntrySpan *out_span);
// STATUS_USAGE: "PATH:LINE: what is wrong".
Status entry_fail(const EntryReader *reader, const char *what);
// Reads `count` positive numbers, joined by ','. False when they are not all of the text.
bool entry_read_seconds(const char *text, int count, double *out_seconds);
// STATUS_USAGE for a file whose last entry is cut off.
Status entry_file_check_whole(const char *path, const EntryForm *form, const EntrySpan *span);

// --- writing

// The first line.
void entry_put_header(FILE *file, const EntryForm *form);
void entry_put_seconds(FILE *file, const double *seconds, int count);

#endif
