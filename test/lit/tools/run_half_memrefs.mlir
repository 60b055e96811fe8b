// Sums of bf16 and f16 in memrefs agree with the function in double precision: odd, prime, unit and
// empty sizes, alone and between other ops, in views and loops.
//
// RUN: %autotune run %s --target x86-64-v3 --max-candidates 100 --verbose > %t.txt 2>&1 && FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=TOLD < %t.txt
// RUN: sed s/bf16/f16/g %s > %t.mlir
// RUN: %autotune run %t.mlir --target x86-64-v3 --max-candidates 100 | FileCheck %s
// CHECK-COUNT-12: : agrees, max error
// CHECK: {{[ ;]}}12 functions, 0 failures
//
// TOLD-COUNT-13: rewritten: its sums are kept in f32 and rounded once
// TOLD-NOT: rewritten:
// TOLD: @shared: untouched: an output overlaps another operand
// TOLD: @diagonal: untouched:

func.func @prime(%a: memref<7x1031xbf16>, %b: memref<1031x13xbf16>, %c: memref<7x13xbf16>) {
  linalg.matmul ins(%a, %b : memref<7x1031xbf16>, memref<1031x13xbf16>) outs(%c : memref<7x13xbf16>)
  return
}

// A single row, a single column, a single term, which nothing is rounded of.
func.func @unit(%a: memref<1x900xbf16>, %b: memref<900x1xbf16>, %c: memref<1x1xbf16>, %d: memref<1x17xbf16>, %e: memref<1x17xbf16>) {
  linalg.matmul ins(%a, %b : memref<1x900xbf16>, memref<900x1xbf16>) outs(%c : memref<1x1xbf16>)
  linalg.matmul ins(%c, %d : memref<1x1xbf16>, memref<1x17xbf16>) outs(%e : memref<1x17xbf16>)
  return
}

func.func @empty(%a: memref<0x33xbf16>, %b: memref<33x5xbf16>, %c: memref<0x5xbf16>, %d: memref<4x0xbf16>, %e: memref<0x8xbf16>, %f: memref<4x8xbf16>, %x: memref<3x300xbf16>, %y: memref<3xbf16>) {
  linalg.matmul ins(%a, %b : memref<0x33xbf16>, memref<33x5xbf16>) outs(%c : memref<0x5xbf16>)
  linalg.matmul ins(%d, %e : memref<4x0xbf16>, memref<0x8xbf16>) outs(%f : memref<4x8xbf16>)
  linalg.reduce {arith.addf} ins(%x : memref<3x300xbf16>) outs(%y : memref<3xbf16>) dimensions = [1]
  return
}

// A layer: what fills the memref, and what reads it.
func.func @layer(%a: memref<24x768xbf16>, %b: memref<768x40xbf16>, %i: memref<40xbf16>, %c: memref<24x40xbf16>) {
  %z = arith.constant 0.0 : bf16
  %s = memref.alloc() : memref<24x40xbf16>
  linalg.fill ins(%z : bf16) outs(%s : memref<24x40xbf16>)
  linalg.matmul ins(%a, %b : memref<24x768xbf16>, memref<768x40xbf16>) outs(%s : memref<24x40xbf16>)
  linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]} ins(%s, %i : memref<24x40xbf16>, memref<40xbf16>) outs(%c : memref<24x40xbf16>) {
  ^bb0(%x: bf16, %y: bf16, %o: bf16):
    %t = arith.addf %x, %y : bf16
    %r = arith.maximumf %t, %z : bf16
    linalg.yield %r : bf16
  }
  memref.dealloc %s : memref<24x40xbf16>
  return
}

func.func @windows(%a: memref<1x17x17x31xbf16>, %k: memref<3x3x31x11xbf16>, %c: memref<1x15x15x11xbf16>, %w: memref<7x7xbf16>, %p: memref<1x11x11x31xbf16>) {
  linalg.conv_2d_nhwc_hwcf ins(%a, %k : memref<1x17x17x31xbf16>, memref<3x3x31x11xbf16>) outs(%c : memref<1x15x15x11xbf16>)
  linalg.pooling_nhwc_sum ins(%a, %w : memref<1x17x17x31xbf16>, memref<7x7xbf16>) outs(%p : memref<1x11x11x31xbf16>)
  return
}

