// Parts of a concatenation are computed where they belong.
//
// RUN: autotune-opt --autotune-bufferize-loops --autotune-join-in-place %s | FileCheck %s

// Two nests, one view each; the whole is read as a tensor that nobody may write.
// CHECK-LABEL: func.func @two(
// CHECK: %[[ALL:.*]] = memref.alloc() {alignment = 64 : i64} : memref<48xi8>
// CHECK: %[[A:.*]] = memref.view %[[ALL]][%{{.*}}][] : memref<48xi8> to memref<8xf32>
// CHECK: scf.for
// CHECK: memref.store {{.*}}, %[[A]][
// CHECK: %[[B:.*]] = memref.view %[[ALL]][%[[AT:.*]]][] : memref<48xi8> to memref<4xf32>
// CHECK: scf.for
// CHECK: memref.store {{.*}}, %[[B]][
// CHECK-NOT: tensor.concat
// CHECK: %[[R:.*]] = memref.view %[[ALL]][%{{.*}}][] : memref<48xi8> to memref<12xf32>
// CHECK: bufferization.to_tensor %[[R]] restrict : memref<12xf32>
// CHECK: linalg.elementwise kind=#linalg.elementwise_kind<abs>
func.func @two(%x: f32, %out: tensor<12xf32>) -> tensor<12xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %e = tensor.empty() : tensor<8xf32>
  %a = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = %e) -> (tensor<8xf32>) {
    %n = tensor.insert %x into %t[%i] : tensor<8xf32>
    scf.yield %n : tensor<8xf32>
  }
  %f = tensor.empty() : tensor<4xf32>
  %b = scf.for %i = %c0 to %c4 step %c1 iter_args(%t = %f) -> (tensor<4xf32>) {
    %n = tensor.insert %x into %t[%i] : tensor<4xf32>
    scf.yield %n : tensor<4xf32>
  }
  %c = tensor.concat dim(0) %a, %b : (tensor<8xf32>, tensor<4xf32>) -> tensor<12xf32>
  %r = linalg.elementwise kind=#linalg.elementwise_kind<abs> ins(%c : tensor<12xf32>) outs(%out : tensor<12xf32>) -> tensor<12xf32>
  return %r : tensor<12xf32>
}

// The last dimension: rows with the stride of the whole. A write outside of loops goes there too.
// The other part is an argument and is copied. What is returned is a buffer of its type.
// CHECK-LABEL: func.func @columns(
// CHECK-SAME: %[[OTHER:[a-z0-9]+]]: tensor<3x2xf32>
// CHECK: %[[ALL:.*]] = memref.alloc() {alignment = 64 : i64} : memref<3x7xf32>
// CHECK: %[[A:.*]] = memref.reinterpret_cast %[[ALL]] to offset: [2], sizes: [3, 5], strides: [7, 1]
// CHECK: scf.for
// CHECK: memref.store {{.*}}, %[[A]][
// CHECK: memref.store
// CHECK: %[[P:.*]] = memref.reinterpret_cast %[[ALL]] to offset: [0], sizes: [3, 2], strides: [7, 1]
// CHECK: bufferization.materialize_in_destination %[[OTHER]] in restrict writable %[[P]]
// CHECK-NOT: materialize_in_destination
// CHECK: %[[R:.*]] = bufferization.to_tensor %[[ALL]] restrict
// CHECK: return %[[R]]
func.func @columns(%x: f32, %other: tensor<3x2xf32>) -> tensor<3x7xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %e = tensor.empty() : tensor<3x5xf32>
  %a = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %e) -> (tensor<3x5xf32>) {
    %n = tensor.insert %x into %t[%i, %c2] : tensor<3x5xf32>
    scf.yield %n : tensor<3x5xf32>
  }
  %b = tensor.insert %x into %a[%c0, %c0] : tensor<3x5xf32>
  %c = tensor.concat dim(1) %other, %b : (tensor<3x2xf32>, tensor<3x5xf32>) -> tensor<3x7xf32>
  return %c : tensor<3x7xf32>
}

// A part that is returned too keeps its buffer; nothing is left to write in place.
// CHECK-LABEL: func.func @returned(
// CHECK: tensor.concat
func.func @returned(%x: f32, %other: tensor<2xf32>) -> (tensor<8xf32>, tensor<10xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %e = tensor.empty() : tensor<8xf32>
  %a = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = %e) -> (tensor<8xf32>) {
    %n = tensor.insert %x into %t[%i] : tensor<8xf32>
    scf.yield %n : tensor<8xf32>
  }
  %c = tensor.concat dim(0) %a, %other : (tensor<8xf32>, tensor<2xf32>) -> tensor<10xf32>
  return %a, %c : tensor<8xf32>, tensor<10xf32>
}

