// The rows of a result that no cache holds are stored past the caches where they are aligned, by
// masks where they are not. What is written so is there for others after a fence.
//
// RUN: autotune-opt %s --allow-unregistered-dialect --autotune-stream-rows | FileCheck %s

#in_piece = affine_map<(d0) -> (d0 + 16)>

// CHECK-LABEL: func.func @far(
// CHECK: scf.for %[[I:.*]] =
// CHECK: %[[ROW:.*]] = memref.subview %{{.*}}[%[[I]], 0]
// CHECK: %[[ADDRESS:.*]] = memref.extract_aligned_pointer_as_index %[[ROW]]
// CHECK: %[[BEFORE:.*]] = arith.andi
// CHECK: %[[FIRST:.*]] = vector.create_mask %[[BEFORE]]
// CHECK: %[[A:.*]] = vector.transfer_read %arg0[%[[I]], %{{.*}}], %{{.*}}, %[[FIRST]]
// CHECK: %[[B:.*]] = arith.mulf %[[A]],
// CHECK: vector.transfer_write %[[B]], %[[ROW]][%{{.*}}, %{{.*}}], %[[FIRST]]
// CHECK: scf.for %[[J:.*]] = %[[BEFORE]] to
// CHECK: %[[C:.*]] = vector.transfer_read %arg0[%[[I]], %[[J]]]
// CHECK: %[[D:.*]] = arith.mulf %[[C]],
// CHECK: llvm.store %[[D]], %{{.*}} {alignment = 64 : i64, nontemporal}
// CHECK: vector.transfer_write %{{.*}}, %[[ROW]][%{{.*}}, %{{.*}}], %{{.*}}
// CHECK-NOT: vector.transfer_write
// CHECK: llvm.call_intrinsic "llvm.x86.sse.sfence"() : () -> ()
// CHECK-NEXT: return
func.func @far(%x: memref<9000x1500xf32>, %s: vector<16xf32>) -> memref<9000x1500xf32> attributes {target_cpu = "znver4"} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %32 = arith.constant 32 : index
  %columns = arith.constant 1500 : index
  %rows = arith.constant 9000 : index
  %z = arith.constant 0.0 : f32
  %y = memref.alloc() : memref<9000x1500xf32>
  scf.for %i = %0 to %rows step %1 {
    %row = memref.subview %y[%i, 0] [1, 1500] [1, 1] : memref<9000x1500xf32> to memref<1x1500xf32, strided<[1500, 1], offset: ?>>
    scf.for %j = %0 to %columns step %32 {
      %next = affine.apply #in_piece(%j)
      %a = vector.transfer_read %x[%i, %j], %z {in_bounds = [true]} : memref<9000x1500xf32>, vector<16xf32>
      %b = vector.transfer_read %x[%i, %next], %z {in_bounds = [true]} : memref<9000x1500xf32>, vector<16xf32>
      %p = arith.mulf %a, %s : vector<16xf32>
      %q = arith.mulf %b, %s : vector<16xf32>
      vector.transfer_write %p, %row[%0, %j] {in_bounds = [true]} : vector<16xf32>, memref<1x1500xf32, strided<[1500, 1], offset: ?>>
      vector.transfer_write %q, %row[%0, %next] {in_bounds = [true]} : vector<16xf32>, memref<1x1500xf32, strided<[1500, 1], offset: ?>>
    } {autotune.schedule = "direct(vector=i0x16, block=[32], remainder=pad)"}
  }
  return %y : memref<9000x1500xf32>
}

