// ProgressLine: how far long work is, as one line that is drawn anew on a terminal; elsewhere every
// one is a line of its own. Lines that the terminal wraps could not be drawn over, so they are cut
// off.
#include "base/file/progress_line.h"

#include "base/file/terminal.h"

#include <stdarg.h>

void progress_line_show(FILE *stream, const char *format, ...) {
  bool is_live = terminal_is_live(stream);
  va_list arguments;
  va_start(arguments, format);
  fputs(is_live ? "\033[?7l\r\033[K" : "", stream);
  vfprintf(stream, format, arguments);
  fputs(is_live ? "\033[?7h" : "\n", stream);
  fflush(stream);
  va_end(arguments);
}

void progress_line_end(FILE *stream) {
  if (terminal_is_live(stream))
    fputs("\n", stream);
}
