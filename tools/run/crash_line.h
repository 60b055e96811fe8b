// CrashLine: the line that a crash of this process leaves, of what it was doing.
#ifndef AUTOTUNE_TOOLS_RUN_CRASH_LINE_H
#define AUTOTUNE_TOOLS_RUN_CRASH_LINE_H

// From now on a signal that ends the process writes the line and exits with the code.
void crash_line_watch(int exit_code);
// What the process is doing, and to which function.
void crash_line_enter(const char *what, const char *function);

#endif