// Each thread has its pieces, and a fence of its own.
// CHECK-LABEL: func.func @pieces(
// CHECK: scf.forall
// CHECK: nontemporal
// CHECK: sfence
// CHECK: } {autotune.threads = 2 : i64}
func.func @pieces(%x: memref<9000x1500xf32>, %s: vector<16xf32>) -> memref<9000x1500xf32> attributes {target_cpu = "znver4"} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %16 = arith.constant 16 : index
  %columns = arith.constant 1500 : index
  %rows = arith.constant 1125 : index
  %z = arith.constant 0.0 : f32
  %y = memref.alloc() : memref<9000x1500xf32>
  scf.forall (%p) = (0) to (9000) step (1125) {
    %from = memref.subview %x[%p, 0] [1125, 1500] [1, 1] : memref<9000x1500xf32> to memref<1125x1500xf32, strided<[1500, 1], offset: ?>>
    %piece = memref.subview %y[%p, 0] [1125, 1500] [1, 1] : memref<9000x1500xf32> to memref<1125x1500xf32, strided<[1500, 1], offset: ?>>
    scf.for %i = %0 to %rows step %1 {
      %row = memref.subview %piece[%i, 0] [1, 1500] [1, 1] : memref<1125x1500xf32, strided<[1500, 1], offset: ?>> to memref<1x1500xf32, strided<[1500, 1], offset: ?>>
      scf.for %j = %0 to %columns step %16 {
        %a = vector.transfer_read %from[%i, %j], %z {in_bounds = [true]} : memref<1125x1500xf32, strided<[1500, 1], offset: ?>>, vector<16xf32>
        %b = arith.mulf %a, %s : vector<16xf32>
        vector.transfer_write %b, %row[%0, %j] {in_bounds = [true]} : vector<16xf32>, memref<1x1500xf32, strided<[1500, 1], offset: ?>>
      } {autotune.schedule = "direct(vector=i0x16, block=[16], remainder=pad)"}
    }
    memref.copy %piece, %piece : memref<1125x1500xf32, strided<[1500, 1], offset: ?>> to memref<1125x1500xf32, strided<[1500, 1], offset: ?>>
  } {autotune.threads = 2}
  return %y : memref<9000x1500xf32>
}

// Vectors of AVX2, of f64.
// CHECK-LABEL: func.func @narrow(
// CHECK: vector.create_mask %{{.*}} : vector<4xi1>
// CHECK: llvm.store %{{.*}} {alignment = 32 : i64, nontemporal} : vector<4xf64>, !llvm.ptr
// CHECK: sfence
func.func @narrow(%x: memref<9000x1500xf64>) -> memref<9000x1500xf64> attributes {target_cpu = "znver3"} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %4 = arith.constant 4 : index
  %columns = arith.constant 1500 : index
  %rows = arith.constant 9000 : index
  %z = arith.constant 0.0 : f64
  %y = memref.alloc() : memref<9000x1500xf64>
  scf.for %i = %0 to %rows step %1 {
    %row = memref.subview %y[%i, 0] [1, 1500] [1, 1] : memref<9000x1500xf64> to memref<1x1500xf64, strided<[1500, 1], offset: ?>>
    scf.for %j = %0 to %columns step %4 {
      %a = vector.transfer_read %x[%i, %j], %z {in_bounds = [true]} : memref<9000x1500xf64>, vector<4xf64>
      %b = math.absf %a : vector<4xf64>
      vector.transfer_write %b, %row[%0, %j] {in_bounds = [true]} : vector<4xf64>, memref<1x1500xf64, strided<[1500, 1], offset: ?>>
    } {autotune.schedule = "direct(vector=i0x4, block=[4])"}
  }
  return %y : memref<9000x1500xf64>
}

// Pieces that have rows in common, rows that are there for every turn of a loop around them, rows
// that come again and again, a row that is read again, one that two ops write, a statement that
// takes other columns, one that reads a buffer of fewer columns, one of which borders are other
// ones, a result that somebody else reads, one that the last cache holds, and a processor of short
// vectors.
// CHECK-NOT: nontemporal
func.func @overlapping(%x: memref<9000x1500xf32>) -> memref<9000x1500xf32> attributes {target_cpu = "znver4"} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %16 = arith.constant 16 : index
  %columns = arith.constant 1488 : index
  %rows = arith.constant 100 : index
  %z = arith.constant 0.0 : f32
  %y = memref.alloc() : memref<9000x1500xf32>
  scf.forall (%p) = (0) to (8900) step (50) {
    %piece = memref.subview %y[%p, 0] [100, 1500] [1, 1] : memref<9000x1500xf32> to memref<100x1500xf32, strided<[1500, 1], offset: ?>>
    scf.for %i = %0 to %rows step %1 {
      %row = memref.subview %piece[%i, 0] [1, 1500] [1, 1] : memref<100x1500xf32, strided<[1500, 1], offset: ?>> to memref<1x1500xf32, strided<[1500, 1], offset: ?>>
      scf.for %j = %0 to %columns step %16 {
        %a = vector.transfer_read %x[%i, %j], %z {in_bounds = [true]} : memref<9000x1500xf32>, vector<16xf32>
        %b = math.absf %a : vector<16xf32>
        vector.transfer_write %b, %row[%0, %j] {in_bounds = [true]} : vector<16xf32>, memref<1x1500xf32, strided<[1500, 1], offset: ?>>
      } {autotune.schedule = "direct(vector=i0x16, block=[16])"}
    }
  }
  return %y : memref<9000x1500xf32>
}

