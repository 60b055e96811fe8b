// Rows from memory are asked for one row ahead, by the last loop over a row that another loop has
// gone over before. The last row asks for itself, and nothing beyond the end of a row is asked for.
//
// RUN: autotune-opt %s --allow-unregistered-dialect --autotune-prefetch-rows | FileCheck %s

// CHECK-DAG: #[[$ROW:.*]] = affine_map<(d0) -> (d0 + 1, 8999)>
// CHECK-DAG: #[[$LINE:.*]] = affine_map<(d0) -> (d0 + 16, 1499)>
// CHECK-DAG: #[[$OF_PIECE:.*]] = affine_map<(d0, d1) -> (d0 + d1 + 1, 8999)>

// CHECK-LABEL: func.func @far(
// CHECK: scf.for %[[I:.*]] =
// CHECK: scf.for
// CHECK-NOT: memref.prefetch
// CHECK: scf.for %[[J:.*]] =
// CHECK: %[[NEXT:.*]] = affine.min #[[$ROW]](%[[I]])
// CHECK: memref.prefetch %arg0[%[[NEXT]], %{{.*}}], read, locality<3>, data : memref<9000x1500xf32>
// CHECK-NEXT: %[[AT:.*]] = affine.min #[[$LINE]](%[[J]])
// CHECK-NEXT: memref.prefetch %arg0[%[[NEXT]], %[[AT]]]
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @far(%x: memref<9000x1500xf32>) attributes {target_cpu = "znver5"} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %32 = arith.constant 32 : index
  %most = arith.constant 1472 : index
  %rows = arith.constant 9000 : index
  %z = arith.constant 0.0 : f32
  scf.for %i = %0 to %rows step %1 {
    %row = memref.subview %x[%i, 0] [1, 1500] [1, 1] : memref<9000x1500xf32> to memref<1x1500xf32, strided<[1500, 1], offset: ?>>
    scf.for %j = %0 to %most step %32 {
      %a = vector.transfer_read %row[%0, %j], %z : memref<1x1500xf32, strided<[1500, 1], offset: ?>>, vector<16xf32>
      "test.use"(%a) : (vector<16xf32>) -> ()
    }
    scf.for %j = %0 to %most step %32 {
      %a = vector.transfer_read %row[%0, %j], %z : memref<1x1500xf32, strided<[1500, 1], offset: ?>>, vector<16xf32>
      "test.use"(%a) : (vector<16xf32>) -> ()
    }
  }
  return
}

// Rows that threads share:
// CHECK-LABEL: func.func @shared(
// CHECK: scf.parallel
// CHECK: %[[I:.*]] = affine.apply
// CHECK: scf.for
// CHECK-NOT: memref.prefetch
// CHECK: scf.for
// CHECK: %[[NEXT:.*]] = affine.min #[[$ROW]](%[[I]])
// CHECK-COUNT-2: memref.prefetch %arg0[%[[NEXT]],
func.func @shared(%x: memref<9000x1500xf32>) attributes {target_cpu = "znver5"} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %32 = arith.constant 32 : index
  %most = arith.constant 1472 : index
  %rows = arith.constant 9000 : index
  %z = arith.constant 0.0 : f32
  scf.parallel (%i) = (%0) to (%rows) step (%1) {
    %at = affine.apply affine_map<(d0) -> (d0)>(%i)
    %row = memref.subview %x[%at, 0] [1, 1500] [1, 1] : memref<9000x1500xf32> to memref<1x1500xf32, strided<[1500, 1], offset: ?>>
    scf.for %j = %0 to %most step %32 {
      %a = vector.transfer_read %row[%0, %j], %z : memref<1x1500xf32, strided<[1500, 1], offset: ?>>, vector<16xf32>
      "test.use"(%a) : (vector<16xf32>) -> ()
    }
    scf.for %j = %0 to %most step %32 {
      %a = vector.transfer_read %row[%0, %j], %z : memref<1x1500xf32, strided<[1500, 1], offset: ?>>, vector<16xf32>
      "test.use"(%a) : (vector<16xf32>) -> ()
    }
  }
  return
}

