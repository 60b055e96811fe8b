// Packed elements of i1 are read one by one, lanes side by side.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 remarks=none schedule=direct(vector=i0x8,block=[8,1],pack=[0:0])" | FileCheck %s

// CHECK-LABEL: @packed
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C7:.*]] = arith.constant 7 : index
// CHECK: %[[PACK:.*]] = memref.alloc()
// CHECK: memref.load %[[PACK]][%{{.*}}, %[[C0]]]
// CHECK: memref.load %[[PACK]][%{{.*}}, %[[C1]]]
// CHECK: memref.load %[[PACK]][%{{.*}}, %[[C7]]]
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
