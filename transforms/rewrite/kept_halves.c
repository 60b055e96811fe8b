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

// Of an op, the weights of four bits that it reads.
typedef struct Halves {
  bool are_read, come_from_memory;
  MlirValue weights;  // dequantised
  double wider_bytes; // that they would take more as a byte each; 0: an op before this one has them
} Halves;

static bool are_read_before(const Halves *halves, int count, MlirValue weights) {
  for (int i = 0; i < count; i++)
    if (halves[i].are_read && mlirValueEqual(halves[i].weights, weights))
      return true;
  return false;
}

// To be freed.
static Halves *read_halves(const IrOps *ops, RoundedProduct *product) {
  Halves *halves = ir_zeroed((size_t)ops->count + 1, sizeof *halves);
  for (int i = 0; i < ops->count; i++) {
    if (!rounded_product_read(ops->ops[i], FP_REASSOC, product) || !is_worth_it(product))
      continue;
    MlirValue weights = product->op.operands[product->factor].value;
    halves[i] = (Halves){.are_read = true, .weights = weights};
    if (!are_read_before(halves, i, weights))
      halves[i].wider_bytes = (double)rounded_product_points(product, product->loops[1]) / 2;
  }
  return halves;
}

// The weights that all products read, a byte each, do not fit.
static bool come_from_memory(const IrOps *ops, const Halves *halves, int at,
                             const RewriteOptions *options) {
  const Target *target = options->target;
  const MlirOperation none = {NULL};
  if (options->weights == NULL || target->cache_count == 0)
    return false;
  MlirOperation function = enclosing_function(ops->ops[at], none);
  double bytes = weight_table_bytes(options->weights, ops->ops[at]);
  for (int i = 0; i < ops->count; i++)
    if (halves[i].wider_bytes > 0 &&
        mlirOperationEqual(enclosing_function(ops->ops[i], none), function))
      bytes += halves[i].wider_bytes;
  return bytes > (double)target->cache_bytes[target->cache_count - 1];
}

Status kept_halves_rewrite(MlirOperation root, const RewriteOptions *options, PassReport *report) {
  RoundedProduct *product = ir_resized(NULL, sizeof *product);
  IrOps ops = ir_collect(root, linalg_op_is_structured);
  Halves *halves = read_halves(&ops, product);
  for (int i = 0; i < ops.count; i++)
    halves[i].come_from_memory = halves[i].are_read && come_from_memory(&ops, halves, i, options);
  for (int i = 0; i < ops.count; i++)
    if (halves[i].come_from_memory && rounded_product_read(ops.ops[i], FP_REASSOC, product))
      rewrite_product(product, report);
  free(halves);
  free(ops.ops);
  free(product);
  return STATUS_OK;
}