func.func @turns(%x: memref<9000x1500xf32>) -> memref<9000x1500xf32> attributes {target_cpu = "znver4"} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %16 = arith.constant 16 : index
  %columns = arith.constant 1488 : index
  %rows = arith.constant 9000 : index
  %z = arith.constant 0.0 : f32
  %y = memref.alloc() : memref<9000x1500xf32>
  scf.for %turn = %0 to %16 step %1 {
    scf.for %i = %0 to %rows step %1 {
      %row = memref.subview %y[%i, 0] [1, 1500] [1, 1] : memref<9000x1500xf32> to memref<1x1500xf32, strided<[1500, 1], offset: ?>>
      scf.for %j = %0 to %columns step %16 {
        %a = vector.transfer_read %x[%i, %j], %z {in_bounds = [true]} : memref<9000x1500xf32>, vector<16xf32>
        %b = math.absf %a : vector<16xf32>
        vector.transfer_write %b, %row[%0, %j] {in_bounds = [true]} : vector<16xf32>, memref<1x1500xf32, strided<[1500, 1], offset: ?>>
      } {autotune.schedule = "direct(vector=i0x16, block=[16])"}
    }
  }
  return %y : memref<9000x1500xf32>
}

func.func @modulo(%x: memref<9000x1500xf32>) -> memref<9000x1500xf32> attributes {target_cpu = "znver4"} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %16 = arith.constant 16 : index
  %columns = arith.constant 1488 : index
  %rows = arith.constant 9000 : index
  %z = arith.constant 0.0 : f32
  %y = memref.alloc() : memref<9000x1500xf32>
  scf.for %i = %0 to %rows step %1 {
    %at = affine.apply affine_map<(d0) -> (d0 mod 2)>(%i)
    %row = memref.subview %y[%at, 0] [1, 1500] [1, 1] : memref<9000x1500xf32> to memref<1x1500xf32, strided<[1500, 1], offset: ?>>
    scf.for %j = %0 to %columns step %16 {
      %a = vector.transfer_read %x[%i, %j], %z {in_bounds = [true]} : memref<9000x1500xf32>, vector<16xf32>
      %b = math.absf %a : vector<16xf32>
      vector.transfer_write %b, %row[%0, %j] {in_bounds = [true]} : vector<16xf32>, memref<1x1500xf32, strided<[1500, 1], offset: ?>>
    } {autotune.schedule = "direct(vector=i0x16, block=[16])"}
  }
  return %y : memref<9000x1500xf32>
}

func.func @again(%x: memref<9000x1500xf32>) -> memref<9000x1500xf32> attributes {target_cpu = "znver4"} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %16 = arith.constant 16 : index
  %columns = arith.constant 1488 : index
  %rows = arith.constant 9000 : index
  %z = arith.constant 0.0 : f32
  %y = memref.alloc() : memref<9000x1500xf32>
  scf.for %i = %0 to %rows step %1 {
    %row = memref.subview %y[%i, 0] [1, 1500] [1, 1] : memref<9000x1500xf32> to memref<1x1500xf32, strided<[1500, 1], offset: ?>>
    scf.for %j = %0 to %columns step %16 {
      %a = vector.transfer_read %x[%i, %j], %z {in_bounds = [true]} : memref<9000x1500xf32>, vector<16xf32>
      %b = math.absf %a : vector<16xf32>
      vector.transfer_write %b, %row[%0, %j] {in_bounds = [true]} : vector<16xf32>, memref<1x1500xf32, strided<[1500, 1], offset: ?>>
    } {autotune.schedule = "direct(vector=i0x16, block=[16])"}
    %c = vector.transfer_read %row[%0, %0], %z {in_bounds = [true]} : memref<1x1500xf32, strided<[1500, 1], offset: ?>>, vector<16xf32>
    "test.use"(%c) : (vector<16xf32>) -> ()
  }
  return %y : memref<9000x1500xf32>
}

