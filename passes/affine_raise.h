// Raising: nests of affine loops become linalg ops, as far as they are some, before anchors are
// collected.
#ifndef AUTOTUNE_PASSES_AFFINE_RAISE_H
#define AUTOTUNE_PASSES_AFFINE_RAISE_H

#include "passes/tune.h"

// On a linalg op: its operands share a buffer but no element, apart from those that it updates.
#define DISJOINT_ATTRIBUTE "autotune.disjoint"

// Raises what can be raised below `root`; each nest gets a remark, where `remark` is not NULL.
Status affine_raise(MlirOperation root, const TuneOptions *options, TuneStatistics *statistics,
                    RemarkCallback remark, void *payload, bool *out_changed);

#endif
