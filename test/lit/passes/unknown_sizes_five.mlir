// Of five unknown extents all but three are cut into pieces of 1, of a sum all but two, as every ladder multiplies the kernels, and bufferization takes
// minutes for ladders inside of ladders. Lanes keep theirs.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 model=none remarks=all" -o /dev/null 2>&1 | FileCheck %s
// RUN: %autotune run %s --target x86-64-v3 --model none --fp strict --dim 0 | FileCheck %s --check-prefix=AGREES
// RUN: %autotune run %s --target x86-64-v3 --model none --fp reassoc --dim 5 | FileCheck %s --check-prefix=AGREES
// RUN: %autotune run %s --target x86-64-v3 --model none --dim 17,1,2,3,19 | FileCheck %s --check-prefix=AGREES
// AGREES-COUNT-2: : agrees

// CHECK: linalg.reduce rewritten: loop 2 of unknown extent is cut into pieces of 64, 16, 1
// CHECK: linalg.reduce rewritten: loop 0 of unknown extent is cut into pieces of 1{{$}}
// CHECK: linalg.reduce rewritten: loop 1 of unknown extent is cut into pieces of 1{{$}}
// CHECK: linalg.reduce rewritten: loop 3 of unknown extent is cut into pieces of 128, 16, 1
func.func @sum(%a: tensor<?x?x?x?x?xf32>) -> tensor<?xf32> {
  %c2 = arith.constant 2 : index
  %n = tensor.dim %a, %c2 : tensor<?x?x?x?x?xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty(%n) : tensor<?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %r = linalg.reduce { arith.addf } ins(%a : tensor<?x?x?x?x?xf32>) outs(%f : tensor<?xf32>) dimensions = [0, 1, 3, 4]
  return %r : tensor<?xf32>
}

// CHECK: linalg.exp rewritten: loop 0 of unknown extent is cut into pieces of 1{{$}}
// CHECK: linalg.exp rewritten: loop 1 of unknown extent is cut into pieces of 1{{$}}
// CHECK: linalg.exp rewritten: loop 4 of unknown extent is cut into pieces of 64, 16, 1
func.func @exp(%a: tensor<?x?x?x?x?xf32>, %b: tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32> {
  %r = linalg.exp ins(%a : tensor<?x?x?x?x?xf32>) outs(%b : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  return %r : tensor<?x?x?x?x?xf32>
}
