// Sharing: every kernel of a model on one number of threads, as predicted and, where that is asked
// for, as measured.
#ifndef AUTOTUNE_LAB_BALANCE_SHARING_H
#define AUTOTUNE_LAB_BALANCE_SHARING_H

#include "lab/balance/sharing_measure.h"
#include "records/json.h"
#include "tools/ops/payload.h"

typedef struct Sharing {
  int threads;
  double least_seconds; // a kernel that takes as long on one thread is large
  OpList ops;
  ThreadChoice *choices;    // owned, one for each op
  SharingMeasure *measures; // owned, one for each op; NULL: nothing was measured
} Sharing;

// What all kernels on one number of threads come to.
typedef struct SharingTotal {
  int64_t barriers;     // in one run of the model, one after each kernel that threads share
  int large;            // large kernels
  double least_balance; // of them; 1 when there is none
  double serial_seconds, seconds;
} SharingTotal;

// Measured against predicted, of the large kernels that threads share. Each counts once.
typedef struct SharingAccuracy {
  int measured, failed;
  int slower;            // than on one thread
  double predicted_gain; // geometric means of the seconds on one thread over those on several
  double measured_gain;
  double error; // mean of |predicted gain / measured gain - 1|
} SharingAccuracy;

// Lets the pass choose for `threads` threads. `sharing` has the numbers, and is destroyed by the
// caller, also after a failure.
Status sharing_predict(const Payload *payload, const TuneOptions *tune, Sharing *sharing);
// Measures the large kernels `rounds` times; `tune` as before.
Status sharing_measure_all(const Payload *payload, const TuneOptions *tune, Worker *worker,
                           int rounds, Sharing *sharing);
void sharing_destroy(Sharing *sharing);

bool sharing_is_large(const Sharing *sharing, int op);
// Mean work of a thread over that of the busiest.
double sharing_balance(const Sharing *sharing, int op);
SharingTotal sharing_total(const Sharing *sharing);
SharingAccuracy sharing_accuracy(const Sharing *sharing);

// The large kernels as lines; all kernels as JSON.
void sharing_print(const Sharing *sharing);
Json *sharing_json(const Sharing *sharing);

#endif