// Rows of pieces that threads share: the last row of one asks for the first of the next.
// CHECK-LABEL: func.func @pieces(
// CHECK: scf.parallel
// CHECK: %[[AT:.*]] = affine.apply
// CHECK: scf.for %[[I:.*]] =
// CHECK: scf.for
// CHECK-NOT: memref.prefetch
// CHECK: scf.for
// CHECK: %[[NEXT:.*]] = affine.min #[[$OF_PIECE]](%[[AT]], %[[I]])
// CHECK-COUNT-2: memref.prefetch %arg0[%[[NEXT]],
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @pieces(%x: memref<9000x1500xf32>) attributes {target_cpu = "znver5"} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %8 = arith.constant 8 : index
  %32 = arith.constant 32 : index
  %most = arith.constant 1472 : index
  %rows = arith.constant 1125 : index
  %z = arith.constant 0.0 : f32
  scf.parallel (%p) = (%0) to (%8) step (%1) {
    %at = affine.apply affine_map<(d0) -> (d0 * 1125)>(%p)
    %piece = memref.subview %x[%at, 0] [1125, 1500] [1, 1] : memref<9000x1500xf32> to memref<1125x1500xf32, strided<[1500, 1], offset: ?>>
    scf.for %i = %0 to %rows step %1 {
      %row = memref.subview %piece[%i, 0] [1, 1500] [1, 1] : memref<1125x1500xf32, strided<[1500, 1], offset: ?>> to memref<1x1500xf32, strided<[1500, 1], offset: ?>>
      scf.for %j = %0 to %most step %32 {
        %a = vector.transfer_read %row[%0, %j], %z : memref<1x1500xf32, strided<[1500, 1], offset: ?>>, vector<16xf32>
        "test.use"(%a) : (vector<16xf32>) -> ()
      }
      scf.for %j = %0 to %most step %32 {
        %a = vector.transfer_read %row[%0, %j], %z : memref<1x1500xf32, strided<[1500, 1], offset: ?>>, vector<16xf32>
        "test.use"(%a) : (vector<16xf32>) -> ()
      }
    }
  }
  return
}

// A piece of other columns, and one of every second row, have no rows of the whole one after the other.
// CHECK-LABEL: func.func @other_pieces(
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @other_pieces(%x: memref<9000x1500xf32>, %at: index) attributes {target_cpu = "znver5"} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %32 = arith.constant 32 : index
  %most = arith.constant 960 : index
  %rows = arith.constant 1125 : index
  %z = arith.constant 0.0 : f32
  %columns = memref.subview %x[%at, 0] [1125, 1000] [1, 1] : memref<9000x1500xf32> to memref<1125x1000xf32, strided<[1500, 1], offset: ?>>
  %second = memref.subview %x[%at, 0] [1125, 1500] [2, 1] : memref<9000x1500xf32> to memref<1125x1500xf32, strided<[3000, 1], offset: ?>>
  scf.for %i = %0 to %rows step %1 {
    %row = memref.subview %columns[%i, 0] [1, 1000] [1, 1] : memref<1125x1000xf32, strided<[1500, 1], offset: ?>> to memref<1x1000xf32, strided<[1500, 1], offset: ?>>
    %other = memref.subview %second[%i, 0] [1, 1500] [1, 1] : memref<1125x1500xf32, strided<[3000, 1], offset: ?>> to memref<1x1500xf32, strided<[3000, 1], offset: ?>>
    scf.for %j = %0 to %most step %32 {
      %a = vector.transfer_read %row[%0, %j], %z : memref<1x1000xf32, strided<[1500, 1], offset: ?>>, vector<16xf32>
      %b = vector.transfer_read %other[%0, %j], %z : memref<1x1500xf32, strided<[3000, 1], offset: ?>>, vector<16xf32>
      "test.use"(%a, %b) : (vector<16xf32>, vector<16xf32>) -> ()
    }
    scf.for %j = %0 to %most step %32 {
      %a = vector.transfer_read %row[%0, %j], %z : memref<1x1000xf32, strided<[1500, 1], offset: ?>>, vector<16xf32>
      %b = vector.transfer_read %other[%0, %j], %z : memref<1x1500xf32, strided<[3000, 1], offset: ?>>, vector<16xf32>
      "test.use"(%a, %b) : (vector<16xf32>, vector<16xf32>) -> ()
    }
  }
  return
}

