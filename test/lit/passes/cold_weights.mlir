// Weights that are more than the last cache holds come from memory at every run, and an op that
// reads them gets another schedule than where they fit. The caches of zen5 hold 32 MB.
//
// RUN: autotune-opt %s --autotune="target=zen5 model=analytical emit=annotate" -o %t
// RUN: FileCheck %s < %t
// CHECK-LABEL: func @fits
// CHECK: linalg.matmul {autotune.schedule = "[[$WARM:[^"]*]]"}
// CHECK-LABEL: func @gathers
// CHECK: linalg.matmul {autotune.schedule = "[[$WARM]]"}
// CHECK-LABEL: func @streams
// CHECK-NOT: "[[$WARM]]"
// CHECK: return
// CHECK-LABEL: func @views
// CHECK-NOT: "[[$WARM]]"
// CHECK: return
// CHECK-LABEL: func @constants
// CHECK-NOT: "[[$WARM]]"
// CHECK: return
// CHECK-LABEL: func @cache
// CHECK-NOT: "[[$WARM]]"
// CHECK: return
// CHECK-LABEL: func @written
// CHECK: linalg.matmul {autotune.schedule = "[[$WARM]]"}
// CHECK-LABEL: func @pieces
// CHECK-NOT: "[[$WARM]]"
// CHECK: return
// CHECK-LABEL: func @again
// CHECK: linalg.matmul {autotune.schedule = "[[$WARM]]"}
// CHECK-LABEL: func @quotient
// CHECK: linalg.matmul {autotune.schedule = "[[$WARM]]"}
// CHECK-LABEL: func @affine_quotient
// CHECK: linalg.matmul {autotune.schedule = "[[$WARM]]"}
// CHECK-LABEL: func @shares
// CHECK-NOT: "[[$WARM]]"
// CHECK: return
// RUN: FileCheck %s --check-prefix=ALL < %t
// ALL-COUNT-22: linalg.matmul {autotune.schedule = "
//
// In a larger cache they fit, and data are no weights.
// RUN: autotune-opt %s --autotune="target=zen5,cache_bytes.2=134217728 model=analytical emit=annotate" -o %t
// RUN: FileCheck %s --check-prefix=FIT < %t
// RUN: autotune-opt %s --autotune="target=zen5 model=analytical emit=annotate data-arguments=9" -o %t
// RUN: FileCheck %s --check-prefix=DATA < %t
// FIT-LABEL: func @fits
// FIT: linalg.matmul {autotune.schedule = "[[$SAME:[^"]*]]"}
// FIT-LABEL: func @streams
// FIT: linalg.matmul {autotune.schedule = "[[$SAME]]"}
// DATA-LABEL: func @fits
// DATA: linalg.matmul {autotune.schedule = "[[$SAME:[^"]*]]"}
// DATA-LABEL: func @streams
// DATA: linalg.matmul {autotune.schedule = "[[$SAME]]"}
//
// The partition of a function is priced with the same term, and explain tells of it.
// RUN: %autotune explain %S/Inputs/cold_product.mlir --target zen5 --model analytical | FileCheck %s --check-prefix=EXPLAIN
// EXPLAIN: limit: memory,
// EXPLAIN: {{^}}  memory
// EXPLAIN: {{^}}  total
// EXPLAIN-NEXT: {{^}}  cold {{.*}} weights from memory, as the caches keep none from run to run; predictions have it
// RUN: %autotune explain %S/Inputs/cold_product.mlir --op 1 --target zen5 --model analytical | FileCheck %s --check-prefix=LARGE
// LARGE: limit: memory, {{..}} % of the analytical estimate
// RUN: %autotune explain %S/Inputs/cold_product.mlir --target zen5,cache_bytes.2=134217728 --model analytical | FileCheck %s --check-prefix=NONE
// NONE: {{^}}  total
// NONE-NOT: {{^}}  cold
// RUN: %lab partitions %S/Inputs/cold_product.mlir --target zen5 --model analytical --json > %t.cold
// RUN: %lab partitions %S/Inputs/cold_product.mlir --target zen5,cache_bytes.2=134217728 --model analytical --json > %t.warm
// RUN: python3 %S/Inputs/cold_prices.py %t.cold %t.warm

