// Integers of four bits or less that become f32 are looked up in a register of 16, with AVX-512.
//
// RUN: autotune-opt %s --autotune-math --canonicalize --split-input-file | FileCheck %s
// RUN: %autotune run %S/Inputs/short_table.mlir --check --target x86-64-v4 --schedule "direct(vector=i1x16,block=[2,32])"

// CHECK-LABEL: func.func @signed(
// CHECK: %[[TABLE:.*]] = arith.constant dense<[-8.000000e+00, -7.000000e+00, -6.000000e+00, -5.000000e+00, -4.000000e+00, -3.000000e+00, -2.000000e+00, -1.000000e+00, 0.000000e+00, 1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00, 6.000000e+00, 7.000000e+00]>
// CHECK-NEXT: %[[FOUND:.*]] = llvm.call_intrinsic "llvm.x86.avx512.permvar.sf.512"(%[[TABLE]], %arg0)
// CHECK-NEXT: return %[[FOUND]]
func.func @signed(%x: vector<16xi32>) -> vector<16xf32> attributes {target_cpu = "znver5"} {
  %mask = arith.constant dense<15> : vector<16xi32>
  %middle = arith.constant dense<8> : vector<16xi32>
  %bits = arith.andi %x, %mask : vector<16xi32>
  %less = arith.subi %bits, %middle : vector<16xi32>
  %number = arith.sitofp %less : vector<16xi32> to vector<16xf32>
  return %number : vector<16xf32>
}

// -----

// Two bits, the other operand of each op; what is below zero is large without a sign.
// CHECK-LABEL: func.func @unsigned(
// CHECK: dense<[3.000000e+00, 1.000000e+00, 4.2949673E+9, 4.2949673E+9, 3.000000e+00, 1.000000e+00, 4.2949673E+9, 4.2949673E+9,
// CHECK: permvar
func.func @unsigned(%x: vector<16xi32>) -> vector<16xf32> attributes {target_cpu = "znver5"} {
  %mask = arith.constant dense<3> : vector<16xi32>
  %two = arith.constant dense<2> : vector<16xi32>
  %bits = arith.andi %mask, %x : vector<16xi32>
  %twice = arith.muli %two, %bits : vector<16xi32>
  %three = arith.constant dense<3> : vector<16xi32>
  %less = arith.subi %three, %twice : vector<16xi32>
  %number = arith.uitofp %less : vector<16xi32> to vector<16xf32>
  return %number : vector<16xf32>
}

// -----

// Five bits are more than the instruction reads.
// CHECK-LABEL: func.func @five_bits(
// CHECK-NOT: permvar
func.func @five_bits(%x: vector<16xi32>) -> vector<16xf32> attributes {target_cpu = "znver5"} {
  %mask = arith.constant dense<31> : vector<16xi32>
  %bits = arith.andi %x, %mask : vector<16xi32>
  %number = arith.sitofp %bits : vector<16xi32> to vector<16xf32>
  return %number : vector<16xf32>
}

// -----

// CHECK-LABEL: func.func @eight_lanes(
// CHECK-NOT: permvar
func.func @eight_lanes(%x: vector<8xi32>) -> vector<8xf32> attributes {target_cpu = "znver5"} {
  %mask = arith.constant dense<15> : vector<8xi32>
  %bits = arith.andi %x, %mask : vector<8xi32>
  %number = arith.sitofp %bits : vector<8xi32> to vector<8xf32>
  return %number : vector<8xf32>
}

// -----

// CHECK-LABEL: func.func @no_masks(
// CHECK-NOT: permvar
func.func @no_masks(%x: vector<16xi32>) -> vector<16xf32> attributes {target_cpu = "x86-64-v3"} {
  %mask = arith.constant dense<15> : vector<16xi32>
  %bits = arith.andi %x, %mask : vector<16xi32>
  %number = arith.sitofp %bits : vector<16xi32> to vector<16xf32>
  return %number : vector<16xf32>
}