// Of such rows the last cache has no room for the next one.
// CHECK-LABEL: func.func @long(
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @long(%x: memref<9x8388608xf32>) attributes {target_cpu = "znver5"} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %32 = arith.constant 32 : index
  %most = arith.constant 8388608 : index
  %rows = arith.constant 9 : index
  %z = arith.constant 0.0 : f32
  scf.for %i = %0 to %rows step %1 {
    %row = memref.subview %x[%i, 0] [1, 8388608] [1, 1] : memref<9x8388608xf32> to memref<1x8388608xf32, strided<[8388608, 1], offset: ?>>
    scf.for %j = %0 to %most step %32 {
      %a = vector.transfer_read %row[%0, %j], %z : memref<1x8388608xf32, strided<[8388608, 1], offset: ?>>, vector<16xf32>
      "test.use"(%a) : (vector<16xf32>) -> ()
    }
    scf.for %j = %0 to %most step %32 {
      %a = vector.transfer_read %row[%0, %j], %z : memref<1x8388608xf32, strided<[8388608, 1], offset: ?>>, vector<16xf32>
      "test.use"(%a) : (vector<16xf32>) -> ()
    }
  }
  return
}

// What is read once is a stream, which the processor finds by itself, whatever reads one loop has, and where
// another goes over what it leaves.
// CHECK-LABEL: func.func @once(
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @once(%x: memref<9000x1500xf32>) attributes {target_cpu = "znver5"} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %4 = arith.constant 4 : index
  %32 = arith.constant 32 : index
  %1500 = arith.constant 1500 : index
  %most = arith.constant 1472 : index
  %rows = arith.constant 9000 : index
  %z = arith.constant 0.0 : f32
  scf.for %i = %0 to %rows step %1 {
    %row = memref.subview %x[%i, 0] [1, 1500] [1, 1] : memref<9000x1500xf32> to memref<1x1500xf32, strided<[1500, 1], offset: ?>>
    scf.for %j = %0 to %most step %32 {
      %a = vector.transfer_read %row[%0, %j], %z : memref<1x1500xf32, strided<[1500, 1], offset: ?>>, vector<16xf32>
      %b = vector.transfer_read %row[%0, %j], %z : memref<1x1500xf32, strided<[1500, 1], offset: ?>>, vector<32xf32>
      "test.use"(%a, %b) : (vector<16xf32>, vector<32xf32>) -> ()
    }
    scf.for %j = %most to %1500 step %4 {
      %a = vector.transfer_read %row[%0, %j], %z : memref<1x1500xf32, strided<[1500, 1], offset: ?>>, vector<4xf32>
      "test.use"(%a) : (vector<4xf32>) -> ()
    }
  }
  return
}