func.func @fits(%x: tensor<1x650xf32>, %w: tensor<650x2600xf32>)
    -> tensor<1x2600xf32> {
  %e = tensor.empty() : tensor<1x2600xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<1x650xf32>, tensor<650x2600xf32>) outs(%e : tensor<1x2600xf32>) -> tensor<1x2600xf32>
  return %0 : tensor<1x2600xf32>
}

// Of a large table one row is read.
func.func @gathers(%x: tensor<1x650xf32>, %w: tensor<650x2600xf32>, %table: tensor<40000x650xf32>, %i: index)
    -> (tensor<1x2600xf32>, f32) {
  %e = tensor.empty() : tensor<1x2600xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<1x650xf32>, tensor<650x2600xf32>) outs(%e : tensor<1x2600xf32>) -> tensor<1x2600xf32>
  %1 = tensor.extract %table[%i, %i] : tensor<40000x650xf32>
  return %0, %1 : tensor<1x2600xf32>, f32
}

func.func @streams(%x: tensor<1x650xf32>, %w: tensor<650x2600xf32>, %v: tensor<650x20000xf32>)
    -> (tensor<1x2600xf32>, tensor<1x20000xf32>) {
  %e = tensor.empty() : tensor<1x2600xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<1x650xf32>, tensor<650x2600xf32>) outs(%e : tensor<1x2600xf32>) -> tensor<1x2600xf32>
  %g = tensor.empty() : tensor<1x20000xf32>
  %2 = linalg.matmul ins(%x, %v : tensor<1x650xf32>, tensor<650x20000xf32>) outs(%g : tensor<1x20000xf32>) -> tensor<1x20000xf32>
  return %0, %2 : tensor<1x2600xf32>, tensor<1x20000xf32>
}

// A view of a weight is one.
func.func @views(%x: tensor<1x650xf32>, %flat: tensor<1690000xf32>, %v: tensor<650x20000xf32>)
    -> (tensor<1x2600xf32>, tensor<1x20000xf32>) {
  %w = tensor.expand_shape %flat [[0, 1]] output_shape [650, 2600] : tensor<1690000xf32> into tensor<650x2600xf32>
  %e = tensor.empty() : tensor<1x2600xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<1x650xf32>, tensor<650x2600xf32>) outs(%e : tensor<1x2600xf32>) -> tensor<1x2600xf32>
  %g = tensor.empty() : tensor<1x20000xf32>
  %2 = linalg.matmul ins(%x, %v : tensor<1x650xf32>, tensor<650x20000xf32>) outs(%g : tensor<1x20000xf32>) -> tensor<1x20000xf32>
  return %0, %2 : tensor<1x2600xf32>, tensor<1x20000xf32>
}

// Constants of the module are weights too, which are packed before all runs.
func.func @constants(%x: tensor<1x650xf32>) -> (tensor<1x2600xf32>, tensor<1x20000xf32>) {
  %w = arith.constant dense<0.5> : tensor<650x2600xf32>
  %v = arith.constant dense<0.25> : tensor<650x20000xf32>
  %e = tensor.empty() : tensor<1x2600xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<1x650xf32>, tensor<650x2600xf32>) outs(%e : tensor<1x2600xf32>) -> tensor<1x2600xf32>
  %g = tensor.empty() : tensor<1x20000xf32>
  %2 = linalg.matmul ins(%x, %v : tensor<1x650xf32>, tensor<650x20000xf32>) outs(%g : tensor<1x20000xf32>) -> tensor<1x20000xf32>
  return %0, %2 : tensor<1x2600xf32>, tensor<1x20000xf32>
}

// A cache of rows of which the last is new, as keys and values of a decoder.
func.func @cache(%x: tensor<1x650xf32>, %w: tensor<650x2600xf32>, %new: tensor<1x2600xf32>, %v: tensor<650x20000xf32>)
    -> (tensor<1x2600xf32>, tensor<1x20000xf32>) {
  %all = tensor.insert_slice %new into %w[649, 0] [1, 2600] [1, 1] : tensor<1x2600xf32> into tensor<650x2600xf32>
  %e = tensor.empty() : tensor<1x2600xf32>
  %0 = linalg.matmul ins(%x, %all : tensor<1x650xf32>, tensor<650x2600xf32>) outs(%e : tensor<1x2600xf32>) -> tensor<1x2600xf32>
  %g = tensor.empty() : tensor<1x20000xf32>
  %2 = linalg.matmul ins(%x, %v : tensor<1x650xf32>, tensor<650x20000xf32>) outs(%g : tensor<1x20000xf32>) -> tensor<1x20000xf32>
  return %0, %2 : tensor<1x2600xf32>, tensor<1x20000xf32>
}

