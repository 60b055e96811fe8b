// Terminal: whether people look at a stream, and colours for them alone. The sequences are those
// that every terminal with colours knows.
#include "base/file/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool terminal_is_live(FILE *stream) {
  const char *kind = getenv("TERM");
  return isatty(fileno(stream)) && !(kind && !strcmp(kind, "dumb"));
}

const char *terminal_style(FILE *stream, TerminalStyle style) {
  static const char *const sequences[STYLE_COUNT] = {[STYLE_NONE] = "\033[0m",
                                                     [STYLE_ERROR] = "\033[1;31m",
                                                     [STYLE_WARNING] = "\033[1;35m",
                                                     [STYLE_NAME] = "\033[1m"};
  const char *refused = getenv("NO_COLOR");
  return terminal_is_live(stream) && !(refused && *refused) ? sequences[style] : "";
}
