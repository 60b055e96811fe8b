// Locations and attributes of others are kept.
//
// RUN: autotune-opt %s --autotune=remarks=none --mlir-print-debuginfo | FileCheck %s
// CHECK: module attributes {project.version = 3 : i64}
// CHECK: func.func @matmul({{.*}}tensor<16x16xf32> {project.weight}
// CHECK-SAME: attributes {llvm.emit_c_interface, project.note = "mine", target_cpu = "x86-64-v3", target_features = {{.*}}} {
// CHECK: autotune.schedule = {{.*}} loc([[OP:#loc[0-9]*]])
// CHECK: [[OP]] = loc("network.py":7:3)
module attributes {project.version = 3 : i64} {
  func.func @matmul(%a: tensor<16x16xf32> {project.weight}, %c: tensor<16x16xf32>)
      -> tensor<16x16xf32> attributes {llvm.emit_c_interface, project.note = "mine"} {
    %0 = linalg.matmul ins(%a, %a : tensor<16x16xf32>, tensor<16x16xf32>)
                       outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32> loc("network.py":7:3)
    return %0 : tensor<16x16xf32>
  }
}