// Half of it was just written.
func.func @written(%x: tensor<1x650xf32>, %w: tensor<650x2600xf32>, %new: tensor<325x2600xf32>, %v: tensor<650x20000xf32>)
    -> (tensor<1x2600xf32>, tensor<1x20000xf32>) {
  %all = tensor.insert_slice %new into %w[325, 0] [325, 2600] [1, 1] : tensor<325x2600xf32> into tensor<650x2600xf32>
  %e = tensor.empty() : tensor<1x2600xf32>
  %0 = linalg.matmul ins(%x, %all : tensor<1x650xf32>, tensor<650x2600xf32>) outs(%e : tensor<1x2600xf32>) -> tensor<1x2600xf32>
  %g = tensor.empty() : tensor<1x20000xf32>
  %2 = linalg.matmul ins(%x, %v : tensor<1x650xf32>, tensor<650x20000xf32>) outs(%g : tensor<1x20000xf32>) -> tensor<1x20000xf32>
  return %0, %2 : tensor<1x2600xf32>, tensor<1x20000xf32>
}

// Pieces that a loop reads one after the other.
func.func @pieces(%x: tensor<1x650xf32>, %w: tensor<1300x2600xf32>, %v: tensor<650x20000xf32>)
    -> (tensor<1x2600xf32>, tensor<1x20000xf32>) {
  %c0 = arith.constant 0 : index
  %c650 = arith.constant 650 : index
  %c1300 = arith.constant 1300 : index
  %e = tensor.empty() : tensor<1x2600xf32>
  %0 = scf.for %i = %c0 to %c1300 step %c650 iter_args(%sum = %e) -> tensor<1x2600xf32> {
    %piece = tensor.extract_slice %w[%i, 0] [650, 2600] [1, 1] : tensor<1300x2600xf32> to tensor<650x2600xf32>
    %1 = linalg.matmul ins(%x, %piece : tensor<1x650xf32>, tensor<650x2600xf32>) outs(%sum : tensor<1x2600xf32>) -> tensor<1x2600xf32>
    scf.yield %1 : tensor<1x2600xf32>
  }
  %g = tensor.empty() : tensor<1x20000xf32>
  %2 = linalg.matmul ins(%x, %v : tensor<1x650xf32>, tensor<650x20000xf32>) outs(%g : tensor<1x20000xf32>) -> tensor<1x20000xf32>
  return %0, %2 : tensor<1x2600xf32>, tensor<1x20000xf32>
}

// A piece that every trip of a loop reads again.
func.func @again(%x: tensor<1x650xf32>, %w: tensor<1300x2600xf32>, %v: tensor<650x20000xf32>)
    -> (tensor<1x2600xf32>, tensor<1x20000xf32>) {
  %c0 = arith.constant 0 : index
  %c650 = arith.constant 650 : index
  %c1300 = arith.constant 1300 : index
  %e = tensor.empty() : tensor<1x2600xf32>
  %0 = scf.for %i = %c0 to %c1300 step %c650 iter_args(%sum = %e) -> tensor<1x2600xf32> {
    %piece = tensor.extract_slice %w[%c650, 0] [650, 2600] [1, 1] : tensor<1300x2600xf32> to tensor<650x2600xf32>
    %1 = linalg.matmul ins(%x, %piece : tensor<1x650xf32>, tensor<650x2600xf32>) outs(%sum : tensor<1x2600xf32>) -> tensor<1x2600xf32>
    scf.yield %1 : tensor<1x2600xf32>
  }
  %g = tensor.empty() : tensor<1x20000xf32>
  %2 = linalg.matmul ins(%x, %v : tensor<1x650xf32>, tensor<650x20000xf32>) outs(%g : tensor<1x20000xf32>) -> tensor<1x20000xf32>
  return %0, %2 : tensor<1x2600xf32>, tensor<1x20000xf32>
}

