// What is computed of constant arguments alone becomes a function of its own.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 remarks=all schedule={direct(vector=i1x8, block=[4,16,1], pack=[1:0])}" \
// RUN:   2> %t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// REMARK: func.func rewritten: @shared_prepack makes 3 values of 3 constant arguments of @shared, which takes them in their places
// REMARK: func.func rewritten: @unread_prepack makes 0 values of 1 constant argument of @unread
//
// A second run finds nothing to do.
// RUN: autotune-opt %s --autotune="target=x86-64-v3 remarks=none" -o %t.once
// RUN: autotune-opt %t.once --autotune="target=x86-64-v3 remarks=none" | diff %t.once -
//
// So do annotations that are followed later.
// RUN: autotune-opt %s --autotune="target=x86-64-v3 emit=annotate" | FileCheck %s --check-prefix=ANNOTATED
// ANNOTATED: func.func @packed({{.*}} {autotune.constant, my.note}
// ANNOTATED-NOT: _prepack
// RUN: autotune-opt %s --autotune="target=x86-64-v3 emit=annotate" | autotune-opt --autotune-kernels | FileCheck %s --check-prefix=KERNELS
// KERNELS: func.func @packed_prepack(
//
// The result lowers to code with the C interface of both.
// RUN: autotune-opt %s --autotune="target=x86-64-v3 remarks=none" --autotune-to-llvm | FileCheck %s --check-prefix=C
// C-DAG: llvm.func @_mlir_ciface_packed(
// C-DAG: llvm.func @_mlir_ciface_packed_prepack(

// CHECK-LABEL: func.func @packed(
// CHECK-SAME: %{{.+}}: tensor<13x70xf32>, %[[W:.+]]: tensor<4x70x16xf32> {autotune.packed}) -> tensor<13x53xf32> attributes {llvm.emit_c_interface
// CHECK-NOT: tensor<70x53xf32>
// CHECK: vector.transfer_read %[[W]]
// CHECK-NOT: tensor<70x53xf32>
// CHECK-LABEL: func.func @packed_prepack(
// CHECK-SAME: %[[PLAIN:.+]]: tensor<70x53xf32> {my.note}) -> tensor<4x70x16xf32> attributes {llvm.emit_c_interface
// CHECK: vector.transfer_read %[[PLAIN]]
// CHECK: return %{{.+}} : tensor<4x70x16xf32>
func.func @packed(%x: tensor<13x70xf32>, %w: tensor<70x53xf32> {autotune.constant, my.note}) -> tensor<13x53xf32>
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<13x53xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<13x53xf32>) -> tensor<13x53xf32>
  %r = linalg.matmul ins(%x, %w : tensor<13x70xf32>, tensor<70x53xf32>) outs(%init : tensor<13x53xf32>) -> tensor<13x53xf32>
  return %r : tensor<13x53xf32>
}

// One is packed and read as it is, two make one value, which takes the place of the second.
// CHECK-LABEL: func.func @shared(
// CHECK-SAME: %{{.+}}: tensor<13x70xf32>, %{{.+}}: tensor<70x53xf32> {autotune.packed},
// CHECK-SAME: %{{.+}}: tensor<4x70x16xf32> {autotune.packed}, %{{.+}}: index {my.size}, %{{.+}}: tensor<53xf32> {autotune.packed})
// CHECK-NOT: arith.mulf
// CHECK-LABEL: func.func @shared_prepack(
// CHECK-SAME: %[[W:.+]]: tensor<70x53xf32>, %{{.+}}: tensor<53xf32>, %{{.+}}: tensor<53xf32>) -> (tensor<70x53xf32>, tensor<4x70x16xf32>, tensor<53xf32>)
// CHECK: arith.mulf
// CHECK: return %[[W]], %{{.+}}, %{{.+}} :
func.func @shared(%x: tensor<13x70xf32>, %w: tensor<70x53xf32> {autotune.constant}, %u: tensor<53xf32> {autotune.constant},
                  %n: index {my.size}, %v: tensor<53xf32> {autotune.constant}) -> (tensor<13x53xf32>, f32, tensor<53xf32>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<13x53xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<13x53xf32>) -> tensor<13x53xf32>
  %r = linalg.matmul ins(%x, %w : tensor<13x70xf32>, tensor<70x53xf32>) outs(%init : tensor<13x53xf32>) -> tensor<13x53xf32>
  %element = tensor.extract %w[%n, %n] : tensor<70x53xf32>
  %to = tensor.empty() : tensor<53xf32>
  %scale = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%u, %v : tensor<53xf32>, tensor<53xf32>) outs(%to : tensor<53xf32>) -> tensor<53xf32>
  return %r, %element, %scale : tensor<13x53xf32>, f32, tensor<53xf32>
}

// A bias that is broadcast to what is large stays where it is read; a view is no value of its own.
// CHECK-LABEL: func.func @large(
// CHECK-SAME: %{{.+}}: tensor<64xf32> {autotune.packed}, %{{.+}}: tensor<8x8xf32> {autotune.packed})
// CHECK: tensor.collapse_shape
// CHECK-LABEL: func.func @large_prepack(
// CHECK-NEXT: return
func.func @large(%u: tensor<64xf32> {autotune.constant}, %v: tensor<8x8xf32> {autotune.constant}) -> (tensor<64x1024xf32>, tensor<64xf32>) {
  %empty = tensor.empty() : tensor<64x1024xf32>
  %r = linalg.broadcast ins(%u : tensor<64xf32>) outs(%empty : tensor<64x1024xf32>) dimensions = [1]
  %flat = tensor.collapse_shape %v [[0, 1]] : tensor<8x8xf32> into tensor<64xf32>
  return %r, %flat : tensor<64x1024xf32>, tensor<64xf32>
}

// CHECK-LABEL: func.func @unread(
// CHECK-SAME: %{{.+}}: tensor<4xf32>) -> tensor<4xf32>
// CHECK-LABEL: func.func @unread_prepack(%{{.+}}: tensor<4xf32>)
func.func @unread(%x: tensor<4xf32>, %u: tensor<4xf32> {autotune.constant}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
