// Outline: private functions that take ops of another one, and are compiled as that one is.
#include "transforms/lowering/share/outline.h"

#include "transforms/ir.h"

#include <stdlib.h>

// --- names

void outline_name(MlirOperation function, const char *prefix, int *number,
                  char out_name[OUTLINE_NAME_BYTES]) {
  MlirSymbolTable table = mlirSymbolTableCreate(mlirOperationGetParentOperation(function));
  do
    snprintf(out_name, OUTLINE_NAME_BYTES, "%s_%d", prefix, (*number)++);
  while (!mlirSymbolTableIsNull(table) &&
         !mlirOperationIsNull(mlirSymbolTableLookup(table, ir_string(out_name))));
  if (!mlirSymbolTableIsNull(table))
    mlirSymbolTableDestroy(table);
}

// --- attributes

// What a function takes over from the one that its ops come from, in the words of llvm.func.
static const char *const kept[] = {"target_cpu",
                                   "tune_cpu",
                                   "target_features",
                                   "passthrough",
                                   "frame_pointer",
                                   "prefer_vector_width",
                                   "vscale_range",
                                   "reciprocal_estimates",
                                   "no_infs_fp_math",
                                   "no_nans_fp_math",
                                   "no_signed_zeros_fp_math",
                                   "denormal_fp_math",
                                   "denormal_fp_math_f32",
                                   "fp_contract",
                                   "uwtable_kind"};
enum { KEPT_COUNT = sizeof kept / sizeof *kept };

static MlirAttribute attribute(MlirOperation op, const char *name) {
  return mlirOperationGetAttributeByName(op, ir_string(name));
}

bool outline_is_alike(MlirOperation a, MlirOperation b) {
  bool is_alike = true;
  for (int i = 0; i < KEPT_COUNT && is_alike; i++) {
    MlirAttribute one = attribute(a, kept[i]), other = attribute(b, kept[i]);
    is_alike = mlirAttributeIsNull(one)
                   ? mlirAttributeIsNull(other)
                   : !mlirAttributeIsNull(other) && mlirAttributeEqual(one, other);
  }
  return is_alike;
}

// A memref that its address says all about.
static bool is_plain(MlirType type) {
  int64_t strides[IR_MAX_DEPTH], offset;
  if (!mlirTypeIsAMemRef(type) || !mlirShapedTypeHasStaticShape(type) ||
      mlirShapedTypeGetRank(type) > IR_MAX_DEPTH ||
      mlirLogicalResultIsFailure(mlirMemRefTypeGetStridesAndOffset(type, strides, &offset)) ||
      mlirShapedTypeIsDynamicStrideOrOffset(offset))
    return false;
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); d++)
    if (mlirShapedTypeIsDynamicStrideOrOffset(strides[d]))
      return false;
  return true;
}

static bool are_plain(int count, const MlirType *types) {
  for (int i = 0; i < count; i++) {
    bool is_buffer = mlirTypeIsAMemRef(types[i]) || mlirTypeIsAUnrankedMemRef(types[i]);
    if (is_buffer && !is_plain(types[i]))
      return false;
  }
  return true;
}

// --- the function

static void add_attribute(MlirOperationState *state, MlirContext context, const char *name,
                          MlirAttribute value) {
  MlirNamedAttribute named =
      mlirNamedAttributeGet(mlirIdentifierGet(context, ir_string(name)), value);
  mlirOperationStateAddAttributes(state, 1, &named);
}

static MlirBlock create_body(int argument_count, const MlirType *arguments, MlirLocation location) {
  MlirBlock body = mlirBlockCreate(0, NULL, NULL);
  for (int i = 0; i < argument_count; i++)
    mlirBlockAddArgument(body, arguments[i], location);
  MlirOperationState end = mlirOperationStateGet(ir_string("func.return"), location);
  mlirBlockAppendOwnedOperation(body, mlirOperationCreate(&end));
  return body;
}

MlirOperation outline_create(MlirOperation function, const char *name, int argument_count,
                             const MlirType *arguments, MlirLocation location,
                             MlirBlock *out_body) {
  MlirContext context = mlirOperationGetContext(function);
  MlirType type = mlirFunctionTypeGet(context, argument_count, arguments, 0, NULL);
  MlirOperationState state = mlirOperationStateGet(ir_string("func.func"), location);
  add_attribute(&state, context, "sym_name", mlirStringAttrGet(context, ir_string(name)));
  add_attribute(&state, context, "sym_visibility",
                mlirStringAttrGet(context, ir_string("private")));
  add_attribute(&state, context, "function_type", mlirTypeAttrGet(type));
  add_attribute(&state, context, "llvm.linkage",
                mlirAttributeParseGet(context, ir_string("#llvm.linkage<internal>")));
  for (int i = 0; i < KEPT_COUNT; i++)
    if (!mlirAttributeIsNull(attribute(function, kept[i])))
      add_attribute(&state, context, kept[i], attribute(function, kept[i]));
  if (are_plain(argument_count, arguments))
    add_attribute(&state, context, "llvm.bareptr", mlirUnitAttrGet(context));
  MlirRegion region = mlirRegionCreate();
  *out_body = create_body(argument_count, arguments, location);
  mlirRegionAppendOwnedBlock(region, *out_body);
  mlirOperationStateAddOwnedRegions(&state, 1, &region);
  MlirOperation made = mlirOperationCreate(&state);
  mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(function), function, made);
  return made;
}
