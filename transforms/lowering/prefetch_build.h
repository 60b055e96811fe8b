// PrefetchBuild: the prefetches of a panel that was measured, as IR. See prefetch.c.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_PREFETCH_BUILD_H
#define AUTOTUNE_TRANSFORMS_LOWERING_PREFETCH_BUILD_H

#include "transforms/ir.h"
#include "transforms/lowering/prefetch_panel.h"

// Locality hints: a panel is too large for the first one.
enum { PREFETCH_INTO_SECOND_CACHE = 2, PREFETCH_INTO_FIRST_CACHE = 3 };

enum { PREFETCH_MAX_RANK = 8 }; // of buffers

// Asks for the line of an element.
void prefetch_build_element(IrBuilder *ir, MlirValue buffer, const MlirValue *index, int locality);
// The same of a row-major buffer, by the element's number.
void prefetch_build_at(IrBuilder *ir, MlirValue buffer, MlirValue element, int locality);
// The number of an element of a row-major buffer, of its indices, and `more`, but at most `most`.
MlirAffineMap prefetch_build_number(MlirValue buffer, int64_t more, int64_t most);
// The first element of the next panel, as far as all shares end inside the buffer, at the beginning
// of the panel loop. `read`: of one of its kernels.
MlirValue prefetch_build_next(PrefetchPanel *panel, MlirOperation read);
// The prefetches of one trip, at the beginning of the kernel.
void prefetch_build(const PrefetchPanel *panel, const PrefetchKernel *kernel, MlirValue next);

#endif
