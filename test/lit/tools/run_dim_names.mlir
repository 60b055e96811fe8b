// Sizes by the names of dimensions, or of the arrays that are given.
//
// By names, of which equal ones are one size.
// RUN: %autotune run %s --target zen3 --model none --function named --dim batch=3,width=21 --outputs %t.npy --quiet | FileCheck %s --check-prefix=NAMED
// NAMED: @named: agrees
// RUN: head -c 128 %t.npy | FileCheck %s --check-prefix=NAMED-SHAPE
// NAMED-SHAPE: (3, 21)
// RUN: %autotune run %s --target zen3 --model none --function named --dim 3,21 | FileCheck %s --check-prefix=NAMED

// Arrays tell their sizes.
// RUN: %autotune run %s --target zen3 --model none --function named --inputs %t.npy | FileCheck %s --check-prefix=GIVEN
// GIVEN: @named: agrees, max error 0, on the given arrays
// RUN: %autotune run %s --target zen3 --model none --function pair --inputs %t.npy --dim n=2 | FileCheck %s --check-prefix=PAIR
// PAIR: @pair: agrees

// RUN: not %autotune run %s --model none --function named --inputs %t.npy --dim batch=4 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: autotune run: --inputs: batch is 4 in --dim, and 3 in arg0{{$}}
// RUN: not %autotune run %s --model none --function pair --inputs %t.npy,%t.npy 2>&1 | FileCheck %s --check-prefix=TWO
// TWO: autotune run: --inputs: n is 3 in arg1, and 21 in arg1{{$}}
// RUN: not %autotune run %s --model none --function pair --inputs %t.npy 2>&1 | FileCheck %s --check-prefix=OPEN
// OPEN: --dim: there is no size of n; @pair has batch, width, n{{$}}
// RUN: not %autotune run %s --model none --function named --dim batch=4 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: --dim: there is no size of width; @named has batch, width{{$}}
// RUN: %python %S/Inputs/exit_code.py 2 %autotune run %s --model none --function named --dim batch=4,width=2,rows=2 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: {{^}}autotune run: --dim: no unknown size is called rows; @named has batch, width{{$}}
// RUN: not %autotune run %s --function named --dim batch=4,batch=4 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: autotune run: --dim batch=4,batch=4: batch is there twice; use
// RUN: not %autotune run %s --function named --dim batch=4,4 2>&1 | FileCheck %s --check-prefix=MIXED
// MIXED: either all sizes have names or none has
// RUN: not %autotune run %s --function named --dim batch=-1 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not %autotune run %s --function named --dim batch=99999999999999999999 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not %autotune run %s --function named --dim batch= 2>&1 | FileCheck %s --check-prefix=RANGE
// RANGE: a size is from 0 to 2147483647; use

func.func @named(%a: tensor<?x?xf32> {autotune.dims = ["batch", "width"]}, %b: tensor<?x?xf32> {autotune.dims = ["batch", "width"]}) -> tensor<?x?xf32> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<max_signed> ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%b : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

func.func @pair(%a: tensor<?x?xf32> {autotune.dims = ["batch", "width"]}, %b: tensor<?x?xf32> {autotune.dims = ["n", "n"]}) -> tensor<?x?xf32> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<negf> ins(%a : tensor<?x?xf32>) outs(%a : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