// A step of the largest size, and a loop whose trips take more lines than can be asked for.
// CHECK-LABEL: func.func @extreme(
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @extreme(%x: memref<9000x1500xf32>) attributes {target_cpu = "znver5"} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %huge = arith.constant 9223372036854775807 : index
  %rows = arith.constant 9000 : index
  %z = arith.constant 0.0 : f32
  scf.for %i = %0 to %rows step %1 {
    %row = memref.subview %x[%i, 0] [1, 1500] [1, 1] : memref<9000x1500xf32> to memref<1x1500xf32, strided<[1500, 1], offset: ?>>
    scf.for %j = %0 to %rows step %huge {
      %a = vector.transfer_read %row[%0, %j], %z : memref<1x1500xf32, strided<[1500, 1], offset: ?>>, vector<16xf32>
      "test.use"(%a) : (vector<16xf32>) -> ()
    }
    scf.for %j = %0 to %rows step %huge {
      %a = vector.transfer_read %row[%0, %j], %z : memref<1x1500xf32, strided<[1500, 1], offset: ?>>, vector<16xf32>
      "test.use"(%a) : (vector<16xf32>) -> ()
    }
  }
  scf.for %i = %0 to %rows step %huge {
    %row = memref.subview %x[%i, 0] [1, 1500] [1, 1] : memref<9000x1500xf32> to memref<1x1500xf32, strided<[1500, 1], offset: ?>>
    scf.for %j = %0 to %rows step %1 {
      %a = vector.transfer_read %row[%0, %j], %z : memref<1x1500xf32, strided<[1500, 1], offset: ?>>, vector<16xf32>
      "test.use"(%a) : (vector<16xf32>) -> ()
    }
    scf.for %j = %0 to %rows step %1 {
      %a = vector.transfer_read %row[%0, %j], %z : memref<1x1500xf32, strided<[1500, 1], offset: ?>>, vector<16xf32>
      "test.use"(%a) : (vector<16xf32>) -> ()
    }
  }
  return
}

// Nor what one loop reads twice, wherever it takes its row.
// CHECK-LABEL: func.func @twice_in_one_loop(
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @twice_in_one_loop(%x: memref<9000x1500xf32>) attributes {target_cpu = "znver5"} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %32 = arith.constant 32 : index
  %most = arith.constant 1472 : index
  %rows = arith.constant 9000 : index
  %z = arith.constant 0.0 : f32
  scf.for %i = %0 to %rows step %1 {
    scf.for %j = %0 to %most step %32 {
      %at = affine.apply affine_map<(d0) -> (d0)>(%i)
      %row = memref.subview %x[%at, 0] [1, 1500] [1, 1] : memref<9000x1500xf32> to memref<1x1500xf32, strided<[1500, 1], offset: ?>>
      %a = vector.transfer_read %row[%0, %j], %z : memref<1x1500xf32, strided<[1500, 1], offset: ?>>, vector<16xf32>
      %b = vector.transfer_read %row[%0, %j], %z : memref<1x1500xf32, strided<[1500, 1], offset: ?>>, vector<32xf32>
      "test.use"(%a, %b) : (vector<16xf32>, vector<32xf32>) -> ()
    }
  }
  return
}

// The last cache holds it.
// CHECK-LABEL: func.func @near(
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @near(%x: memref<128x1500xf32>) attributes {target_cpu = "znver5"} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %32 = arith.constant 32 : index
  %most = arith.constant 1472 : index
  %rows = arith.constant 128 : index
  %z = arith.constant 0.0 : f32
  scf.for %i = %0 to %rows step %1 {
    %row = memref.subview %x[%i, 0] [1, 1500] [1, 1] : memref<128x1500xf32> to memref<1x1500xf32, strided<[1500, 1], offset: ?>>
    scf.for %j = %0 to %most step %32 {
      %a = vector.transfer_read %row[%0, %j], %z : memref<1x1500xf32, strided<[1500, 1], offset: ?>>, vector<16xf32>
      "test.use"(%a) : (vector<16xf32>) -> ()
    }
    scf.for %j = %0 to %most step %32 {
      %a = vector.transfer_read %row[%0, %j], %z : memref<1x1500xf32, strided<[1500, 1], offset: ?>>, vector<16xf32>
      "test.use"(%a) : (vector<16xf32>) -> ()
    }
  }
  return
}
