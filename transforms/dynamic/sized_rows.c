// Two dimensions that are rows of a product with the same weights become one, so that pieces of
// rows are full however the rows are shared out, and weights are read once for all:
//
//   %r = batch_matmul(%a, broadcast %w)  ->  %x = tensor.collapse_shape %a [[0, 1], [2]]
//                                            %y = matmul(%x, %w)
//                                            %r = tensor.expand_shape %y [[0, 1], [2]]
//
// The ops before and after it follow, as far as the two are neighbours in all that they read and
// write: then no reshape lies between them.
#include "transforms/dynamic/sizes.h"

#include "transforms/annotation.h"
#include "transforms/dynamic/rows_shim.h"
#include "transforms/ir.h"

#include <stdlib.h>

static bool is_product_of_rows(MlirOperation op) {
  return rows_of_product(op) >= 0 && !annotation_keeps(op);
}

static bool is_beside(MlirOperation op) {
  return rows_beside_reshape(op) >= 0 && !annotation_keeps(op);
}

static bool join_all(MlirOperation root, bool (*is_wanted)(MlirOperation op),
                     int (*first_of)(MlirOperation op)) {
  bool is_any = false;
  for (MlirOperation op = ir_first(root, is_wanted); !mlirOperationIsNull(op);
       op = ir_first(root, is_wanted)) {
    if (!rows_join(op, first_of(op)))
      break;
    is_any = true;
    rows_cancel(root);
  }
  return is_any;
}

bool sizes_join_rows(MlirOperation root) {
  bool is_any = join_all(root, is_product_of_rows, rows_of_product);
  if (is_any) {
    join_all(root, is_beside, rows_beside_reshape);
    rows_finish(root);
  }
  return is_any;
}