func.func @two(%x: memref<9000x1500xf32>) -> memref<9000x1500xf32> attributes {target_cpu = "znver4"} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %16 = arith.constant 16 : index
  %columns = arith.constant 1488 : index
  %rows = arith.constant 9000 : index
  %z = arith.constant 0.0 : f32
  %half = arith.constant 752 : index
  %y = memref.alloc() : memref<9000x1500xf32>
  scf.for %i = %0 to %rows step %1 {
    %row = memref.subview %y[%i, 0] [1, 1500] [1, 1] : memref<9000x1500xf32> to memref<1x1500xf32, strided<[1500, 1], offset: ?>>
    scf.for %j = %0 to %half step %16 {
      %a = vector.transfer_read %x[%i, %j], %z {in_bounds = [true]} : memref<9000x1500xf32>, vector<16xf32>
      %b = math.absf %a : vector<16xf32>
      vector.transfer_write %b, %row[%0, %j] {in_bounds = [true]} : vector<16xf32>, memref<1x1500xf32, strided<[1500, 1], offset: ?>>
    } {autotune.schedule = "direct(vector=i0x16, block=[16])"}
    scf.for %j = %half to %columns step %16 {
      %a = vector.transfer_read %x[%i, %j], %z {in_bounds = [true]} : memref<9000x1500xf32>, vector<16xf32>
      %b = math.sqrt %a : vector<16xf32>
      vector.transfer_write %b, %row[%0, %j] {in_bounds = [true]} : vector<16xf32>, memref<1x1500xf32, strided<[1500, 1], offset: ?>>
    } {autotune.schedule = "direct(vector=i0x16, block=[16])"}
  }
  return %y : memref<9000x1500xf32>
}

func.func @columns(%x: memref<9000x1500xf32>) -> memref<9000x1500xf32> attributes {target_cpu = "znver4"} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %16 = arith.constant 16 : index
  %columns = arith.constant 1472 : index
  %rows = arith.constant 9000 : index
  %z = arith.constant 0.0 : f32
  %y = memref.alloc() : memref<9000x1500xf32>
  scf.for %i = %0 to %rows step %1 {
    %row = memref.subview %y[%i, 0] [1, 1500] [1, 1] : memref<9000x1500xf32> to memref<1x1500xf32, strided<[1500, 1], offset: ?>>
    scf.for %j = %0 to %columns step %16 {
      %next = affine.apply #in_piece(%j)
      %a = vector.transfer_read %x[%i, %next], %z {in_bounds = [true]} : memref<9000x1500xf32>, vector<16xf32>
      %b = math.absf %a : vector<16xf32>
      vector.transfer_write %b, %row[%0, %j] {in_bounds = [true]} : vector<16xf32>, memref<1x1500xf32, strided<[1500, 1], offset: ?>>
    } {autotune.schedule = "direct(vector=i0x16, block=[16])"}
  }
  return %y : memref<9000x1500xf32>
}

func.func @fewer(%x: memref<9000x1488xf32>) -> memref<9000x1500xf32> attributes {target_cpu = "znver4"} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %16 = arith.constant 16 : index
  %columns = arith.constant 1488 : index
  %rows = arith.constant 9000 : index
  %z = arith.constant 0.0 : f32
  %y = memref.alloc() : memref<9000x1500xf32>
  scf.for %i = %0 to %rows step %1 {
    %row = memref.subview %y[%i, 0] [1, 1500] [1, 1] : memref<9000x1500xf32> to memref<1x1500xf32, strided<[1500, 1], offset: ?>>
    scf.for %j = %0 to %columns step %16 {
      %a = vector.transfer_read %x[%i, %j], %z {in_bounds = [true]} : memref<9000x1488xf32>, vector<16xf32>
      %b = math.absf %a : vector<16xf32>
      vector.transfer_write %b, %row[%0, %j] {in_bounds = [true]} : vector<16xf32>, memref<1x1500xf32, strided<[1500, 1], offset: ?>>
    } {autotune.schedule = "direct(vector=i0x16, block=[16])"}
  }
  return %y : memref<9000x1500xf32>
}

