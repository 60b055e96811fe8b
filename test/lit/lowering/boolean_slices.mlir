// Each second element of tensors of i1, which kernels read and write as vectors: elements that do not lie side by side are loaded
// and stored one by one, those that a mask leaves out are not.
//
// RUN: %autotune run %s --check --schedule "direct(vector=i1x16, block=[1,16], remainder=mask)"
// RUN: %autotune run %s --check --schedule "direct(vector=i1x16, block=[1,32])"
// RUN: autotune-opt %s --autotune="target=zen4 remarks=none model=none" --autotune-to-llvm | FileCheck %s
//
// CHECK-LABEL: @read
// CHECK-NOT: vector.gather
// CHECK: llvm.load {{.*}} -> i1

func.func @read(%x: tensor<5x75xi1>) -> tensor<5x37xi1> {
  %s = tensor.extract_slice %x[0, 0] [5, 37] [1, 2] : tensor<5x75xi1> to tensor<5x37xi1>
  %e = tensor.empty() : tensor<5x37xi1>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%s : tensor<5x37xi1>) outs(%e : tensor<5x37xi1>) {
  ^bb0(%a: i1, %o: i1):
    %t = arith.constant true
    %y = arith.xori %a, %t : i1
    linalg.yield %y : i1
  } -> tensor<5x37xi1>
  return %r : tensor<5x37xi1>
}

func.func @write(%x: memref<5x37xi1>, %y: memref<5x75xi1>) {
  %s = memref.subview %y[0, 0] [5, 37] [1, 2] : memref<5x75xi1> to memref<5x37xi1, strided<[75, 2]>>
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%x : memref<5x37xi1>) outs(%s : memref<5x37xi1, strided<[75, 2]>>) {
  ^bb0(%a: i1, %o: i1):
    %z = arith.xori %a, %o : i1
    linalg.yield %z : i1
  }
  return
}
