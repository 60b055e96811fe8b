// RecordChoice: what a record store has measured of an op: the fastest schedule of any of its
// fusions, as far as this program and this target can follow it.
#ifndef AUTOTUNE_PASSES_RECORDS_RECORD_CHOICE_H
#define AUTOTUNE_PASSES_RECORDS_RECORD_CHOICE_H

#include "machine/target.h"
#include "records/store.h"
#include "search/chooser.h"
#include "transforms/extract/variants.h"

typedef struct RecordChoiceQuery {
  Store *store;
  const Variants *variants;
  const double *extra_seconds; // what each of them leaves to other ops
  const bool *is_cold;         // whether each has weights, which a network's calls find cold
  const Target *target;
  bool is_host; // only this processor's measurements count
} RecordChoiceQuery;

// Measured seconds are 0 when the store has nothing. A store that cannot be read is STATUS_STORE.
Status record_choose(const RecordChoiceQuery *query, Choice *out_choice);

#endif
