// Packed integers of sizes that 64 bits hardly hold: what is larger than any memory keeps its type, and a constant without elements may be.
//
// RUN: autotune-opt %s --autotune-pack-integers | FileCheck %s

// CHECK-LABEL: func.func @long(%{{.*}}: tensor<9223372036854775807xi4>) -> (tensor<9223372036854775807xi4>, tensor<4xi8>)
func.func @long(%a: tensor<9223372036854775807xi4>) -> (tensor<9223372036854775807xi4>, tensor<8xi4>) {
  %0 = tensor.extract_slice %a[0] [8] [1] : tensor<9223372036854775807xi4> to tensor<8xi4>
  return %a, %0 : tensor<9223372036854775807xi4>, tensor<8xi4>
}

// CHECK-LABEL: func.func @none() -> tensor<4611686018427387904x8x0x4xi8>
func.func @none() -> tensor<4611686018427387904x8x0x8xi4> {
  %0 = arith.constant dense<> : tensor<4611686018427387904x8x0x8xi4>
  return %0 : tensor<4611686018427387904x8x0x8xi4>
}
