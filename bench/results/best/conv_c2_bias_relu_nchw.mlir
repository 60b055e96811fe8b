#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
module attributes {autotune.target = "zen5,cores=2"} {
  func.func @main(%arg0: tensor<1x64x56x56xf32>, %arg1: tensor<64x64x3x3xf32>, %arg2: tensor<64xf32>) -> tensor<1x64x56x56xf32> {
    %0 = tensor.empty() : tensor<1x64x56x56xf32>
    %broadcasted = linalg.broadcast ins(%arg2 : tensor<64xf32>) outs(%0 : tensor<1x64x56x56xf32>) dimensions = [0, 2, 3] 
    %cst = arith.constant 0.000000e+00 : f32
    %padded = tensor.pad %arg0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<1x64x56x56xf32> to tensor<1x64x58x58xf32>
    %1 = linalg.conv_2d_nchw_fchw {autotune.schedule = "direct(vector=i2x16, block=[6,3,16,2,3,3], tile0=[64,30,56,64,3,3], order2=[1,0,2], pack=[1:0], pad=pack, epilogue=1)", dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %arg1 : tensor<1x64x58x58xf32>, tensor<64x64x3x3xf32>) outs(%broadcasted : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
    %cst_0 = arith.constant 0.000000e+00 : f32
    %2 = tensor.empty() : tensor<1x64x56x56xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1 : tensor<1x64x56x56xf32>) outs(%2 : tensor<1x64x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %4 = arith.cmpf ugt, %in, %cst_0 : f32
      %5 = arith.select %4, %in, %cst_0 : f32
      linalg.yield %5 : f32
    } -> tensor<1x64x56x56xf32>
    return %3 : tensor<1x64x56x56xf32>
  }
}