func.func @vectors(%a: memref<1201xbf16>, %b: memref<1201xbf16>, %m: memref<19x1201xbf16>, %s: memref<bf16>, %v: memref<19xbf16>) {
  linalg.dot ins(%a, %b : memref<1201xbf16>, memref<1201xbf16>) outs(%s : memref<bf16>)
  linalg.matvec ins(%m, %a : memref<19x1201xbf16>, memref<1201xbf16>) outs(%v : memref<19xbf16>)
  return
}

// Rows apart from one another; the results transposed.
func.func @strided(%a: memref<9x500xbf16, strided<[640, 1], offset: 3>>, %b: memref<500x14xbf16>, %c: memref<14x9xbf16, strided<[16, 1]>>) {
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (n, m)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<9x500xbf16, strided<[640, 1], offset: 3>>, memref<500x14xbf16>) outs(%c : memref<14x9xbf16, strided<[16, 1]>>) {
  ^bb0(%x: bf16, %y: bf16, %o: bf16):
    %h = arith.constant 0.5 : bf16
    %p = arith.mulf %x, %y : bf16
    %q = arith.subf %p, %h : bf16
    %t = arith.addf %q, %o : bf16
    linalg.yield %t : bf16
  }
  return
}

// Every turn of the loop has sums of its own, in a part of the memref.
func.func @turns(%a: memref<3x10x400xbf16>, %b: memref<400x21xbf16>, %c: memref<3x10x21xbf16>) {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %3 = arith.constant 3 : index
  scf.for %i = %0 to %3 step %1 {
    %x = memref.subview %a[%i, 0, 0] [1, 10, 400] [1, 1, 1] : memref<3x10x400xbf16> to memref<10x400xbf16, strided<[400, 1], offset: ?>>
    %y = memref.subview %c[%i, 0, 0] [1, 10, 21] [1, 1, 1] : memref<3x10x21xbf16> to memref<10x21xbf16, strided<[21, 1], offset: ?>>
    linalg.matmul ins(%x, %b : memref<10x400xbf16, strided<[400, 1], offset: ?>>, memref<400x21xbf16>) outs(%y : memref<10x21xbf16, strided<[21, 1], offset: ?>>)
  }
  return
}

// The second product reads the rounded results of the first, and adds to them.
func.func @chain(%a: memref<18x257xbf16>, %b: memref<257x18xbf16>, %c: memref<18x18xbf16>, %d: memref<18x18xbf16>) {
  linalg.matmul ins(%a, %b : memref<18x257xbf16>, memref<257x18xbf16>) outs(%c : memref<18x18xbf16>)
  linalg.matmul ins(%c, %c : memref<18x18xbf16>, memref<18x18xbf16>) outs(%d : memref<18x18xbf16>)
  return
}

// Tensors that are read from memrefs.
func.func @mixed(%a: memref<6x700xbf16>, %b: tensor<700x8xbf16>, %i: tensor<6x8xbf16>) -> tensor<6x8xbf16> {
  %t = bufferization.to_tensor %a restrict : memref<6x700xbf16> to tensor<6x700xbf16>
  %r = linalg.matmul ins(%t, %b : tensor<6x700xbf16>, tensor<700x8xbf16>) outs(%i : tensor<6x8xbf16>) -> tensor<6x8xbf16>
  return %r : tensor<6x8xbf16>
}

// The sums are read while they grow.
func.func @shared(%a: memref<12x12xbf16>, %b: memref<12x12xbf16>) {
  linalg.matmul ins(%a, %b : memref<12x12xbf16>, memref<12x12xbf16>) outs(%b : memref<12x12xbf16>)
  return
}

// Only some elements are sums.
func.func @diagonal(%a: memref<12x90xbf16>, %b: memref<12x12xbf16>) {
  linalg.generic {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (m, m)>], iterator_types = ["parallel", "reduction"]} ins(%a : memref<12x90xbf16>) outs(%b : memref<12x12xbf16>) {
  ^bb0(%x: bf16, %o: bf16):
    %t = arith.addf %x, %o : bf16
    linalg.yield %t : bf16
  }
  return
}
