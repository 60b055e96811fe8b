// A function in which something was tuned names the processor it was tuned for. What it names
// already stays, and what was not tuned stays as it is.
//
// RUN: autotune-opt %s --autotune="target=zen4 remarks=none" | FileCheck %s --check-prefixes=CHECK,NEST,ZEN4
// RUN: autotune-opt %s --autotune="target=x86-64-v3 remarks=none" | FileCheck %s --check-prefixes=CHECK,NEST,V3
// RUN: autotune-opt %s --autotune="target=x86-64-v2 remarks=none" | FileCheck %s --check-prefixes=CHECK,NEST,V2
// RUN: autotune-opt %s --autotune="target=cascadelake,vector_bits=256,has_fma=0 remarks=none" | FileCheck %s --check-prefixes=CHECK,NEST,NARROW
//
// In a nested pass, and when a script or annotations are followed; annotating names nothing.
// RUN: autotune-opt %s --pass-pipeline="builtin.module(func.func(autotune{target=zen4 remarks=none}))" | FileCheck %s --check-prefixes=CHECK,NEST,ZEN4
// RUN: autotune-opt %s --autotune="target=zen4 emit=annotate remarks=none" | FileCheck %s --check-prefix=NONE
// RUN: autotune-opt %s --autotune="target=zen4 emit=annotate remarks=none" --autotune-kernels="target=zen4 remarks=none" | FileCheck %s --check-prefixes=CHECK,ZEN4
// RUN: autotune-opt %s --autotune="target=zen4 emit=schedule remarks=none" | FileCheck %s --check-prefix=NONE
// RUN: autotune-opt %s --autotune="target=zen4 emit=schedule remarks=none" | autotune-opt --transform-interpreter | FileCheck %s --check-prefixes=CHECK,ZEN4
//
// The attributes reach LLVM, where the code gets the instructions without -march: LLVM's vectors of
// 512 bits are not taken apart.
// RUN: autotune-opt %s --autotune="target=x86-64-v4 remarks=none" --autotune-to-llvm | mlir-translate --mlir-to-llvmir -o %t.ll
// RUN: FileCheck %s --check-prefix=LLVM < %t.ll
// RUN: clang --target=x86_64-linux-gnu -O2 -Wno-override-module -x ir %t.ll -S -o - | FileCheck %s --check-prefix=CODE
//
// NONE-NOT: target_cpu
// NONE: func.func @tuned
// NONE-NOT: target_cpu = "znver4"
//
// CHECK-LABEL: func.func @tuned(
// ZEN4-SAME: attributes {project.note = "mine", target_cpu = "znver4", target_features = #llvm.target_features<["+avx2", "+avx512f", "+avx512bw", "+avx512dq", "+avx512vl", "-prefer-256-bit", "+fma"]>}
// V3-SAME: attributes {project.note = "mine", target_cpu = "x86-64-v3", target_features = #llvm.target_features<["+avx2", "+prefer-256-bit", "+fma"]>}
// V2-SAME: attributes {project.note = "mine", target_cpu = "x86-64-v2", target_features = #llvm.target_features<["+prefer-128-bit", "-fma"]>}
// NARROW-SAME: attributes {project.note = "mine", target_cpu = "cascadelake", target_features = #llvm.target_features<["+avx2", "+avx512f", "+avx512bw", "+avx512dq", "+avx512vl", "+prefer-256-bit", "-fma"]>}
// LLVM: define {{.*}}@tuned({{.*}} [[TUNED:#[0-9]+]] {
// CODE-LABEL: tuned:
// CODE: vfmadd{{.*}}%zmm
func.func @tuned(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>)
    -> tensor<32x96xf32> attributes {project.note = "mine"} {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}

// CHECK-LABEL: func.func @nest(
// NEST-SAME: target_cpu
func.func @nest(%a: memref<64x64xf32>, %b: memref<64xf32>) {
  affine.for %i = 0 to 63 {
    affine.for %j = 0 to 64 {
      %0 = affine.load %a[%i, %j] : memref<64x64xf32>
      %1 = affine.load %b[%j] : memref<64xf32>
      %2 = arith.mulf %0, %1 : f32
      affine.store %2, %a[%i + 1, %j] : memref<64x64xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @has_cpu(
// CHECK-SAME: attributes {target_cpu = "k8"} {
func.func @has_cpu(%a: memref<64xf32>, %b: memref<64xf32>) attributes {target_cpu = "k8"} {
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<64xf32>) outs(%b : memref<64xf32>)
  return
}

// CHECK-LABEL: func.func @has_features(
// CHECK-SAME: attributes {target_features = #llvm.target_features<["+avx"]>} {
func.func @has_features(%a: memref<64xf32>, %b: memref<64xf32>)
    attributes {target_features = #llvm.target_features<["+avx"]>} {
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<64xf32>) outs(%b : memref<64xf32>)
  return
}

// CHECK-LABEL: func.func @has_passthrough(
// CHECK-SAME: attributes {passthrough = ["cold", ["target-cpu", "k8"]]} {
func.func @has_passthrough(%a: memref<64xf32>, %b: memref<64xf32>)
    attributes {passthrough = ["cold", ["target-cpu", "k8"]]} {
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<64xf32>) outs(%b : memref<64xf32>)
  return
}

// How vectors are passed depends on the features of both sides.
// CHECK-LABEL: func.func @takes_vector(
// CHECK-NOT: target_cpu
func.func @takes_vector(%v: vector<16xf32>, %a: memref<64xf32>, %b: memref<64xf32>) {
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<64xf32>) outs(%b : memref<64xf32>)
  return
}
func.func private @give_vector() -> vector<16xf32>
// CHECK-LABEL: func.func @calls_with_vector(
// CHECK-NOT: target_cpu
func.func @calls_with_vector(%a: memref<64xf32>, %b: memref<64xf32>) {
  %v = func.call @give_vector() : () -> vector<16xf32>
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<64xf32>) outs(%b : memref<64xf32>)
  return
}

// Tuned code may inline what names no processor.
// CHECK-LABEL: func.func @calls_helper(
// CHECK-SAME: target_cpu
// CHECK-LABEL: func.func private @helper(%{{.*}}: f32) -> f32 {
// CODE-LABEL: calls_helper:
// CODE-NOT: callq{{.*}}helper
func.func @calls_helper(%x: f32, %a: memref<64xf32>, %b: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %y = func.call @helper(%x) : (f32) -> f32
  memref.store %y, %a[%c0] : memref<64xf32>
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<64xf32>) outs(%b : memref<64xf32>)
  return
}
func.func private @helper(%x: f32) -> f32 {
  %y = arith.addf %x, %x : f32
  return %y : f32
}

// CHECK-LABEL: func.func @untouched(
// CHECK-SAME: %{{[a-z0-9]+}}: memref<?xf32, 1>) {
// CODE-LABEL: untouched:
func.func @untouched(%a: memref<?xf32, 1>, %b: memref<?xf32, 1>) {
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<?xf32, 1>) outs(%b : memref<?xf32, 1>)
  return
}
// LLVM: attributes [[TUNED]] = { {{.*}}"target-cpu"="x86-64-v4" "target-features"="+avx2,+avx512f,+avx512bw,+avx512dq,+avx512vl,-prefer-256-bit,+fma"
