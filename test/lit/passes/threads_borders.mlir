// A convolution whose padded input is read in place is cut along the rows of the image: what reads
// beyond it stays where it is, in whichever piece that lies, and the bits are those of one thread.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 threads=2 remarks=all" -o %t.mlir 2> %t.remarks
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: FileCheck %s < %t.mlir
// RUN: %autotune run %s --target x86-64-v3 --threads 1 --time --only-tuned --repeats 1 --outputs %t.one.npy
// RUN: %autotune run %s --target x86-64-v3 --threads 2 --time --only-tuned --repeats 1 --outputs %t.two.npy
// RUN: %autotune run %s --target x86-64-v3 --threads 7 --time --only-tuned --repeats 1 --outputs %t.seven.npy
// RUN: cmp %t.one.npy %t.two.npy
// RUN: cmp %t.one.npy %t.seven.npy
//
// REMARK: conv_2d_nhwc_hwcf tuned {{.*}}pad=border{{.*}} 2 threads: i0 in 2 pieces of 15, balance 0.97
//
// The first tile of rows and the last one are in one piece each; the others are shared.
// CHECK: scf.forall (%[[ROW:.*]]) = (0) to (29) step (15)
// CHECK: affine.max #{{.*}}(%[[ROW]])
// CHECK: } {autotune.schedule = "{{.*}}pad=border{{.*}}", autotune.threads = 2 : i64}
func.func @conv(%x: tensor<1x29x31x16xf32>, %w: tensor<3x3x16x16xf32>) -> tensor<1x29x31x16xf32> {
  %zero = arith.constant 0.0 : f32
  %padded = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zero : f32
  } : tensor<1x29x31x16xf32> to tensor<1x31x33x16xf32>
  %empty = tensor.empty() : tensor<1x29x31x16xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x29x31x16xf32>) -> tensor<1x29x31x16xf32>
  %0 = linalg.conv_2d_nhwc_hwcf {autotune.schedule = "direct(vector=i2x8, block=[5,1,16,3,3,1], kernel=[4,5,3], pad=border)"}
      ins(%padded, %w : tensor<1x31x33x16xf32>, tensor<3x3x16x16xf32>) outs(%zeros : tensor<1x29x31x16xf32>) -> tensor<1x29x31x16xf32>
  return %0 : tensor<1x29x31x16xf32>
}
