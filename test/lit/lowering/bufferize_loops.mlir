// RUN: autotune-opt --autotune-bufferize-loops %s | FileCheck %s

// A nest that writes a new tensor and reads two others: one buffer each, no tensor in the loops.
// CHECK-LABEL: func.func @row_sums(
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor<8x16xf32>
// CHECK: %[[OUT:.*]] = memref.alloc() {alignment = 64 : i64} : memref<8xf32>
// CHECK: %[[IN:.*]] = bufferization.to_buffer %[[A]] read_only : tensor<8x16xf32> to memref<8x16xf32>
// CHECK: scf.for
// CHECK-NOT: tensor
// CHECK: vector.transfer_read %[[IN]]
// CHECK: memref.store {{.*}}, %[[OUT]]
// CHECK-NOT: scf.yield
// CHECK: bufferization.to_tensor %[[OUT]] restrict writable
func.func @row_sums(%a: tensor<8x16xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = %e) -> (tensor<8xf32>) {
    %v = vector.transfer_read %a[%i, %c0], %zero {in_bounds = [true]} : tensor<8x16xf32>, vector<16xf32>
    %s = vector.reduction <add>, %v : vector<16xf32> into f32
    %n = tensor.insert %s into %t[%i] : tensor<8xf32>
    scf.yield %n : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// Conditions keep the buffer of their operands.
// CHECK-LABEL: func.func @condition(
// CHECK: scf.for
// CHECK: scf.if
// CHECK-NEXT: vector.transfer_write {{.*}} memref<8xf32>
// CHECK-NOT: tensor.
func.func @condition(%a: tensor<8xf32>, %p: i1) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %v = arith.constant dense<1.0> : vector<4xf32>
  %r = scf.for %i = %c0 to %c8 step %c4 iter_args(%t = %a) -> (tensor<8xf32>) {
    %n = scf.if %p -> (tensor<8xf32>) {
      %w = vector.transfer_write %v, %t[%i] {in_bounds = [true]} : vector<4xf32>, tensor<8xf32>
      scf.yield %w : tensor<8xf32>
    } else {
      scf.yield %t : tensor<8xf32>
    }
    scf.yield %n : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// The read of %t after the write needs the old contents: left to the general analysis.
// CHECK-LABEL: func.func @old_version(
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> (tensor<8xf32>)
func.func @old_version(%a: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1.0 : f32
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = %a) -> (tensor<8xf32>) {
    %n = tensor.insert %one into %t[%i] : tensor<8xf32>
    %old = tensor.extract %t[%i] : tensor<8xf32>
    %m = tensor.insert %old into %n[%c0] : tensor<8xf32>
    scf.yield %m : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// A tensor from outside that changes without being carried: left alone as well.
// CHECK-LABEL: func.func @not_carried(
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> (tensor<8xf32>)
func.func @not_carried(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1.0 : f32
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = %a) -> (tensor<8xf32>) {
    %o = tensor.insert %one into %b[%c0] : tensor<8xf32>
    %x = tensor.extract %o[%i] : tensor<8xf32>
    %n = tensor.insert %x into %t[%i] : tensor<8xf32>
    scf.yield %n : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// Without a loop, a chain of writes is a nest of one turn.
// CHECK-LABEL: func.func @chain(
// CHECK: %[[OUT:.*]] = memref.alloc() {alignment = 64 : i64} : memref<16xf32>
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %c1{{.*}} step %c1{{.*}} {
// CHECK-COUNT-7: memref.store {{.*}}, %[[OUT]]
// CHECK: vector.transfer_write {{.*}}, %[[OUT]]
// CHECK-NOT: tensor
// CHECK: bufferization.to_tensor %[[OUT]] restrict writable
func.func @chain(%x: f32, %v: vector<8xf32>) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %e = tensor.empty() : tensor<16xf32>
  %0 = tensor.insert %x into %e[%c0] : tensor<16xf32>
  %1 = tensor.insert %x into %0[%c1] : tensor<16xf32>
  %2 = tensor.insert %x into %1[%c0] : tensor<16xf32>
  %3 = tensor.insert %x into %2[%c1] : tensor<16xf32>
  %4 = tensor.insert %x into %3[%c0] : tensor<16xf32>
  %5 = tensor.insert %x into %4[%c1] : tensor<16xf32>
  %6 = tensor.insert %x into %5[%c0] : tensor<16xf32>
  %7 = vector.transfer_write %v, %6[%c8] {in_bounds = [true]} : vector<8xf32>, tensor<16xf32>
  return %7 : tensor<16xf32>
}

// Somebody reads what was written half way: two short chains stay for the general analysis.
// CHECK-LABEL: func.func @read_between(
// CHECK-NOT: scf.for
// CHECK: return
func.func @read_between(%x: f32, %e: tensor<16xf32>) -> (tensor<16xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.insert %x into %e[%c0] : tensor<16xf32>
  %1 = tensor.insert %x into %0[%c1] : tensor<16xf32>
  %2 = tensor.insert %x into %1[%c0] : tensor<16xf32>
  %3 = tensor.insert %x into %2[%c1] : tensor<16xf32>
  %4 = tensor.insert %x into %3[%c0] : tensor<16xf32>
  %r = tensor.extract %4[%c0] : tensor<16xf32>
  %5 = tensor.insert %x into %4[%c1] : tensor<16xf32>
  %6 = tensor.insert %x into %5[%c0] : tensor<16xf32>
  %7 = tensor.insert %r into %6[%c1] : tensor<16xf32>
  return %7, %r : tensor<16xf32>, f32
}
