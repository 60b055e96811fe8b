// Tensors that two nests share keep their value semantics once the nests are buffers.
//
// RUN: autotune-opt --llvm-request-c-wrappers --autotune-to-llvm %s \
// RUN:   | mlir-runner -e main -entry-point-result=void \
// RUN:     -shared-libs=%mlir_lib_dir/libmlir_runner_utils.so | FileCheck %s
//
// CHECK: [7, 7, 7, 7]
// CHECK: [2, 2, 2, 2]
// CHECK: [1, 1, 1, 1]
// CHECK: [2, 2, 2, 2]
// CHECK: [7, 7, 2, 2]
// CHECK: [2, 2, 7, 7]
// CHECK: {{^}}[
// CHECK-SAME: [7, 7]
// CHECK-NEXT: [2, 2]
// CHECK: {{^}}[
// CHECK-SAME: [2, 2]
// CHECK-NEXT: [7, 7]
func.func private @printMemrefF32(tensor<*xf32>)

// %x in every element, written over `into`.
func.func private @scale(%into: tensor<4xf32>, %x: f32) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%t = %into) -> (tensor<4xf32>) {
    %old = tensor.extract %t[%i] : tensor<4xf32>
    %y = arith.mulf %old, %x : f32
    %n = tensor.insert %y into %t[%i] : tensor<4xf32>
    scf.yield %n : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %two = arith.constant 2.0 : f32
  %seven = arith.constant 7.0 : f32
  %ones = arith.constant dense<1.0> : tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  // Both nests start from the same tensor.empty.
  %a = scf.for %i = %c0 to %c4 step %c1 iter_args(%t = %e) -> (tensor<4xf32>) {
    %n = tensor.insert %seven into %t[%i] : tensor<4xf32>
    scf.yield %n : tensor<4xf32>
  }
  %b = scf.for %i = %c0 to %c4 step %c1 iter_args(%t = %e) -> (tensor<4xf32>) {
    %n = tensor.insert %two into %t[%i] : tensor<4xf32>
    scf.yield %n : tensor<4xf32>
  }
  // Reads and writes the same constant.
  %c = scf.for %i = %c0 to %c4 step %c1 iter_args(%t = %ones) -> (tensor<4xf32>) {
    %x = tensor.extract %ones[%i] : tensor<4xf32>
    %y = arith.addf %x, %x : f32
    %n = tensor.insert %y into %t[%i] : tensor<4xf32>
    scf.yield %n : tensor<4xf32>
  }
  %d = func.call @scale(%ones, %two) : (tensor<4xf32>, f32) -> tensor<4xf32>
  %pa = tensor.cast %a : tensor<4xf32> to tensor<*xf32>
  %pb = tensor.cast %b : tensor<4xf32> to tensor<*xf32>
  %p1 = tensor.cast %ones : tensor<4xf32> to tensor<*xf32>
  %pc = tensor.cast %c : tensor<4xf32> to tensor<*xf32>
  func.call @printMemrefF32(%pa) : (tensor<*xf32>) -> ()
  func.call @printMemrefF32(%pb) : (tensor<*xf32>) -> ()
  func.call @printMemrefF32(%p1) : (tensor<*xf32>) -> ()
  func.call @printMemrefF32(%pc) : (tensor<*xf32>) -> ()
  func.call @writes_before_nests() : () -> ()
  func.call @writes_into_views() : () -> ()
  return
}

// Two chains begin with a write into the same tensor.empty and go on in a nest each.
func.func private @writes_before_nests() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %two = arith.constant 2.0 : f32
  %seven = arith.constant 7.0 : f32
  %twos = arith.constant dense<2.0> : vector<2xf32>
  %sevens = arith.constant dense<7.0> : vector<2xf32>
  %e = tensor.empty() : tensor<4xf32>
  %a0 = vector.transfer_write %sevens, %e[%c0] : vector<2xf32>, tensor<4xf32>
  %a = scf.for %i = %c2 to %c4 step %c1 iter_args(%t = %a0) -> (tensor<4xf32>) {
    %n = tensor.insert %two into %t[%i] : tensor<4xf32>
    scf.yield %n : tensor<4xf32>
  }
  %b0 = vector.transfer_write %twos, %e[%c0] : vector<2xf32>, tensor<4xf32>
  %b = scf.for %i = %c2 to %c4 step %c1 iter_args(%t = %b0) -> (tensor<4xf32>) {
    %n = tensor.insert %seven into %t[%i] : tensor<4xf32>
    scf.yield %n : tensor<4xf32>
  }
  %pa = tensor.cast %a : tensor<4xf32> to tensor<*xf32>
  %pb = tensor.cast %b : tensor<4xf32> to tensor<*xf32>
  func.call @printMemrefF32(%pa) : (tensor<*xf32>) -> ()
  func.call @printMemrefF32(%pb) : (tensor<*xf32>) -> ()
  return
}

// The same through a view of the tensor.empty.
func.func private @writes_into_views() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %two = arith.constant 2.0 : f32
  %seven = arith.constant 7.0 : f32
  %twos = arith.constant dense<2.0> : vector<2xf32>
  %sevens = arith.constant dense<7.0> : vector<2xf32>
  %e = tensor.empty() : tensor<4xf32>
  %v = tensor.expand_shape %e [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  %a0 = vector.transfer_write %sevens, %v[%c0, %c0] : vector<2xf32>, tensor<2x2xf32>
  %a = scf.for %i = %c0 to %c2 step %c1 iter_args(%t = %a0) -> (tensor<2x2xf32>) {
    %n = tensor.insert %two into %t[%c1, %i] : tensor<2x2xf32>
    scf.yield %n : tensor<2x2xf32>
  }
  %b0 = vector.transfer_write %twos, %v[%c0, %c0] : vector<2xf32>, tensor<2x2xf32>
  %b = scf.for %i = %c0 to %c2 step %c1 iter_args(%t = %b0) -> (tensor<2x2xf32>) {
    %n = tensor.insert %seven into %t[%c1, %i] : tensor<2x2xf32>
    scf.yield %n : tensor<2x2xf32>
  }
  %pa = tensor.cast %a : tensor<2x2xf32> to tensor<*xf32>
  %pb = tensor.cast %b : tensor<2x2xf32> to tensor<*xf32>
  func.call @printMemrefF32(%pa) : (tensor<*xf32>) -> ()
  func.call @printMemrefF32(%pb) : (tensor<*xf32>) -> ()
  return
}
