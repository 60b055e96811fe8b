// See noalias.h.
#include "transforms/lowering/share/noalias.h"

#include "transforms/ir.h"
#include "transforms/lowering/share/aliases.h"
#include "transforms/lowering/share/c_functions.h"
#include "transforms/lowering/share/kernel_kind.h"
#include "transforms/lowering/share/nest.h"

#include <stdlib.h>

static bool is_call(MlirOperation op) { return ir_op_is(op, "func.call"); }

// Of memrefs that are passed as bare addresses: only pointers can be marked.
static bool is_kernel(MlirOperation op) {
  return ir_op_is(op, "func.func") && kernel_kind(op) != KERNEL_NONE && !c_function_is(op) &&
         !mlirAttributeIsNull(mlirOperationGetAttributeByName(op, ir_string("llvm.bareptr")));
}

static bool is_call_of(MlirOperation call, MlirOperation kernel) {
  MlirAttribute name = mlirOperationGetAttributeByName(kernel, ir_string("sym_name"));
  MlirAttribute callee = mlirOperationGetAttributeByName(call, ir_string("callee"));
  return mlirStringRefEqual(mlirStringAttrGetValue(name), mlirFlatSymbolRefAttrGetValue(callee)) &&
         !mlirOperationIsNull(ir_ancestor_in(mlirOperationGetBlock(kernel), call));
}

// A kernel that names a global itself, or calls, may reach what its arguments reach.
static MlirWalkResult find_symbol(MlirOperation op, void *user) {
  *(bool *)user = ir_op_is(op, "memref.get_global") || is_call(op);
  return *(bool *)user ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

static bool names_symbols(MlirOperation kernel) {
  bool is_found = false;
  mlirOperationWalk(kernel, find_symbol, &is_found, MlirWalkPreOrder);
  return is_found;
}

static void look_at_call(MlirOperation call, bool alone[NEST_MAX_CAPTURES]) {
  MlirValue values[NEST_MAX_CAPTURES];
  int count = (int)mlirOperationGetNumOperands(call);
  for (int i = 0; i < count; i++)
    values[i] = mlirOperationGetOperand(call, i);
  for (int i = 0; i < count; i++)
    alone[i] = alone[i] && mlirTypeIsAMemRef(mlirValueGetType(values[i])) &&
               buffer_is_alone(values, count, i);
}

static void mark(MlirOperation kernel, const bool alone[NEST_MAX_CAPTURES]) {
  MlirContext context = mlirOperationGetContext(kernel);
  int count = (int)mlirBlockGetNumArguments(ir_function_body(kernel));
  MlirAttribute lists[NEST_MAX_CAPTURES];
  MlirNamedAttribute noalias = mlirNamedAttributeGet(
      mlirIdentifierGet(context, ir_string("llvm.noalias")), mlirUnitAttrGet(context));
  for (int i = 0; i < count; i++)
    lists[i] = mlirDictionaryAttrGet(context, alone[i], &noalias);
  mlirOperationSetInherentAttributeByName(kernel, ir_string("arg_attrs"),
                                          mlirArrayAttrGet(context, count, lists));
}

void kernels_mark_noalias(MlirOperation module) {
  IrOps kernels = ir_collect(module, is_kernel), calls = ir_collect(module, is_call);
  for (int k = 0; k < kernels.count; k++) {
    bool alone[NEST_MAX_CAPTURES], is_called = false;
    for (int i = 0; i < NEST_MAX_CAPTURES; i++)
      alone[i] = true;
    for (int c = 0; c < calls.count; c++)
      if (is_call_of(calls.ops[c], kernels.ops[k])) {
        look_at_call(calls.ops[c], alone);
        is_called = true;
      }
    if (is_called && !names_symbols(kernels.ops[k]))
      mark(kernels.ops[k], alone);
  }
  free(kernels.ops);
  free(calls.ops);
}
