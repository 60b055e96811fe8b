// Terminal: whether people look at a stream, and colours for them alone.
#ifndef AUTOTUNE_BASE_FILE_TERMINAL_H
#define AUTOTUNE_BASE_FILE_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum TerminalStyle {
  STYLE_NONE,    // ends the others
  STYLE_ERROR,   // what failed
  STYLE_WARNING, // what may not be meant
  STYLE_NAME,    // what a line is about
  STYLE_COUNT
} TerminalStyle;

// Whether the stream is a terminal on which a line can be drawn anew; TERM=dumb is none.
bool terminal_is_live(FILE *stream);

// What turns the style on; "" unless the stream is such a terminal and NO_COLOR is unset or empty.
// Static storage.
const char *terminal_style(FILE *stream, TerminalStyle style);

#ifdef __cplusplus
}
#endif

#endif
