// Planes that become pixels, and pixels that become planes: no vector of the lanes holds more than one row of
// three; the compiler makes vectors of a plain loop over whole rows.
//
// RUN: autotune-opt "--autotune=target=x86-64-v3 model=analytical emit=annotate" %s | FileCheck %s
// RUN: autotune-opt "--autotune=target=zen4 model=analytical emit=annotate" %s | FileCheck %s
// RUN: autotune-opt "--autotune=target=zen4 model=shipped emit=annotate" %s | FileCheck %s
// RUN: %autotune run %s --check --target x86-64-v3

// CHECK-LABEL: @pixels(
// CHECK: autotune.schedule = "direct(block=[1,3]
func.func @pixels(%planes: tensor<3x113x97xf32>) -> tensor<113x97x3xf32> {
  %e = tensor.empty() : tensor<113x97x3xf32>
  %r = linalg.transpose ins(%planes : tensor<3x113x97xf32>) outs(%e : tensor<113x97x3xf32>) permutation = [1, 2, 0]
  return %r : tensor<113x97x3xf32>
}

// CHECK-LABEL: @halves(
// CHECK: autotune.schedule = "direct(block=[1,2]
func.func @halves(%x: tensor<2x5000xf64>) -> tensor<5000x2xf64> {
  %e = tensor.empty() : tensor<5000x2xf64>
  %r = linalg.transpose ins(%x : tensor<2x5000xf64>) outs(%e : tensor<5000x2xf64>) permutation = [1, 0]
  return %r : tensor<5000x2xf64>
}

// CHECK-LABEL: @planes(
// CHECK: autotune.schedule = "direct(block=[3,1]
func.func @planes(%pixels: tensor<113x97x3xf32>) -> tensor<3x113x97xf32> {
  %e = tensor.empty() : tensor<3x113x97xf32>
  %r = linalg.transpose ins(%pixels : tensor<113x97x3xf32>) outs(%e : tensor<3x113x97xf32>) permutation = [2, 0, 1]
  return %r : tensor<3x113x97xf32>
}

// Longer rows are read in squares.
// CHECK-LABEL: @squares(
// CHECK: autotune.schedule = "direct(vector=i1x{{8|16}}, block=[{{8|16|24}},{{8|16}}]
func.func @squares(%x: tensor<16x5000xf32>) -> tensor<5000x16xf32> {
  %e = tensor.empty() : tensor<5000x16xf32>
  %r = linalg.transpose ins(%x : tensor<16x5000xf32>) outs(%e : tensor<5000x16xf32>) permutation = [1, 0]
  return %r : tensor<5000x16xf32>
}

// A row more than whole vectors, rows that are no copies, and fewer rows than lanes.
func.func @odd(%x: tensor<5x67xf32>, %y: tensor<5xf32>) -> tensor<67x5xf32> {
  %e = tensor.empty() : tensor<67x5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
    ins(%x, %y : tensor<5x67xf32>, tensor<5xf32>) outs(%e : tensor<67x5xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<67x5xf32>
  return %r : tensor<67x5xf32>
}

func.func @few(%x: tensor<2x3xf16>) -> tensor<3x2xf16> {
  %e = tensor.empty() : tensor<3x2xf16>
  %r = linalg.transpose ins(%x : tensor<2x3xf16>) outs(%e : tensor<3x2xf16>) permutation = [1, 0]
  return %r : tensor<3x2xf16>
}
