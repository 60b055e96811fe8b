// The text of the last failure, one line per thread.
#include "base/status.h"

#include "base/documents.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static _Thread_local char last_text[512];

Status status_fail(Status code, const char *format, ...) {
  // Formatted aside first: an argument may be the current text itself.
  char line[sizeof(last_text)], located[2 * sizeof(last_text)];
  va_list arguments;
  documents_locate(format, located, sizeof located);
  va_start(arguments, format);
  vsnprintf(line, sizeof(line), located, arguments);
  va_end(arguments);
  line[strcspn(line, "\r\n")] = '\0';
  text_clean(line);
  memcpy(last_text, line, sizeof(line));
  return code;
}

const char *status_text(void) { return last_text; }
