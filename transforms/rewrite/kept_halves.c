// Constant weights of four bits that come from memory at every call stay two a byte:
//
//   %w = float(%q[n, g, t] - zero) * %scale[n, g]
//   %r = sum over g, t of %x[m, g, t] * %w[n, g, t]
//
// becomes, with as many terms t in either half h of a group,
//
//   %b[n, g, t] = (%q of h = 0) | (%q of h = 1) << 4             computed once
//   %r = sum over g, t, h of %x[m, g, h, t] * (float((%b >> 4 h & 15) - zero) * %scale)
//
// Every term has the bits that it had. To take bytes apart takes more operations than to read a
// byte for each weight, so this is done where the caches do not hold such bytes.
#include "transforms/extract/linalg_shim.h"
#include "transforms/function_target.h"
#include "transforms/rewrite/rewrites.h"
#include "transforms/rewrite/rounded_product.h"
#include "transforms/rewrite/tensor_ops.h"

#include <stdlib.h>

enum { MAX_ROWS = 4 }; // more hide that weights are read

static bool is_worth_it(const RoundedProduct *product) {
  unsigned rows = product->parallel & ~product->loops[1];
  return rounded_product_is_one_op(product) && rounded_product_has_halves(product) &&
         rounded_product_points(product, rows) <= MAX_ROWS;
}

static void rewrite_product(RoundedProduct *product, PassReport *report) {
  IrBuilder ir;
  MlirOperation op = product->op.op;
  product->keeps_data = true;
  pass_report_say(report, REMARK_REWRITTEN, op, "its weights of four bits stay two a byte");
  ir_start(&ir, op, mlirOperationGetLocation(op));
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), rounded_product_build(&ir, product));
  ir_finish(&ir);
  tensor_ops_erase_dead(op);
  report->changed = true;
}

// What each op's weights of four bits would take more as a byte each; 0: it reads none. To be
// freed.
static double *read_wider_bytes(const IrOps *ops, RoundedProduct *product) {
  double *bytes = ir_resized(NULL, (size_t)(ops->count + 1) * sizeof *bytes);
  for (int i = 0; i < ops->count; i++)
    bytes[i] = rounded_product_read(ops->ops[i], FP_REASSOC, product) && is_worth_it(product)
                   ? (double)rounded_product_points(product, product->loops[1]) / 2
                   : 0;
  return bytes;
}

// The weights that all products read, a byte each, do not fit.
static bool come_from_memory(const IrOps *ops, const double *wider_bytes, int at,
                             const RewriteOptions *options) {
  const Target *target = options->target;
  const MlirOperation none = {NULL};
  if (options->weights == NULL || target->cache_count == 0)
    return false;
  MlirOperation function = enclosing_function(ops->ops[at], none);
  double bytes = weight_table_bytes(options->weights, ops->ops[at]);
  for (int i = 0; i < ops->count; i++)
    if (wider_bytes[i] > 0 && mlirOperationEqual(enclosing_function(ops->ops[i], none), function))
      bytes += wider_bytes[i];
  return bytes > (double)target->cache_bytes[target->cache_count - 1];
}

Status kept_halves_rewrite(MlirOperation root, const RewriteOptions *options, PassReport *report) {
  RoundedProduct *product = ir_resized(NULL, sizeof *product);
  IrOps ops = ir_collect(root, linalg_op_is_structured);
  double *wider_bytes = read_wider_bytes(&ops, product);
  bool *come = ir_resized(NULL, (size_t)(ops.count + 1) * sizeof *come);
  for (int i = 0; i < ops.count; i++)
    come[i] = wider_bytes[i] > 0 && come_from_memory(&ops, wider_bytes, i, options);
  for (int i = 0; i < ops.count; i++)
    if (come[i] && rounded_product_read(ops.ops[i], FP_REASSOC, product))
      rewrite_product(product, report);
  free(come);
  free(wider_bytes);
  free(ops.ops);
  free(product);
  return STATUS_OK;
}
