// ProgressLine: how far long work is, as one line that is drawn anew on a terminal; elsewhere every
// one is a line of its own.
#ifndef AUTOTUNE_BASE_FILE_PROGRESS_LINE_H
#define AUTOTUNE_BASE_FILE_PROGRESS_LINE_H

#include <stdio.h>

// On a terminal the text, without line break, takes the place of the one before.
__attribute__((format(printf, 2, 3))) void progress_line_show(FILE *stream, const char *format,
                                                              ...);

// After the last of them: what is written next gets a line of its own.
void progress_line_end(FILE *stream);

#endif
