// Sums of f16 and bf16 are kept in f32 and rounded once, where the mode lets them; a second
// run finds nothing left to do.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 remarks=all max-candidates=200" -o %t 2>&1 | FileCheck %s --check-prefix=TOLD
// RUN: FileCheck %s --input-file %t
// RUN: autotune-opt %t --autotune="target=x86-64-v3" | diff %t -
// RUN: autotune-opt %s --autotune="target=x86-64-v3 fp=strict remarks=all max-candidates=200" 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: autotune-opt %s --autotune="target=x86-64-v3 fp=source remarks=all max-candidates=200" 2>&1 | FileCheck %s --check-prefix=KEPT
// KEPT-NOT: sums are
// KEPT: func.func @product
// KEPT-NOT: f32{{$}}
// KEPT: func.func @single
//
// Without rewrites every rounding stays, and a remark says so; also of an op that is annotated.
// RUN: autotune-opt %s --autotune="target=x86-64-v3 emit=annotate remarks=all max-candidates=200" -o %t 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: autotune-opt %t --autotune-kernels="target=x86-64-v3 remarks=all" -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: autotune-opt %t --autotune="target=x86-64-v3 remarks=all max-candidates=200" -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAID
// SAID-COUNT-5: its sums are rounded after every op: they are kept in f32 where emit=ir rewrites ops that have no annotation
// SAID-NOT: its sums are

// TOLD-COUNT-5: rewritten: its sums are kept in f32 and rounded once
// TOLD-NOT: rewritten

// The multiply-adds are those of f32, and the sum is rounded before others read it.
// CHECK-LABEL: func.func @product
// CHECK: vector.fma {{.*}}xf32>
// CHECK: arith.truncf {{.*}}xf32> to vector<{{.*}}xf16>
func.func @product(%a: tensor<24x31xf16>, %b: tensor<31x32xf16>) -> tensor<24x32xf16> {
  %z = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<24x32xf16>
  %o = linalg.fill ins(%z : f16) outs(%e : tensor<24x32xf16>) -> tensor<24x32xf16>
  %r = linalg.matmul ins(%a, %b : tensor<24x31xf16>, tensor<31x32xf16>) outs(%o : tensor<24x32xf16>) -> tensor<24x32xf16>
  return %r : tensor<24x32xf16>
}

// An initial value is added to the sum, before it is rounded.
// CHECK-LABEL: func.func @initial
// CHECK: vector.fma {{.*}}xf32>
// CHECK: arith.addf {{.*}}xf32>
// CHECK: arith.truncf {{.*}}xf32> to vector<{{.*}}xbf16>
func.func @initial(%a: tensor<24x31xbf16>, %b: tensor<31x32xbf16>, %i: tensor<24x32xbf16>) -> tensor<24x32xbf16> {
  %r = linalg.matmul ins(%a, %b : tensor<24x31xbf16>, tensor<31x32xbf16>) outs(%i : tensor<24x32xbf16>) -> tensor<24x32xbf16>
  return %r : tensor<24x32xbf16>
}

// A body of several ops, with a number in it.
// CHECK-LABEL: func.func @squares
// CHECK: arith.truncf {{.*}} : {{.*}}f32{{.*}} to {{.*}}f16
func.func @squares(%a: tensor<16x40xf16>, %i: tensor<16xf16>) -> tensor<16xf16> {
  %r = linalg.generic {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (m)>], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<16x40xf16>) outs(%i : tensor<16xf16>) {
  ^bb0(%x: f16, %s: f16):
    %c = arith.constant 0.5 : f16
    %d = arith.subf %x, %c : f16
    %q = arith.mulf %d, %d : f16
    %t = arith.addf %q, %s : f16
    linalg.yield %t : f16
  } -> tensor<16xf16>
  return %r : tensor<16xf16>
}

// One with an integer that nothing reads stays: not only numbers of the sum's type are in it.
func.func @idle(%a: tensor<16x40xf16>, %i: tensor<16xf16>) -> tensor<16xf16> {
  %r = linalg.generic {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (m)>], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<16x40xf16>) outs(%i : tensor<16xf16>) {
  ^bb0(%x: f16, %s: f16):
    %c = arith.constant 3 : i32
    %t = arith.addf %s, %x : f16
    linalg.yield %t : f16
  } -> tensor<16xf16>
  return %r : tensor<16xf16>
}

