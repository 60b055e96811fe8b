// Dimensions of unknown size: the sizes of a call. What the code computes is test_unknown_sizes.
// RUN: %autotune run %s --target zen3 --model none --dim 37 | FileCheck %s --check-prefix=ALL
// ALL: @rows: agrees
// ALL: @terms: agrees
// ALL: {{^}}5 ops tuned, 0 untouched; 2 functions, 0 failures
// RUN: %autotune run %s --target zen3 --model none --function rows --dim 0 | FileCheck %s --check-prefix=EMPTY
// EMPTY: @rows: agrees, as no result has an element

// One size for what the op needs to be equal.
// RUN: %autotune run %s --target zen3 --model none --function terms --dim 150 --fp strict | FileCheck %s --check-prefix=EACH
// EACH: @terms: agrees, max error 0,

// One compilation for several calls.
// RUN: %autotune run %s --target zen3 --model none --function rows --dim 5/0/64 | FileCheck %s --check-prefix=CALLS
// CALLS: {{^}}--dim 5{{$}}
// CALLS-NEXT: @rows: agrees, max error
// CALLS-NEXT: {{^}}--dim 0{{$}}
// CALLS-NEXT: @rows: agrees, as no result has an element
// CALLS-NEXT: {{^}}--dim 64{{$}}
// CALLS-NEXT: @rows: agrees, max error
// CALLS-NEXT: {{^}}5 ops tuned, 0 untouched; 1 function, 0 failures
// RUN: %autotune run %s --target zen3 --model none --function rows --dim 5/9 --json | FileCheck %s --check-prefix=CALLS-JSON
// CALLS-JSON: "dim": "5"
// CALLS-JSON: "dim": "9"
// RUN: not %autotune run %s --function rows --dim 5/ 2>&1 | FileCheck %s --check-prefix=NO-CALL
// NO-CALL: {{^}}autotune run: --dim : a size is from 0
// RUN: not %autotune run %s --function rows --dim 5/9 --model none --outputs %t.npy 2>&1 | FileCheck %s --check-prefix=ONE-CALL
// ONE-CALL: {{^}}autotune run: --dim 5/9: the sizes of one call alone with --inputs, --outputs, --profile and --report{{$}}

// What the function leaves has the size of the call.
// RUN: %autotune run %s --target zen3 --model none --function rows --dim 5 --outputs %t.npy --quiet
// RUN: head -c 128 %t.npy | FileCheck %s --check-prefix=SHAPE
// SHAPE: (5, 19)

// A profile is of one call.
// RUN: %autotune run %s --target zen3 --model none --function rows --dim 87 --profile --repeats 1 | FileCheck %s --check-prefix=PROFILE
// PROFILE: @rows: {{.*}}, the median of 1 call
// PROFILE: matmul 64x19 over 23 f32, 2 runs
// PROFILE-NOT: matmul

// RUN: not %autotune run %s --function rows --dim x 2>&1 | FileCheck %s --check-prefix=NUMBER
// NUMBER: autotune run: --dim x: a size is from 0 to 2147483647; use NAME=SIZE or SIZE, joined by commas{{$}}
// RUN: not %autotune run %s --function rows --dim 1,2 --model none 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: {{^}}autotune run: --dim: 2 sizes, and the arguments of @rows have 1 unknown one
// RUN: not %autotune run %s --function rows --model none 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: the shape is not static; give each ? a size by --dim{{$}}
// RUN: not %autotune run %S/Inputs/profile.mlir --dim 3 2>&1 | FileCheck %s --check-prefix=UNUSED
// UNUSED: {{^}}autotune run: --dim: no argument has a dimension of unknown size; remove it{{$}}

func.func @rows(%a: tensor<?x23xf32>, %b: tensor<23x19xf32>) -> tensor<?x19xf32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %n = tensor.dim %a, %c0 : tensor<?x23xf32>
  %e = tensor.empty(%n) : tensor<?x19xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<?x19xf32>) -> tensor<?x19xf32>
  %r = linalg.matmul ins(%a, %b : tensor<?x23xf32>, tensor<23x19xf32>) outs(%i : tensor<?x19xf32>) -> tensor<?x19xf32>
  return %r : tensor<?x19xf32>
}

// The destination is an argument with values of its own.
func.func @terms(%a: tensor<5x?xf32>, %b: tensor<?x19xf32>, %c: tensor<5x19xf32>) -> tensor<5x19xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<5x?xf32>, tensor<?x19xf32>) outs(%c : tensor<5x19xf32>) -> tensor<5x19xf32>
  return %r : tensor<5x19xf32>
}
