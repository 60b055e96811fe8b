// A tensor.pad that is fused with nothing is written once, straight into its result, by threads in
// shares.
//
// RUN: autotune-opt %s --autotune="target=zen4 remarks=none" | FileCheck %s
// RUN: autotune-opt %s --autotune="target=zen4 threads=2 remarks=none" | FileCheck %s --check-prefix=THREADS
// RUN: %autotune run %s --check --target x86-64-v3 --threads 2

// CHECK-LABEL: @rows
// CHECK: tensor.empty() : tensor<1x66x66x53xf32>
// CHECK-NOT: tensor.empty()
// CHECK: return
// THREADS-LABEL: @rows
// THREADS: tensor.empty() : tensor<1x66x66x53xf32>
// THREADS-NEXT: scf.forall (%{{.*}}) = (0) to (66) step (33)
// THREADS-NOT: scf.forall (
// THREADS-NOT: tensor.empty()
// THREADS: return
func.func @rows(%x: tensor<1x64x64x53xf32>) -> tensor<1x66x66x53xf32> {
  %c = arith.constant 1.5 : f32
  %p = tensor.pad %x low[0, 1, 0, 0] high[0, 1, 2, 0] {
  ^bb0(%a: index, %b: index, %d: index, %e: index):
    tensor.yield %c : f32
  } : tensor<1x64x64x53xf32> to tensor<1x66x66x53xf32>
  return %p : tensor<1x66x66x53xf32>
}

// No dimension that threads share, and a value that only the run knows.
func.func @row(%x: tensor<10007xf64>, %v: f64) -> tensor<10016xf64> {
  %p = tensor.pad %x low[7] high[2] {
  ^bb0(%a: index):
    tensor.yield %v : f64
  } : tensor<10007xf64> to tensor<10016xf64>
  return %p : tensor<10016xf64>
}

func.func @bytes(%x: tensor<1x37x1x61xi8>) -> tensor<3x37x2x64xi8> {
  %c = arith.constant -7 : i8
  %p = tensor.pad %x low[1, 0, 0, 3] high[1, 0, 1, 0] {
  ^bb0(%a: index, %b: index, %d: index, %e: index):
    tensor.yield %c : i8
  } : tensor<1x37x1x61xi8> to tensor<3x37x2x64xi8>
  return %p : tensor<3x37x2x64xi8>
}

func.func @booleans(%x: tensor<131x67xi1>) -> tensor<134x71xi1> {
  %c = arith.constant true
  %p = tensor.pad %x low[2, 1] high[1, 3] {
  ^bb0(%a: index, %b: index):
    tensor.yield %c : i1
  } : tensor<131x67xi1> to tensor<134x71xi1>
  return %p : tensor<134x71xi1>
}

func.func @one(%x: tensor<1x1xf32>) -> tensor<2x3xf32> {
  %c = arith.constant 2.5 : f32
  %p = tensor.pad %x low[1, 0] high[0, 2] {
  ^bb0(%a: index, %b: index):
    tensor.yield %c : f32
  } : tensor<1x1xf32> to tensor<2x3xf32>
  return %p : tensor<2x3xf32>
}

// Less at one end: what is left out is no part of the result.
func.func @cut(%x: tensor<97x131xf32>) -> tensor<99x125xf32> {
  %c = arith.constant 2.5 : f32
  %p = tensor.pad %x low[5, 1] high[-3, -7] {
  ^bb0(%a: index, %b: index):
    tensor.yield %c : f32
  } : tensor<97x131xf32> to tensor<99x125xf32>
  return %p : tensor<99x125xf32>
}

func.func @turned(%x: tensor<257x127xf32>) -> tensor<129x260xf32> {
  %c = arith.constant 2.5 : f32
  %e = tensor.empty() : tensor<127x257xf32>
  %t = linalg.transpose ins(%x : tensor<257x127xf32>) outs(%e : tensor<127x257xf32>) permutation = [1, 0]
  %p = tensor.pad %t low[1, 3] high[1, 0] {
  ^bb0(%a: index, %b: index):
    tensor.yield %c : f32
  } : tensor<127x257xf32> to tensor<129x260xf32>
  return %p : tensor<129x260xf32>
}

// Its constant operand is padded before the calls.
func.func @constant(%x: tensor<131x127xf32> {autotune.constant}, %y: tensor<133x127xf32>) -> tensor<133x127xf32> {
  %c = arith.constant 2.5 : f32
  %p = tensor.pad %x low[1, 0] high[1, 0] {
  ^bb0(%a: index, %b: index):
    tensor.yield %c : f32
  } : tensor<131x127xf32> to tensor<133x127xf32>
  %r = linalg.add ins(%p, %y : tensor<133x127xf32>, tensor<133x127xf32>) outs(%y : tensor<133x127xf32>) -> tensor<133x127xf32>
  return %r : tensor<133x127xf32>
}
