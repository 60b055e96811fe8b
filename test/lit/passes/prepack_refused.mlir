// Where the attribute autotune.constant cannot be honoured.
//
// RUN: split-file %s %t
// RUN: not autotune-opt %t/value.mlir --autotune="remarks=none" 2>&1 | FileCheck %s --check-prefix=VALUE
// VALUE: error: autotune: autotune.constant: argument 0 of @f: the attribute takes no value
// RUN: not autotune-opt %t/memref.mlir --autotune="remarks=none" 2>&1 | FileCheck %s --check-prefix=MEMREF
// MEMREF: error: autotune: autotune.constant: argument 1 of @f: only a tensor of static shape can be constant
// RUN: not autotune-opt %t/dynamic.mlir --autotune="remarks=none" 2>&1 | FileCheck %s --check-prefix=DYNAMIC
// DYNAMIC: error: autotune: autotune.constant: argument 0 of @f: only a tensor of static shape can be constant
// RUN: not autotune-opt %t/body.mlir --autotune="remarks=none" 2>&1 | FileCheck %s --check-prefix=BODY
// BODY: error: autotune: autotune.constant: @f: it has no body
// RUN: not autotune-opt %t/called.mlir --autotune="remarks=none" 2>&1 | FileCheck %s --check-prefix=CALLED
// CALLED: error: autotune: autotune.constant: @f: it is called in its module; inline it, or drop the attribute
// RUN: not autotune-opt %t/blocks.mlir --autotune="remarks=none" 2>&1 | FileCheck %s --check-prefix=BLOCKS
// BLOCKS: error: autotune: autotune.constant: @f: it has more than one block
// RUN: not autotune-opt %t/taken.mlir --autotune="remarks=none" 2>&1 | FileCheck %s --check-prefix=TAKEN
// TAKEN: error: autotune: autotune.constant: @f: the name of the function that packs, with _prepack added, is taken
// RUN: not autotune-opt %t/nested.mlir --pass-pipeline="builtin.module(func.func(autotune{remarks=none}))" 2>&1 | FileCheck %s --check-prefix=NESTED
// NESTED: error: autotune: autotune.constant: @f: the pass has to run on the module, to which the function that packs is added

//--- value.mlir
func.func @f(%a: tensor<4xf32> {autotune.constant = 1}) { return }

//--- memref.mlir
func.func @f(%x: f32, %a: memref<4xf32> {autotune.constant}) { return }

//--- dynamic.mlir
func.func @f(%a: tensor<?xf32> {autotune.constant}) { return }

//--- body.mlir
func.func private @f(%a: tensor<4xf32> {autotune.constant})

//--- called.mlir
func.func @f(%a: tensor<4xf32> {autotune.constant}) { return }
func.func @g(%a: tensor<4xf32>) { call @f(%a) : (tensor<4xf32>) -> () return }

//--- blocks.mlir
func.func @f(%a: tensor<4xf32> {autotune.constant}) { cf.br ^next
^next:
  return }

//--- taken.mlir
func.func @f(%a: tensor<4xf32> {autotune.constant}) { return }
func.func private @f_prepack()

//--- nested.mlir
func.func @f(%a: tensor<4xf32> {autotune.constant}) { return }
