// MeasureTop: the best candidates of one op, measured in the worker process.
//
// The ops of the group are taken out of the payload; every candidate is that module, rewritten by
// its schedule, checked against the untouched ops and timed. The payload is not changed.
#ifndef AUTOTUNE_PASSES_MEASURE_TOP_H
#define AUTOTUNE_PASSES_MEASURE_TOP_H

#include "passes/options.h"
#include "runtime/worker/worker.h"
#include "search/chooser.h"
#include "transforms/extract/isolate.h"
#include "transforms/extract/variants.h"

// Measures the first options->top_k of `choice` and puts the fastest in its place, with
// measured_seconds. `worker` is started when it is NULL and first needed; the caller destroys it.
// When no candidate can be measured the choice stays as predicted, measured_seconds is -1.
// Weights are timed as `cold` says, NULL: warm. STATUS_USAGE: no worker can be had.
Status top_measure(const Variants *variants, const TuneOptions *options, const ColdWeights *cold,
                   Worker **worker, Choice *choice);

#endif