// A piece that two trips of a loop read.
func.func @quotient(%x: tensor<1x650xf32>, %w: tensor<1300x2600xf32>, %v: tensor<650x20000xf32>)
    -> (tensor<1x2600xf32>, tensor<1x20000xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c1300 = arith.constant 1300 : index
  %e = tensor.empty() : tensor<1x2600xf32>
  %0 = scf.for %i = %c0 to %c1300 step %c1 iter_args(%sum = %e) -> tensor<1x2600xf32> {
    %at = arith.divui %i, %c2 : index
    %piece = tensor.extract_slice %w[%at, 0] [650, 2600] [1, 1] : tensor<1300x2600xf32> to tensor<650x2600xf32>
    %1 = linalg.matmul ins(%x, %piece : tensor<1x650xf32>, tensor<650x2600xf32>) outs(%sum : tensor<1x2600xf32>) -> tensor<1x2600xf32>
    scf.yield %1 : tensor<1x2600xf32>
  }
  %g = tensor.empty() : tensor<1x20000xf32>
  %2 = linalg.matmul ins(%x, %v : tensor<1x650xf32>, tensor<650x20000xf32>) outs(%g : tensor<1x20000xf32>) -> tensor<1x20000xf32>
  return %0, %2 : tensor<1x2600xf32>, tensor<1x20000xf32>
}

// A piece that two trips of a loop read, by an affine op.
func.func @affine_quotient(%x: tensor<1x650xf32>, %w: tensor<1300x2600xf32>, %v: tensor<650x20000xf32>)
    -> (tensor<1x2600xf32>, tensor<1x20000xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c1300 = arith.constant 1300 : index
  %e = tensor.empty() : tensor<1x2600xf32>
  %0 = scf.for %i = %c0 to %c1300 step %c1 iter_args(%sum = %e) -> tensor<1x2600xf32> {
    %at = affine.apply affine_map<(d0) -> (d0 floordiv 2)>(%i)
    %piece = tensor.extract_slice %w[%at, 0] [650, 2600] [1, 1] : tensor<1300x2600xf32> to tensor<650x2600xf32>
    %1 = linalg.matmul ins(%x, %piece : tensor<1x650xf32>, tensor<650x2600xf32>) outs(%sum : tensor<1x2600xf32>) -> tensor<1x2600xf32>
    scf.yield %1 : tensor<1x2600xf32>
  }
  %g = tensor.empty() : tensor<1x20000xf32>
  %2 = linalg.matmul ins(%x, %v : tensor<1x650xf32>, tensor<650x20000xf32>) outs(%g : tensor<1x20000xf32>) -> tensor<1x20000xf32>
  return %0, %2 : tensor<1x2600xf32>, tensor<1x20000xf32>
}

// Pieces of threads, at places that are computed.
func.func @shares(%x: tensor<1x650xf32>, %w: tensor<1300x2600xf32>, %v: tensor<650x20000xf32>)
    -> (tensor<2x2600xf32>, tensor<1x20000xf32>) {
  %c650 = arith.constant 650 : index
  %e = tensor.empty() : tensor<1x2600xf32>
  %all = tensor.empty() : tensor<2x2600xf32>
  %0 = scf.forall (%i) in (2) shared_outs(%part = %all) -> (tensor<2x2600xf32>) {
    %at = arith.muli %i, %c650 : index
    %piece = tensor.extract_slice %w[%at, 0] [650, 2600] [1, 1] : tensor<1300x2600xf32> to tensor<650x2600xf32>
    %1 = linalg.matmul ins(%x, %piece : tensor<1x650xf32>, tensor<650x2600xf32>) outs(%e : tensor<1x2600xf32>) -> tensor<1x2600xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %1 into %part[%i, 0] [1, 2600] [1, 1] : tensor<1x2600xf32> into tensor<2x2600xf32>
    }
  }
  %g = tensor.empty() : tensor<1x20000xf32>
  %2 = linalg.matmul ins(%x, %v : tensor<1x650xf32>, tensor<650x20000xf32>) outs(%g : tensor<1x20000xf32>) -> tensor<1x20000xf32>
  return %0, %2 : tensor<2x2600xf32>, tensor<1x20000xf32>
}
