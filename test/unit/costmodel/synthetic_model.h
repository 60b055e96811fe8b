// SyntheticModel: a small learned model without measurements. Its times are those of the analytical
// model times a factor that the analytical model does not know: packing costs far more.
#ifndef AUTOTUNE_TEST_UNIT_COSTMODEL_SYNTHETIC_MODEL_H
#define AUTOTUNE_TEST_UNIT_COSTMODEL_SYNTHETIC_MODEL_H

#include "costmodel/learned_model.h"
#include "plan/schedule.h"

// What counts as measured: deterministic.
double synthetic_seconds(const Workload *workload, const Schedule *schedule,
                         double analytical_seconds);

// The bytes of a file of models trained on random schedules of some workloads, whose times are
// those times `factor`; the caller frees them.
Status synthetic_model_pack(double factor, void **out_bytes, size_t *out_size);

#endif
