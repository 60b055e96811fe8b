// StopSignals: what Ctrl-C and a batch system's SIGTERM do while a run can stop by itself.
#ifndef AUTOTUNE_TOOLS_PROCESS_STOP_SIGNALS_H
#define AUTOTUNE_TOOLS_PROCESS_STOP_SIGNALS_H

#include <signal.h>

typedef struct StopSignals {
  struct sigaction interrupt, terminate; // before
} StopSignals;

// From now on both call the handler.
void stop_signals_catch(void (*handler)(int signal_number), StopSignals *out_before);
// Both do again what they did.
void stop_signals_release(const StopSignals *before);

#endif
