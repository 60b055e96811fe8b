// StreamRows: rows of large results go to memory past the caches.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_STREAM_ROWS_H
#define AUTOTUNE_TRANSFORMS_LOWERING_STREAM_ROWS_H

#include "machine/target.h"
#include "mlir-c/IR.h"
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Rewrites the loop nest that writes each row of buffers that functions make and return, see
// stream_rows.c. Expects loops on buffers, those of threads as scf.forall.
void stream_rows_add(MlirOperation module);

// Whether rows of so many bytes, of a result of so many, are worth it.
bool stream_rows_pays(const Target *target, int64_t all_bytes, int64_t row_bytes);

#ifdef __cplusplus
}
#endif

#endif