// Nothing to add up: it stays.
func.func @empty(%a: tensor<4x0xf16>, %b: tensor<0x8xf16>, %i: tensor<4x8xf16>) -> tensor<4x8xf16> {
  %r = linalg.matmul ins(%a, %b : tensor<4x0xf16>, tensor<0x8xf16>) outs(%i : tensor<4x8xf16>) -> tensor<4x8xf16>
  return %r : tensor<4x8xf16>
}

// Not these: f32 sums, maxima, a body that rounds by itself, one that reads its sum twice.
func.func @single(%a: tensor<24x31xf16>, %b: tensor<31x32xf16>, %i: tensor<24x32xf32>) -> tensor<24x32xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<24x31xf16>, tensor<31x32xf16>) outs(%i : tensor<24x32xf32>) -> tensor<24x32xf32>
  return %r : tensor<24x32xf32>
}
func.func @maximum(%a: tensor<16x40xf16>, %i: tensor<16xf16>) -> tensor<16xf16> {
  %r = linalg.reduce {arith.maximumf} ins(%a : tensor<16x40xf16>) outs(%i : tensor<16xf16>) dimensions = [1]
  return %r : tensor<16xf16>
}
func.func @decay(%a: tensor<16x40xf16>, %i: tensor<16xf16>) -> tensor<16xf16> {
  %r = linalg.reduce ins(%a : tensor<16x40xf16>) outs(%i : tensor<16xf16>) dimensions = [1]
    (%x: f16, %s: f16) {
      %h = arith.mulf %s, %s : f16
      %t = arith.addf %s, %h : f16
      linalg.yield %t : f16
    }
  return %r : tensor<16xf16>
}

// The attribute of an op goes before the option.
func.func @asked(%a: tensor<24x31xf16>, %b: tensor<31x32xf16>, %i: tensor<24x32xf16>) -> tensor<24x32xf16> {
  %r = linalg.matmul {autotune.fp = "strict"} ins(%a, %b : tensor<24x31xf16>, tensor<31x32xf16>) outs(%i : tensor<24x32xf16>) -> tensor<24x32xf16>
  return %r : tensor<24x32xf16>
}

// Sums in memrefs grow in a buffer of f32, which is freed; not under strict, and not those of f32.
// CHECK-LABEL: func.func @memrefs
// CHECK: %[[SUM:.*]] = memref.alloc() : memref<24x32xf32>
// CHECK: vector.fma {{.*}}xf32>
// CHECK: arith.truncf {{.*}}xf32> to vector<{{.*}}xf16>
// CHECK: memref.dealloc %[[SUM]]
// CHECK: %[[SUM:.*]] = memref.alloc() : memref<24xf32>
// CHECK: memref.dealloc %[[SUM]]
// CHECK-NOT: memref.alloc
// CHECK-LABEL: func.func @f32_memrefs
// CHECK-NOT: memref.alloc
func.func @memrefs(%a: memref<24x31xf16>, %b: memref<31x32xf16>, %c: memref<24x32xf16>, %d: memref<24xf16>) {
  linalg.matmul ins(%a, %b : memref<24x31xf16>, memref<31x32xf16>) outs(%c : memref<24x32xf16>)
  linalg.matmul {autotune.fp = "strict"} ins(%a, %b : memref<24x31xf16>, memref<31x32xf16>) outs(%c : memref<24x32xf16>)
  linalg.reduce {arith.addf} ins(%c : memref<24x32xf16>) outs(%d : memref<24xf16>) dimensions = [1]
  return
}
func.func @f32_memrefs(%a: memref<24x31xf32>, %b: memref<31x32xf32>, %c: memref<24x32xf32>) {
  linalg.matmul ins(%a, %b : memref<24x31xf32>, memref<31x32xf32>) outs(%c : memref<24x32xf32>)
  return
}
