// TargetTable: the functions of a payload and the machines that the attributes around each name.
#ifndef AUTOTUNE_PASSES_TARGET_TARGET_TABLE_H
#define AUTOTUNE_PASSES_TARGET_TARGET_TABLE_H

#include "base/status.h"
#include "passes/target/module_target.h"

typedef struct TargetScope {
  MlirOperation op; // a function, or the payload as a whole
  ModuleTarget named;
  uint64_t key;        // of `named`: equal keys say the same
  int64_t tuned, left; // ops and nests of it, counted by those who tune them
} TargetScope;

typedef struct TargetTable {
  TargetScope *scopes; // owned; the first is that of the payload, then its functions in their order
  int count;
  bool is_uniform; // all of them say the same
} TargetTable;

// `outer` stands around `root`, which has been cloned from there; null when there is none.
// STATUS_SYSTEM without memory; the table is to be destroyed in any case.
Status target_table_create(MlirOperation root, MlirOperation outer, TargetTable *out_table);
void target_table_destroy(TargetTable *table);

// That of the function around `op`, else of the payload. Lent by the table.
TargetScope *target_table_find(const TargetTable *table, MlirOperation op);

#endif
