// Products of f32 data and weights of few bits, in groups that have a scale each, where other
// algorithms with other errors are allowed:
//
//   %w = (float(%q[n, g, t]) - %zero[n, g]) * %scale[n, g]
//   %r = sum over g, t of %x[m, g, t] * %w[n, g, t]
//
// becomes
//
//   %s = max over t of |%x[m, g, t]| / 127                 the data, rounded to i8 by group
//   %i = round(%x[m, g, t] / %s[m, g])
//   %p = sum over t of %i[m, g, t] * %q[n, g, t]            in i32
//   %r = sum over g of (float(%p) - %zero * float(sum over t of %i)) * %s * %scale
//
// Weights that are constants are unpacked to i8 before; others have to be i8.
#include "machine/instruction.h"
#include "transforms/extract/linalg_shim.h"
#include "transforms/rewrite/rewrites.h"
#include "transforms/rewrite/rounded_product.h"
#include "transforms/rewrite/tensor_ops.h"

#include <stdlib.h>

// Whether the target multiplies i8 faster than f32.
static bool has_dot_product(const Target *target) {
  bool found = false;
  for (int choice = INSTRUCTION_WIDEN + 1; choice < INSTRUCTION_CHOICES; choice++) {
    const Instruction *row = instruction_dot((InstructionChoice)choice);
    found |= row->accumulator == ELEMENT_I32 && instruction_is_there(row, target);
  }
  return found;
}

// Sums of all groups in memory that leave the caches cost more than they save; of one row they are
// few beside its weights.
static bool sums_fit(const RoundedProduct *product, const Target *target) {
  int64_t rows = rounded_product_points(product, product->parallel & ~product->loops[1]);
  double bytes = 4.0 * (double)rounded_product_points(product, product->parallel | product->outer);
  return rounded_product_is_one_op(product) || rows == 1 || product->outer == 0 ||
         bytes <= target_own_bytes(target);
}

static void rewrite_product(const RoundedProduct *product, PassReport *report) {
  IrBuilder ir;
  MlirOperation op = product->op.op;
  pass_report_say(report, REMARK_REWRITTEN, op,
                  "its data are rounded to i8 by group, multiplied as integers and scaled");
  ir_start(&ir, op, mlirOperationGetLocation(op));
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), rounded_product_build(&ir, product));
  ir_finish(&ir);
  tensor_ops_erase_dead(op);
  report->changed = true;
}

Status rounded_factors_rewrite(MlirOperation root, const RewriteOptions *options,
                               PassReport *report) {
  if (!has_dot_product(options->target))
    return STATUS_OK;
  RoundedProduct *product = ir_resized(NULL, sizeof *product);
  IrOps ops = ir_collect(root, linalg_op_is_structured);
  for (int i = 0; i < ops.count; i++)
    if (rounded_product_read(ops.ops[i], FP_RELAXED, product) && sums_fit(product, options->target))
      rewrite_product(product, report);
  free(ops.ops);
  free(product);
  return STATUS_OK;
}
