// Loops on memrefs of i1 become vectors: a byte is an element, gathered and scattered by number.
//
// RUN: autotune-opt %s --autotune="target=zen4 remarks=all" 2>&1 | FileCheck %s
// RUN: %autotune run %s --check --target x86-64-v3
// RUN: %autotune run %s --check --target x86-64

// CHECK: affine.for rewritten: {{.*}}vectors along the innermost loop
// CHECK-LABEL: @masks
// CHECK: vector.gather %arg2[%{{.*}}] [%[[NUMBERS:.*]]], {{.*}} : memref<77xi1>
// CHECK: vector.scatter %arg3[%{{.*}}] [%[[NUMBERS]]], {{.*}} : memref<77xi1>
func.func @masks(%a: memref<77xf32>, %b: memref<77xf32>, %m: memref<77xi1>, %o: memref<77xi1>, %s: memref<77xf32>) {
  affine.for %i = 0 to 77 {
    %x = affine.load %a[%i] : memref<77xf32>
    %y = affine.load %b[%i] : memref<77xf32>
    %k = affine.load %m[%i] : memref<77xi1>
    %c = arith.cmpf olt, %x, %y : f32
    %n = arith.andi %c, %k : i1
    affine.store %n, %o[%i] : memref<77xi1>
    %v = arith.select %k, %x, %y : f32
    affine.store %v, %s[%i] : memref<77xf32>
  }
  return
}
