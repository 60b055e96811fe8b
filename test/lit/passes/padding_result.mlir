// A tensor.pad that is fused with nothing is written once, straight into its result, by threads in
// shares.
//
// RUN: autotune-opt %s --autotune="target=zen4 remarks=none" | FileCheck %s
// RUN: autotune-opt %s --autotune="target=zen4 threads=2 remarks=none" | FileCheck %s --check-prefix=THREADS
// RUN: %autotune run %s --check --target x86-64-v3 --threads 2

// CHECK-LABEL: @rows
// CHECK: tensor.empty() : tensor<1x66x66x53xf32>
// CHECK-NOT: tensor.empty()
// CHECK: return
// THREADS-LABEL: @rows
// THREADS: tensor.empty() : tensor<1x66x66x53xf32>
// THREADS-NEXT: scf.forall (%{{.*}}) = (0) to (66) step (33)
// THREADS-NOT: scf.forall (
// THREADS-NOT: tensor.empty()
// THREADS: return
func.func @rows(%x: tensor<1x64x64x53xf32>) -> tensor<1x66x66x53xf32> {
  %c = arith.constant 1.5 : f32
  %p = tensor.pad %x low[0, 1, 0, 0] high[0, 1, 2, 0] {
  ^bb0(%a: index, %b: index, %d: index, %e: index):
    tensor.yield %c : f32
  } : tensor<1x64x64x53xf32> to tensor<1x66x66x53xf32>
  return %p : tensor<1x66x66x53xf32>
}