func.func @short(%x: memref<9000x1500xf32>) -> memref<9000x1500xf32> attributes {target_cpu = "x86-64"} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %4 = arith.constant 4 : index
  %columns = arith.constant 1500 : index
  %rows = arith.constant 9000 : index
  %z = arith.constant 0.0 : f32
  %y = memref.alloc() : memref<9000x1500xf32>
  scf.for %i = %0 to %rows step %1 {
    %row = memref.subview %y[%i, 0] [1, 1500] [1, 1] : memref<9000x1500xf32> to memref<1x1500xf32, strided<[1500, 1], offset: ?>>
    scf.for %j = %0 to %columns step %4 {
      %a = vector.transfer_read %x[%i, %j], %z {in_bounds = [true]} : memref<9000x1500xf32>, vector<4xf32>
      %b = math.absf %a : vector<4xf32>
      vector.transfer_write %b, %row[%0, %j] {in_bounds = [true]} : vector<4xf32>, memref<1x1500xf32, strided<[1500, 1], offset: ?>>
    } {autotune.schedule = "direct(vector=i0x4, block=[4])"}
  }
  return %y : memref<9000x1500xf32>
}

func.func @borders(%x: memref<9000x1500xf32>) -> memref<9000x1500xf32> attributes {target_cpu = "znver4"} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %16 = arith.constant 16 : index
  %columns = arith.constant 1488 : index
  %rows = arith.constant 9000 : index
  %z = arith.constant 0.0 : f32
  %y = memref.alloc() : memref<9000x1500xf32>
  scf.for %i = %0 to %rows step %1 {
    %row = memref.subview %y[%i, 0] [1, 1500] [1, 1] : memref<9000x1500xf32> to memref<1x1500xf32, strided<[1500, 1], offset: ?>>
    scf.for %j = %0 to %columns step %16 {
      %a = vector.transfer_read %x[%i, %j], %z {in_bounds = [true]} : memref<9000x1500xf32>, vector<16xf32>
      %b = math.absf %a : vector<16xf32>
      vector.transfer_write %b, %row[%0, %j] {in_bounds = [true]} : vector<16xf32>, memref<1x1500xf32, strided<[1500, 1], offset: ?>>
    } {autotune.schedule = "direct(vector=i0x16, block=[16], pad=border)"}
  }
  return %y : memref<9000x1500xf32>
}

func.func @read(%x: memref<9000x1500xf32>) -> memref<9000x1500xf32> attributes {target_cpu = "znver4"} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %16 = arith.constant 16 : index
  %columns = arith.constant 1488 : index
  %rows = arith.constant 9000 : index
  %z = arith.constant 0.0 : f32
  %y = memref.alloc() : memref<9000x1500xf32>
  scf.for %i = %0 to %rows step %1 {
    %row = memref.subview %y[%i, 0] [1, 1500] [1, 1] : memref<9000x1500xf32> to memref<1x1500xf32, strided<[1500, 1], offset: ?>>
    scf.for %j = %0 to %columns step %16 {
      %a = vector.transfer_read %x[%i, %j], %z {in_bounds = [true]} : memref<9000x1500xf32>, vector<16xf32>
      %b = math.absf %a : vector<16xf32>
      vector.transfer_write %b, %row[%0, %j] {in_bounds = [true]} : vector<16xf32>, memref<1x1500xf32, strided<[1500, 1], offset: ?>>
    } {autotune.schedule = "direct(vector=i0x16, block=[16])"}
  }
  "test.use"(%y) : (memref<9000x1500xf32>) -> ()
  return %y : memref<9000x1500xf32>
}

func.func @near(%x: memref<128x1500xf32>) -> memref<128x1500xf32> attributes {target_cpu = "znver4"} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %16 = arith.constant 16 : index
  %columns = arith.constant 1488 : index
  %rows = arith.constant 128 : index
  %z = arith.constant 0.0 : f32
  %y = memref.alloc() : memref<128x1500xf32>
  scf.for %i = %0 to %rows step %1 {
    %row = memref.subview %y[%i, 0] [1, 1500] [1, 1] : memref<128x1500xf32> to memref<1x1500xf32, strided<[1500, 1], offset: ?>>
    scf.for %j = %0 to %columns step %16 {
      %a = vector.transfer_read %x[%i, %j], %z {in_bounds = [true]} : memref<128x1500xf32>, vector<16xf32>
      %b = math.absf %a : vector<16xf32>
      vector.transfer_write %b, %row[%0, %j] {in_bounds = [true]} : vector<16xf32>, memref<1x1500xf32, strided<[1500, 1], offset: ?>>
    } {autotune.schedule = "direct(vector=i0x16, block=[16])"}
  }
  return %y : memref<128x1500xf32>
}
