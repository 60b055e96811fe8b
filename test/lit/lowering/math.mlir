// RUN: autotune-opt --autotune-math %s | FileCheck %s

// CHECK-LABEL: func.func @vectors(
// CHECK-NOT: math.{{exp|log|tanh|erf|powf}}
// CHECK: return
func.func @vectors(%x: vector<8xf32>, %y: vector<4xf64>, %z: vector<2x4xf16>)
    -> (vector<8xf32>, vector<4xf64>, vector<2x4xf16>) {
  %a = math.exp %x : vector<8xf32>
  %b = math.log %a : vector<8xf32>
  %c = math.tanh %b : vector<8xf32>
  %d = math.erf %c : vector<8xf32>
  %e = math.powf %d, %x : vector<8xf32>
  %f = math.exp %y : vector<4xf64>
  %g = math.tanh %z : vector<2x4xf16>
  return %e, %f, %g : vector<8xf32>, vector<4xf64>, vector<2x4xf16>
}

// The exponent of local response normalisation takes two square roots.
// CHECK-LABEL: func.func @known_power(
// CHECK-COUNT-2: math.sqrt
// CHECK-NOT: vector.fma
func.func @known_power(%x: vector<8xf32>) -> vector<8xf32> {
  %p = arith.constant 0.75 : f32
  %v = vector.broadcast %p : f32 to vector<8xf32>
  %r = math.powf %x, %v : vector<8xf32>
  return %r : vector<8xf32>
}

// Scalars and functions without a vector form are left to libm.
// CHECK-LABEL: func.func @left(
// CHECK: math.exp %{{.*}} : f32
// CHECK: math.erf %{{.*}} : vector<4xf64>
// CHECK: math.sin %{{.*}} : vector<4xf64>
// CHECK: math.erfc %{{.*}} : vector<8xf32>
func.func @left(%s: f32, %y: vector<4xf64>, %x: vector<8xf32>) -> (f32, vector<4xf64>, vector<4xf64>, vector<8xf32>) {
  %a = math.exp %s : f32
  %b = math.erf %y : vector<4xf64>
  %c = math.sin %y : vector<4xf64>
  %d = math.erfc %x : vector<8xf32>
  return %a, %b, %c, %d : f32, vector<4xf64>, vector<4xf64>, vector<8xf32>
}

// Of large angles the C library is asked, in a branch that others do not take.
// CHECK-LABEL: func.func @angles(
// CHECK-NOT: math.tan
// CHECK: %[[ANY:.*]] = vector.reduction <or>, %{{.*}} : vector<8xi1> into i1
// CHECK-NEXT: scf.if %[[ANY]]
// CHECK: scf.for
// CHECK: math.tan %{{.*}} : f32
// CHECK-NOT: math.tan
// CHECK: return
func.func @angles(%x: vector<2x4xf32>) -> vector<2x4xf32> {
  %a = math.tan %x : vector<2x4xf32>
  return %a : vector<2x4xf32>
}

// One instruction scales by a power of two where there are vectors with masks, in whole registers.
// CHECK-LABEL: func.func @scaled(
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.mask.scalef.ps.512"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (vector<16xf32>, vector<16xf32>, vector<16xf32>, i16, i32) -> vector<16xf32>
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.mask.scalef.ps.128"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, i8) -> vector<4xf32>
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.mask.scalef.pd.256"
// CHECK-NOT: scalef
// CHECK: return
func.func @scaled(%x: vector<16xf32>, %y: vector<4xf32>, %z: vector<4xf64>, %w: vector<3xf32>, %v: vector<2x4xf32>)
    -> (vector<16xf32>, vector<4xf32>, vector<4xf64>, vector<3xf32>, vector<2x4xf32>) attributes {target_cpu = "znver5"} {
  %a = math.exp %x : vector<16xf32>
  %b = math.tanh %y : vector<4xf32>
  %c = math.exp2 %z : vector<4xf64>
  %d = math.exp %w : vector<3xf32>
  %e = math.exp %v : vector<2x4xf32>
  return %a, %b, %c, %d, %e : vector<16xf32>, vector<4xf32>, vector<4xf64>, vector<3xf32>, vector<2x4xf32>
}

