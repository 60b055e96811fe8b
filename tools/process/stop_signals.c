// StopSignals: what Ctrl-C and a batch system's SIGTERM do while a run can stop by itself.
#include "tools/process/stop_signals.h"

void stop_signals_catch(void (*handler)(int signal_number), StopSignals *out_before) {
  struct sigaction action = {.sa_handler = handler};
  sigaction(SIGINT, &action, &out_before->interrupt);
  sigaction(SIGTERM, &action, &out_before->terminate);
}

void stop_signals_release(const StopSignals *before) {
  sigaction(SIGINT, &before->interrupt, NULL);
  sigaction(SIGTERM, &before->terminate, NULL);
}
