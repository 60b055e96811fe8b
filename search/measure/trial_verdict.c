// Names of the ways in which a candidate can end.
#include "search/measure/measurer.h"

const char *trial_verdict_name(int verdict) {
  return verdict == TRIAL_REJECTED ? "rejected" : verdict_name((Verdict)verdict);
}