// Two take a number apart.
// CHECK-LABEL: func.func @taken_apart(
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.mask.getmant.ps.512"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (vector<16xf32>, i32, vector<16xf32>, i16, i32) -> vector<16xf32>
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.mask.getexp.ps.512"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (vector<16xf32>, vector<16xf32>, i16, i32) -> vector<16xf32>
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.mask.getmant.pd.256"
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.mask.getexp.pd.256"
// CHECK-NOT: getmant
// CHECK: return
func.func @taken_apart(%x: vector<16xf32>, %y: vector<4xf64>, %z: vector<5xf32>)
    -> (vector<16xf32>, vector<4xf64>, vector<5xf32>) attributes {target_cpu = "znver5"} {
  %a = math.log10 %x : vector<16xf32>
  %b = math.log %y : vector<4xf64>
  %c = math.log2 %z : vector<5xf32>
  return %a, %b, %c : vector<16xf32>, vector<4xf64>, vector<5xf32>
}

// A maximum that knows NaN and signs is one instruction, a comparison and an addition; not for an operand that is known, for flags, or where
// there is no such instruction.
// CHECK-LABEL: func.func @maxima(
// CHECK: "llvm.x86.avx512.mask.range.ps.512"
// CHECK-NEXT: arith.cmpf uno
// CHECK: "llvm.x86.avx512.mask.range.ps.128"
// CHECK-NOT: llvm.call_intrinsic
// CHECK: return
func.func @maxima(%x: vector<16xf32>, %y: vector<16xf32>, %s: vector<2xf32>, %w: vector<32xf32>) -> (vector<16xf32>, vector<2xf32>, vector<16xf32>, vector<16xf32>, vector<32xf32>) attributes {target_cpu = "znver5"} {
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %a = arith.maximumf %x, %y : vector<16xf32>
  %b = arith.minimumf %s, %s : vector<2xf32>
  %c = arith.maximumf %x, %zero : vector<16xf32>
  %d = arith.maximumf %x, %y fastmath<nnan,nsz> : vector<16xf32>
  %e = arith.maximumf %w, %w : vector<32xf32>
  return %a, %b, %c, %d, %e : vector<16xf32>, vector<2xf32>, vector<16xf32>, vector<16xf32>, vector<32xf32>
}

// CHECK-LABEL: func.func @no_such_maxima(
// CHECK-NOT: llvm.call_intrinsic
// CHECK: return
func.func @no_such_maxima(%x: vector<8xf32>) -> vector<8xf32> attributes {target_cpu = "znver3"} {
  %a = arith.maximumf %x, %x : vector<8xf32>
  return %a : vector<8xf32>
}

// Vectors of 16 f32 read tables, and AMD's processors divide.
// CHECK-LABEL: func.func @tables(
// CHECK: "llvm.x86.avx512.permvar.sf.512"
// CHECK: "llvm.x86.avx512.permvar.sf.512"
// CHECK: arith.divf
// CHECK-NOT: permvar
// CHECK: return
func.func @tables(%x: vector<16xf32>, %y: vector<8xf32>) -> (vector<16xf32>, vector<16xf32>, vector<8xf32>) attributes {target_cpu = "znver5"} {
  %a = math.cbrt %x : vector<16xf32>
  %b = math.tanh %x : vector<16xf32>
  %c = math.exp %y : vector<8xf32>
  return %a, %b, %c : vector<16xf32>, vector<16xf32>, vector<8xf32>
}

// Nothing is compared: one instruction bounds what the polynomial gets.
// CHECK-LABEL: func.func @exponential(
// CHECK-NOT: arith.cmpf
// CHECK: "llvm.x86.avx512.mask.range.ps.512"
// CHECK-NOT: arith.cmpf
// CHECK: "llvm.x86.avx512.mask.scalef.ps.512"
// CHECK: return
func.func @exponential(%x: vector<16xf32>) -> vector<16xf32> attributes {target_cpu = "znver4"} {
  %a = math.exp %x : vector<16xf32>
  return %a : vector<16xf32>
}

