// Products for tiles, of sizes that are no multiples of theirs.
func.func @signed(%a: tensor<67x150xi8>, %b: tensor<150x83xi8>, %bias: tensor<83xi32>) -> tensor<67x83xi8> {
  %e = tensor.empty() : tensor<67x83xi32>
  %start = linalg.broadcast ins(%bias : tensor<83xi32>) outs(%e : tensor<67x83xi32>) dimensions = [0]
  %sum = linalg.matmul ins(%a, %b : tensor<67x150xi8>, tensor<150x83xi8>) outs(%start : tensor<67x83xi32>) -> tensor<67x83xi32>
  %o = tensor.empty() : tensor<67x83xi8>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%sum : tensor<67x83xi32>) outs(%o : tensor<67x83xi8>) {
  ^bb0(%x: i32, %y: i8):
    %seven = arith.constant 7 : i32
    %low = arith.constant -128 : i32
    %high = arith.constant 127 : i32
    %s = arith.shrsi %x, %seven : i32
    %m = arith.maxsi %s, %low : i32
    %n = arith.minsi %m, %high : i32
    %t = arith.trunci %n : i32 to i8
    linalg.yield %t : i8
  } -> tensor<67x83xi8>
  return %r : tensor<67x83xi8>
}
func.func @unsigned_transposed(%a: tensor<259x134xi8>, %b: tensor<97x259xi8>, %c: tensor<134x97xi32>) -> tensor<134x97xi32> {
  %sum = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>],
                         iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<259x134xi8>, tensor<97x259xi8>) outs(%c : tensor<134x97xi32>) {
  ^bb0(%x: i8, %y: i8, %s: i32):
    %xx = arith.extui %x : i8 to i32
    %yy = arith.extui %y : i8 to i32
    %p = arith.muli %xx, %yy : i32
    %q = arith.addi %s, %p : i32
    linalg.yield %q : i32
  } -> tensor<134x97xi32>
  return %sum : tensor<134x97xi32>
}
func.func @mixed(%a: memref<134x259xi8, strided<[270, 1]>>, %b: memref<259x97xi8>, %c: memref<134x97xi32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<134x259xi8, strided<[270, 1]>>, memref<259x97xi8>) outs(%c : memref<134x97xi32>) {
  ^bb0(%x: i8, %y: i8, %s: i32):
    %xx = arith.extui %x : i8 to i32
    %yy = arith.extsi %y : i8 to i32
    %p = arith.muli %xx, %yy : i32
    %q = arith.addi %s, %p : i32
    linalg.yield %q : i32
  }
  return
}
func.func @batch_constant(%a: tensor<3x100x200xi8>) -> tensor<3x100x90xi32> {
  %b = arith.constant dense<-3> : tensor<3x200x90xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<3x100x90xi32>
  %start = linalg.fill ins(%zero : i32) outs(%empty : tensor<3x100x90xi32>) -> tensor<3x100x90xi32>
  %sum = linalg.batch_matmul ins(%a, %b : tensor<3x100x200xi8>, tensor<3x200x90xi8>) outs(%start : tensor<3x100x90xi32>) -> tensor<3x100x90xi32>
  return %sum : tensor<3x100x90xi32>
}
func.func @convolution(%a: tensor<1x16x16x32xi8>, %f: tensor<3x3x32x256xi8>) -> tensor<1x14x14x256xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x14x14x256xi32>
  %start = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x14x14x256xi32>) -> tensor<1x14x14x256xi32>
  %sum = linalg.conv_2d_nhwc_hwcf ins(%a, %f : tensor<1x16x16x32xi8>, tensor<3x3x32x256xi8>) outs(%start : tensor<1x14x14x256xi32>) -> tensor<1x14x14x256xi32>
  return %sum : tensor<1x14x14x256xi32>
}
func.func @bf16(%a: tensor<67x79xbf16>, %b: tensor<79x53xbf16>) -> tensor<67x53xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<67x53xf32>
  %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<67x53xf32>) -> tensor<67x53xf32>
  %sum = linalg.matmul ins(%a, %b : tensor<67x79xbf16>, tensor<79x53xbf16>) outs(%start : tensor<67x53xf32>) -> tensor<67x53xf32>
  return %sum : tensor<67x53xf32>
}
