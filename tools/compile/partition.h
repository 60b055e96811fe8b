// Partition: a module of the LLVM dialect taken apart into modules that are compiled one by one, on
// any number of threads, to the same code.
//
// Every function that is worth it gets a module of its own. Small private functions and small
// constants are repeated in each module that uses them, everything else is declared there and
// becomes a hidden symbol of the library. Constant tensors stay in no module at all: they are
// weights. What goes where depends on the module alone.
#ifndef AUTOTUNE_TOOLS_COMPILE_PARTITION_H
#define AUTOTUNE_TOOLS_COMPILE_PARTITION_H

#include "core/status.h"
#include "mlir-c/IR.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct PartitionWeight {
  char *name;        // of the llvm.mlir.global, owned
  const void *bytes; // lent by the context
  size_t size;
} PartitionWeight;

typedef struct PartitionModule {
  MlirModule module;
  int64_t op_count;
  bool is_kernel; // one function of scheduled code
} PartitionModule;

typedef struct Partition {
  PartitionModule *modules; // owned
  int count;
  PartitionWeight *weights; // owned
  int weight_count;
  char **names; // owned: of every symbol that the library defines itself, sorted
  int name_count;
} Partition;

// Takes the contents of `lowered`, which is empty or to be thrown away afterwards. `is_whole`: all
// goes into one module, and the weights stay where they are. The caller owns the contents:
// partition_destroy. STATUS_USAGE when a resource has no data.
Status partition_create(MlirModule lowered, bool is_whole, Partition *out_partition);
void partition_destroy(Partition *partition);

// Whether the library defines the symbol itself.
bool partition_has_name(const Partition *partition, const char *name);

#endif
