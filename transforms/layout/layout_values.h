// LayoutValues: which tensors of a function exist with another order of dimensions.
//
// A moved tensor is a tensor of the payload with one dimension taken out and put last.
#ifndef AUTOTUNE_TRANSFORMS_LAYOUT_LAYOUT_VALUES_H
#define AUTOTUNE_TRANSFORMS_LAYOUT_LAYOUT_VALUES_H

#include "plan/workload.h"
#include "transforms/ir.h"

enum { LAYOUT_PLAIN = -1 };

typedef struct LayoutValue {
  MlirValue plain, moved;
  int dim; // of plain, the last of moved; LAYOUT_PLAIN: `moved` stands for it as it is
} LayoutValue;

typedef struct LayoutValues {
  LayoutValue *items; // owned
  int count, capacity;
} LayoutValues;

void layout_values_add(LayoutValues *values, MlirValue plain, MlirValue moved, int dim);
// Null when the value is only there as it was. Lent until the next one is added.
const LayoutValue *layout_values_find(const LayoutValues *values, MlirValue plain);

// Position of dimension `place` of the moved tensor in the plain one.
int layout_source(int rank, int dim, int place);
// The tensor type with `dim` last.
MlirType layout_type(MlirType plain, int dim);
// Whether the elements of the tensor lie in another order once `dim` is last.
bool layout_moves_elements(MlirType plain, int dim);
// Ops at the builder's place that make the moved tensor of the plain one, and the reverse.
MlirValue layout_transpose(IrBuilder *ir, MlirValue plain, int dim);
MlirValue layout_restore(IrBuilder *ir, MlirValue moved, int dim);

#endif