// A power reads them too, without the quotient of the logarithm: three for that, one for 2^n.
// CHECK-LABEL: func.func @power_by_tables(
// CHECK-NOT: arith.divf
// CHECK-COUNT-4: "llvm.x86.avx512.permvar.sf.512"
// CHECK: "llvm.x86.avx512.mask.scalef.ps.512"
// CHECK: scf.if
// CHECK-NOT: permvar
// CHECK: return
func.func @power_by_tables(%x: vector<16xf32>, %y: vector<8xf32>) -> (vector<16xf32>, vector<8xf32>) attributes {target_cpu = "x86-64-v4"} {
  %a = math.powf %x, %x : vector<16xf32>
  %b = math.powf %y, %y : vector<8xf32>
  return %a, %b : vector<16xf32>, vector<8xf32>
}

// CHECK-LABEL: func.func @no_division(
// CHECK-NOT: arith.divf
// CHECK: return
func.func @no_division(%x: vector<16xf32>) -> vector<16xf32> attributes {target_cpu = "sapphirerapids"} {
  %a = math.tanh %x : vector<16xf32>
  return %a : vector<16xf32>
}

// CHECK-LABEL: func.func @wider_than_registers(
// CHECK-NOT: permvar
// CHECK-NOT: scalef
// CHECK: return
func.func @wider_than_registers(%x: vector<16xf32>, %y: vector<8xf32>) -> (vector<16xf32>, vector<8xf32>) attributes {target_cpu = "znver3"} {
  %a = math.exp %x : vector<16xf32>
  %b = math.exp %y : vector<8xf32>
  return %a, %b : vector<16xf32>, vector<8xf32>
}

// Angles are reduced by three numbers where products are known to be fused: of a processor that is known, or by features that say so. A
// processor that nobody knows is LLVM's least one, and features alone may be those of any.
// CHECK-LABEL: func.func @fused(
// CHECK: dense<-1.57079637>
// CHECK-LABEL: func.func @fused_by_features(
// CHECK: dense<-1.57079637>
// CHECK-LABEL: func.func @least(
// CHECK: dense<-1.570312{{5.*}}>
// CHECK-LABEL: func.func @not_fused(
// CHECK: dense<-1.570312{{5.*}}>
// CHECK-LABEL: func.func @unknown(
// CHECK: dense<-1.570312{{5.*}}>
// CHECK-LABEL: func.func @features(
// CHECK: dense<-1.570312{{5.*}}>
func.func @fused(%x: vector<8xf32>) -> vector<8xf32> attributes {target_cpu = "haswell"} {
  %a = math.sin %x : vector<8xf32>
  return %a : vector<8xf32>
}
func.func @fused_by_features(%x: vector<8xf32>) -> vector<8xf32> attributes {target_features = #llvm.target_features<["+avx2", "+fma"]>} {
  %a = math.sin %x : vector<8xf32>
  return %a : vector<8xf32>
}
func.func @least(%x: vector<8xf32>) -> vector<8xf32> attributes {target_cpu = "x86-64"} {
  %a = math.sin %x : vector<8xf32>
  return %a : vector<8xf32>
}
func.func @not_fused(%x: vector<8xf32>) -> vector<8xf32> attributes {target_cpu = "haswell", target_features = #llvm.target_features<["-fma"]>} {
  %a = math.sin %x : vector<8xf32>
  return %a : vector<8xf32>
}
func.func @unknown(%x: vector<8xf32>) -> vector<8xf32> attributes {target_cpu = "nobody"} {
  %a = math.sin %x : vector<8xf32>
  return %a : vector<8xf32>
}
func.func @features(%x: vector<8xf32>) -> vector<8xf32> attributes {target_features = #llvm.target_features<["+popcnt", "-avx512f"]>} {
  %a = math.sin %x : vector<8xf32>
  return %a : vector<8xf32>
}
