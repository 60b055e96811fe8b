// Sums weights over a function, and compares them with the last cache.
#include "transforms/cold/cold_operands.h"

#include "costmodel/analytical.h"
#include "transforms/dim_names.h"
#include "transforms/element_types.h"
#include "transforms/extract/extraction.h"
#include "transforms/extract/structured_op.h"
#include "transforms/function_target.h"
#include "transforms/ir.h"

#include <math.h>
#include <stdlib.h>

typedef struct FunctionWeights {
  MlirOperation function;
  double bytes;
} FunctionWeights;

// Whether anything but single elements is read of the value, or of a view of it: by linalg ops, and
// by what they have become.
static bool is_read_whole(MlirValue value) {
  for (MlirOpOperand use = mlirValueGetFirstUse(value); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation reader = mlirOpOperandGetOwner(use);
    bool is_whole = op_is_reshape(reader) ? is_read_whole(mlirOperationGetResult(reader, 0))
                                          : !ir_op_is(reader, "tensor.extract");
    if (is_whole)
      return true;
  }
  return false;
}

static double bytes_read(MlirValue value) {
  int64_t bytes = tensor_type_bytes(mlirValueGetType(value));
  return bytes > 0 && is_read_whole(value) ? (double)bytes : 0;
}

static MlirWalkResult add_constant(MlirOperation op, void *user) {
  if (ir_op_is(op, "arith.constant"))
    *(double *)user += bytes_read(mlirOperationGetResult(op, 0));
  return MlirWalkResultAdvance;
}

static MlirOperation function_around(MlirOperation op) {
  return enclosing_function(op, (MlirOperation){NULL});
}

double function_weight_bytes(MlirOperation op, int data_count) {
  MlirOperation function = function_around(op);
  double bytes = 0;
  if (mlirOperationIsNull(function) || !ir_is_defined_function(function))
    return 0;
  MlirBlock block = ir_function_body(function);
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(block); i++)
    if (value_is_weight(mlirBlockGetArgument(block, i), block, data_count))
      bytes += bytes_read(mlirBlockGetArgument(block, i));
  mlirOperationWalk(function, add_constant, &bytes, MlirWalkPreOrder);
  return bytes;
}

// --- the table

Status weight_table_create(MlirOperation root, int data_count, WeightTable *out_table) {
  *out_table = (WeightTable){.data_count = data_count};
  IrOps functions = ir_collect(root, ir_is_defined_function);
  MlirOperation around = function_around(root);
  if (functions.count == 0 && !mlirOperationIsNull(around))
    ir_ops_add(&functions, around);
  out_table->items = calloc((size_t)functions.count + 1, sizeof *out_table->items);
  if (out_table->items)
    for (int i = 0; i < functions.count; i++)
      out_table->items[out_table->count++] =
          (FunctionWeights){functions.ops[i], function_weight_bytes(functions.ops[i], data_count)};
  free(functions.ops);
  return out_table->items ? STATUS_OK
                          : status_fail(STATUS_SYSTEM, "no memory for the weights of functions");
}

void weight_table_destroy(WeightTable *table) {
  free(table->items);
  *table = (WeightTable){0};
}

double weight_table_bytes(const WeightTable *table, MlirOperation op) {
  MlirOperation function = function_around(op);
  for (int i = 0; i < table->count; i++)
    if (mlirOperationEqual(table->items[i].function, function))
      return table->items[i].bytes;
  return 0;
}

double weight_table_sum(const WeightTable *table) {
  double bytes = 0;
  for (int i = 0; i < table->count; i++)
    bytes += table->items[i].bytes;
  return bytes;
}

// --- the copies that are timed

ColdWeights cold_weights_of(double weight_bytes, int data_count, const Target *target) {
  double most = target->cache_count > 0 ? 2.0 * (double)target->cache_bytes[target->cache_count - 1]
                                        : INFINITY;
  return (ColdWeights){.bytes = (int64_t)fmin(weight_bytes, most), .data_count = data_count};
}

// --- weights of unknown size

// Bytes of an argument of which a size is unknown: of the largest that is expected, and where
// nothing is, of as many positions as a long cache has. 0: all sizes are known.
static double unknown_bytes(MlirValue argument) {
  static const int64_t SOME = 4096;
  MlirType type = mlirValueGetType(argument);
  if (!mlirTypeIsARankedTensor(type) || mlirShapedTypeHasStaticShape(type))
    return 0;
  double bytes = (double)type_bits(mlirShapedTypeGetElementType(type)) / 8;
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); d++) {
    ExpectedSizes sizes;
    if (!mlirShapedTypeIsDynamicDim(type, d))
      bytes *= (double)mlirShapedTypeGetDimSize(type, d);
    else if (dim_expected_sizes(argument, d, &sizes))
      bytes *= (double)sizes.values[sizes.count - 1];
    else
      bytes *= (double)SOME;
  }
  return bytes;
}

static double unknown_weight_bytes(MlirBlock function, int data_count) {
  double bytes = 0;
  for (intptr_t i = data_count; i < mlirBlockGetNumArguments(function); i++) {
    MlirValue argument = mlirBlockGetArgument(function, i);
    if (is_read_whole(argument))
      bytes += unknown_bytes(argument);
  }
  return bytes;
}

// --- the marks

// Weights of known size that fit are read as if nothing else were there: how many positions a cache
// has is a guess.
static bool has_room(MlirValue value, double weight_bytes, int data_count, double room) {
  if (weight_bytes > room)
    return false;
  MlirValue argument = value_weight_argument(value, data_count);
  return mlirValueIsNull(argument) || unknown_bytes(argument) == 0 ||
         weight_bytes + unknown_weight_bytes(mlirBlockArgumentGetOwner(argument), data_count) <=
             room;
}

static void mark_none(Workload *workload) {
  for (int a = 0; a < workload->access_count; a++)
    workload->accesses[a].is_cold = false;
}

static void mark(Group *group, double weight_bytes, int data_count, double room) {
  Workload *workload = &group->workload;
  for (int a = 0; a < workload->access_count; a++) {
    Access *access = &workload->accesses[a];
    MlirValue value = group->accesses[a].value;
    access->is_cold = !access->is_output && !mlirValueIsNull(value) &&
                      value_is_weight(value, mlirOperationGetBlock(group->anchor), data_count) &&
                      !has_room(value, weight_bytes, data_count, room);
  }
}

// The other operands, which the caches hold, take longer than the cold ones.
static bool is_small_part(const Workload *workload) {
  static const double SMALL = 0.125;
  return workload_cold_bytes(workload) < SMALL * workload_bytes(workload);
}

void group_mark_cold(Group *group, double weight_bytes, int data_count, const Target *target) {
  static const double HIDDEN = 0.9; // then the memory adds 4.3 % to the arithmetic, or less
  if (target->cache_count == 0 || weight_bytes == 0)
    return;
  mark(group, weight_bytes, data_count, (double)target->cache_bytes[target->cache_count - 1]);
  if (is_small_part(&group->workload) || analytical_warm_share(&group->workload, target) > HIDDEN)
    mark_none(&group->workload);
}

void variants_mark_cold(Variants *variants, double weight_bytes, int data_count,
                        const Target *target) {
  for (int v = 0; v < variants->count; v++) {
    group_mark_cold(&variants->groups[v], weight_bytes, data_count, target);
    variants->workloads[v] = variants->groups[v].workload;
  }
}
