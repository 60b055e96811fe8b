// The part of autotune-gpu that makes kernels of products.
#ifndef AUTOTUNE_PASSES_SIMT_PRODUCT_H
#define AUTOTUNE_PASSES_SIMT_PRODUCT_H

#include "search/simt/simt_choice.h"
#include "transforms/group.h"
#include "transforms/simt/simt_emit.h"

typedef struct SimtProduct {
  Group group; // as it was extracted
  SimtView view;
  SimtRoles roles;
  SimtChoice choice; // no candidates: a schedule with parts was given
  SimtChoice parts;  // the best with terms in parts, which makes two kernels (simt_split.h); no
                     // candidates: there is none
} SimtProduct;

// Reads the op with what may be fused, at most `consumers` of them. STATUS_UNSUPPORTED with the
// reason where it is none of a product that a kernel can be made of.
Status simt_product_read(MlirOperation op, int consumers, SimtProduct *out_product);
// The same, and chooses its schedule, of those with tensor maps where the host makes these, or
// takes the one that is given as text (""; none). STATUS_UNSUPPORTED or STATUS_REJECTED with the
// reason.
Status simt_product_decide(MlirOperation op, int consumers, const char *given, const Device *device,
                           bool has_maps, SimtProduct *out_product);
// The nest and the price of a schedule. STATUS_REJECTED with the reason.
Status simt_product_try(const SimtProduct *product, const Schedule *schedule, const Device *device,
                        SimtChoice *out_choice);

#endif
