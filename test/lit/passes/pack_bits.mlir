// Packed elements of i1 are written and read in vectors, transposed between.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 remarks=none schedule=direct(vector=i0x8,block=[8,1],pack=[0:0])" | FileCheck %s

// CHECK-LABEL: @packed
// CHECK: %[[PACK:.*]] = memref.alloc()
// CHECK-NOT: memref.{{load|store}} %[[PACK]]
// CHECK: vector.gather %arg0
// CHECK: vector.shuffle
// CHECK: vector.scatter %[[PACK]]
// CHECK-NOT: memref.{{load|store}} %[[PACK]]
// CHECK: vector.gather %[[PACK]]
// CHECK: vector.scatter %arg1
#straight = affine_map<(d0, d1) -> (d0, d1)>
#transposed = affine_map<(d0, d1) -> (d1, d0)>
func.func @packed(%a: memref<8x64xi1>, %b: memref<64x8xi1>) {
  linalg.generic {indexing_maps = [#straight, #transposed], iterator_types = ["parallel", "parallel"]}
    ins(%a : memref<8x64xi1>) outs(%b : memref<64x8xi1>) {
  ^bb0(%x: i1, %y: i1):
    %0 = arith.andi %x, %x : i1
    linalg.yield %0 : i1
  }
  return
}

// So are panels that end within a vector.
// RUN: %autotune run %s --check --function panels --target x86-64-v3 --schedule "direct(vector=i1x16, block=[1,16], order2=[1,0], pack=[0:1,1:1], remainder=pad)"
func.func @panels(%a: tensor<19x5xi1>, %b: tensor<19xi1>) -> tensor<5x19xi1> {
  %e = tensor.empty() : tensor<5x19xi1>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<19x5xi1>, tensor<19xi1>) outs(%e : tensor<5x19xi1>) {
  ^bb0(%x: i1, %y: i1, %o: i1):
    %0 = arith.andi %x, %y : i1
    linalg.yield %0 : i1
  } -> tensor<5x19xi1>
  return %r : tensor<5x19xi1>
}
