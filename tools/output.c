// Output: what the flags --quiet, --verbose and --json say, the same for all commands, and the
// lines that commands write beside their results.
#include "tools/output.h"

#include "base/file/terminal.h"
#include "base/file/timing_lock.h"
#include "base/text.h"
#include "runtime/worker/confine.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DIGITS = 9, INDENT = 1 };

static const char *program = "autotune";

void output_set_program(const char *name) { program = name; }

const char *output_program(void) { return program; }

static void write_line(TerminalStyle style, const char *command, const char *kind,
                       const char *format, va_list values) {
  char *text = NULL;
  fprintf(stderr, "%s%s%s%s:%s%s ", terminal_style(stderr, style), program, *command ? " " : "",
          command, kind, terminal_style(stderr, STYLE_NONE));
  if (vasprintf(&text, format, values) < 0)
    return;
  fprintf(stderr, "%s\n", text_clean(text));
  free(text);
}

void output_error(const char *command, const char *format, ...) {
  va_list values;
  va_start(values, format);
  write_line(STYLE_ERROR, command, "", format, values);
  va_end(values);
}

void output_warning(const char *command, const char *format, ...) {
  va_list values;
  va_start(values, format);
  write_line(STYLE_WARNING, command, " warning:", format, values);
  va_end(values);
}

void output_note(const OutputFlags *output, const char *command, const char *format, ...) {
  va_list values;
  if (output->is_quiet)
    return;
  va_start(values, format);
  write_line(STYLE_NAME, command, "", format, values);
  va_end(values);
}

// The default lock: another one that cannot be had is an error.
static void warn_lock(const char *command, const char *path) {
  int lock = timing_lock_open(path);
  if (lock >= 0)
    close(lock);
  else
    output_warning(command,
                   "%s cannot be locked (%s): others may measure at the same time; name another "
                   "file with --lock",
                   path, strerror(errno));
}

Status output_measuring(const OutputFlags *output, const char *command, const char **lock) {
  Status status = lock ? timing_lock_read(lock) : STATUS_OK;
  if (status == STATUS_OK && lock && *lock)
    warn_lock(command, *lock);
  if (status == STATUS_OK && !confine_is_offered())
    output_note(output, command,
                "this system has no seccomp: the code that is measured may open files to write");
  return status;
}

Status output_json(Json *value) {
  bool is_written = json_write(value, stdout, INDENT, DIGITS) && putchar('\n') != EOF;
  json_free(value);
  return is_written ? STATUS_OK
                    : status_fail(STATUS_SYSTEM, "no memory or no space for the output");
}
