// Noalias: kernels learn which of their buffers share no memory with another.
#include "transforms/lowering/share/noalias.h"

#include "transforms/ir.h"
#include "transforms/lowering/share/aliases.h"
#include "transforms/lowering/share/c_functions.h"
#include "transforms/lowering/share/kernel_kind.h"
#include "transforms/lowering/share/nest.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static bool is_call(MlirOperation op) { return ir_op_is(op, "func.call"); }

// Of memrefs that are passed as bare addresses: only pointers can be marked.
static bool is_kernel(MlirOperation op) {
  return ir_op_is(op, "func.func") && kernel_kind(op) != KERNEL_NONE && !c_function_is(op) &&
         !mlirAttributeIsNull(mlirOperationGetAttributeByName(op, ir_string("llvm.bareptr")));
}

// A kernel, found by its block and name, and which of its arguments were alone at every call.
typedef struct Kernel {
  MlirOperation function;
  MlirBlock block;
  MlirStringRef name;
  bool is_called, alone[NEST_MAX_CAPTURES];
} Kernel;

static int compare_kernels(const void *left, const void *right) {
  const Kernel *a = left, *b = right;
  if (a->block.ptr != b->block.ptr)
    return (uintptr_t)a->block.ptr < (uintptr_t)b->block.ptr ? -1 : 1;
  if (a->name.length != b->name.length)
    return a->name.length < b->name.length ? -1 : 1;
  return memcmp(a->name.data, b->name.data, a->name.length);
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

static void look_at_call(MlirOperation call, Kernel *kernel) {
  MlirValue values[NEST_MAX_CAPTURES];
  bool *alone = kernel->alone;
  int count = (int)mlirOperationGetNumOperands(call);
  kernel->is_called = true;
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

// The kernels that a call may mean: of that name, in any block around it.
static void look_at_callees(MlirOperation call, Kernel *kernels, int count) {
  MlirAttribute callee = mlirOperationGetAttributeByName(call, ir_string("callee"));
  Kernel wanted = {.name = mlirFlatSymbolRefAttrGetValue(callee)};
  for (MlirOperation op = call; !mlirOperationIsNull(op);
       op = mlirOperationGetParentOperation(op)) {
    wanted.block = mlirOperationGetBlock(op);
    Kernel *found = bsearch(&wanted, kernels, (size_t)count, sizeof *kernels, compare_kernels);
    if (found)
      look_at_call(call, found);
  }
}

static Kernel read_kernel(MlirOperation function) {
  Kernel kernel = {
      .function = function, .block = mlirOperationGetBlock(function), .name = ir_symbol(function)};
  for (int i = 0; i < NEST_MAX_CAPTURES; i++)
    kernel.alone[i] = true;
  return kernel;
}

void kernels_mark_noalias(MlirOperation module) {
  IrOps functions = ir_collect(module, is_kernel), calls = ir_collect(module, is_call);
  Kernel *kernels = ir_zeroed((size_t)functions.count + 1, sizeof *kernels);
  for (int k = 0; k < functions.count; k++)
    kernels[k] = read_kernel(functions.ops[k]);
  qsort(kernels, (size_t)functions.count, sizeof *kernels, compare_kernels);
  for (int c = 0; c < calls.count; c++)
    look_at_callees(calls.ops[c], kernels, functions.count);
  for (int k = 0; k < functions.count; k++)
    if (kernels[k].is_called && !names_symbols(kernels[k].function))
      mark(kernels[k].function, kernels[k].alone);
  free(kernels);
  free(functions.ops);
  free(calls.ops);
}
