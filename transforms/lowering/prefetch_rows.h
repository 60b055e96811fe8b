// PrefetchRows: rows that come from memory are asked for while those before them are computed.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_PREFETCH_ROWS_H
#define AUTOTUNE_TRANSFORMS_LOWERING_PREFETCH_ROWS_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

// Adds memref.prefetch to loops over the rows of arguments of known sizes, see prefetch_rows.c.
// Expects loops on buffers.
void prefetch_rows_add(MlirOperation module);

#ifdef __cplusplus
}
#endif

#endif
