// Rekey: a machine of a dataset under another identity and another row of machine/x86/x86_rows.def.
#ifndef AUTOTUNE_LAB_DATASET_DATASET_REKEY_H
#define AUTOTUNE_LAB_DATASET_DATASET_REKEY_H

#include "records/dataset.h"

typedef struct RekeyOptions {
  const char *machine; // of the machines whose identity contains this
  const char *cpu;     // new identity (machine/cpu_identity.h); NULL: as it is
  const char *row;     // new row, from which the settings of the target differ; NULL: as it is
} RekeyOptions;

// Numbers that the old row had and no setting changes become those of the new one. Counts the
// machines that were changed. STATUS_USAGE: there is none, or what is wanted is no identity or no
// row.
Status dataset_rekey(Dataset *dataset, const RekeyOptions *options, int32_t *out_count);

#endif