// A concatenation whose parts lie side by side in a longer one is a view of it; an insertion that
// leaves a gap stays.
// CHECK-LABEL: func.func @growing(
// CHECK: memref.alloc() {{.*}} : memref<96xi8>
// CHECK: memref.view {{.*}} : memref<96xi8> to memref<8xf32>
// CHECK: memref.view {{.*}} : memref<96xi8> to memref<8xf32>
// CHECK: %[[TWO:.*]] = memref.view {{.*}} : memref<96xi8> to memref<16xf32>
// CHECK: %[[T:.*]] = bufferization.to_tensor %[[TWO]] restrict
// CHECK: %[[READ:.*]] = bufferization.to_buffer %[[T]] read_only
// CHECK: memref.load %[[READ]]
// CHECK: memref.view {{.*}} : memref<96xi8> to memref<24xf32>
// CHECK: tensor.insert_slice
func.func @growing(%x: f32, %i: index, %gap: tensor<25xf32>) -> tensor<25xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %e = tensor.empty() : tensor<8xf32>
  %a = scf.for %j = %c0 to %c8 step %c1 iter_args(%t = %e) -> (tensor<8xf32>) {
    %n = tensor.insert %x into %t[%j] : tensor<8xf32>
    scf.yield %n : tensor<8xf32>
  }
  %f = tensor.empty() : tensor<8xf32>
  %b = scf.for %j = %c0 to %c8 step %c1 iter_args(%t = %f) -> (tensor<8xf32>) {
    %n = tensor.insert %x into %t[%j] : tensor<8xf32>
    scf.yield %n : tensor<8xf32>
  }
  %ab = tensor.concat dim(0) %a, %b : (tensor<8xf32>, tensor<8xf32>) -> tensor<16xf32>
  %g = tensor.empty() : tensor<8xf32>
  %c = scf.for %j = %c0 to %c8 step %c1 iter_args(%t = %g) -> (tensor<8xf32>) {
    %y = tensor.extract %ab[%i] : tensor<16xf32>
    %n = tensor.insert %y into %t[%j] : tensor<8xf32>
    scf.yield %n : tensor<8xf32>
  }
  %h = tensor.empty() : tensor<24xf32>
  %0 = tensor.insert_slice %c into %h[16] [8] [1] : tensor<8xf32> into tensor<24xf32>
  %1 = tensor.insert_slice %a into %0[0] [8] [1] : tensor<8xf32> into tensor<24xf32>
  %2 = tensor.insert_slice %b into %1[8] [8] [1] : tensor<8xf32> into tensor<24xf32>
  %3 = tensor.insert_slice %2 into %gap[1] [24] [1] : tensor<24xf32> into tensor<25xf32>
  return %3 : tensor<25xf32>
}

// A part that is one column would be read without vectors: it keeps its buffer.
// CHECK-LABEL: func.func @column(
// CHECK: memref.alloc() {{.*}} : memref<3x1xf64>
// CHECK: tensor.concat dim(1)
func.func @column(%x: f64, %other: tensor<3x2xf64>) -> tensor<3x3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %e = tensor.empty() : tensor<3x1xf64>
  %a = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %e) -> (tensor<3x1xf64>) {
    %n = tensor.insert %x into %t[%i, %c0] : tensor<3x1xf64>
    scf.yield %n : tensor<3x1xf64>
  }
  %c = tensor.concat dim(1) %other, %a : (tensor<3x2xf64>, tensor<3x1xf64>) -> tensor<3x3xf64>
  return %c : tensor<3x3xf64>
}

// Integers; the nest writes another shape than the one that is joined.
// CHECK-LABEL: func.func @expanded(
// CHECK: %[[ALL:.*]] = memref.alloc() {{.*}} : memref<7x4xi16>
// CHECK: memref.reinterpret_cast %[[ALL]] to offset: [{{[0-9]+}}], sizes: [20], strides: [1]
// CHECK: memref.store
// CHECK-NOT: tensor.concat
// CHECK: return
func.func @expanded(%x: i16, %other: tensor<2x4xi16>) -> tensor<7x4xi16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c20 = arith.constant 20 : index
  %e = tensor.empty() : tensor<20xi16>
  %a = scf.for %i = %c0 to %c20 step %c1 iter_args(%t = %e) -> (tensor<20xi16>) {
    %n = tensor.insert %x into %t[%i] : tensor<20xi16>
    scf.yield %n : tensor<20xi16>
  }
  %b = tensor.expand_shape %a [[0, 1]] output_shape [5, 4] : tensor<20xi16> into tensor<5x4xi16>
  %c = tensor.concat dim(0) %b, %other : (tensor<5x4xi16>, tensor<2x4xi16>) -> tensor<7x4xi16>
  return %c : tensor<7x4xi16>
}
