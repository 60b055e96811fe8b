// dcgan: arguments are data inputs first, then weights.
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
module {
  func.func @main(%arg0: tensor<1x100x1x1xf32>, %arg1: tensor<100x512x4x4xf32>, %arg2: tensor<512xf32>, %arg3: tensor<512x256x4x4xf32>, %arg4: tensor<256xf32>, %arg5: tensor<256x128x4x4xf32>, %arg6: tensor<128xf32>, %arg7: tensor<128x64x4x4xf32>, %arg8: tensor<64xf32>, %arg9: tensor<64x3x4x4xf32>) -> tensor<1x3x64x64xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %c3 = arith.constant 3 : index
    %0 = tensor.empty() : tensor<512x100x4x4xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<512x100x4x4xf32>) -> tensor<512x100x4x4xf32>
    %2 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%1 : tensor<512x100x4x4xf32>) {
    ^bb0(%out: f32):
      %41 = linalg.index 0 : index
      %42 = linalg.index 1 : index
      %43 = linalg.index 2 : index
      %44 = linalg.index 3 : index
      %45 = arith.subi %c3, %43 : index
      %46 = arith.subi %c3, %44 : index
      %extracted = tensor.extract %arg1[%42, %41, %45, %46] : tensor<100x512x4x4xf32>
      linalg.yield %extracted : f32
    } -> tensor<512x100x4x4xf32>
    %3 = tensor.empty() : tensor<1x100x7x7xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<1x100x7x7xf32>) -> tensor<1x100x7x7xf32>
    %inserted_slice = tensor.insert_slice %arg0 into %4[0, 0, 3, 3] [1, 100, 1, 1] [1, 1, 1, 1] : tensor<1x100x1x1xf32> into tensor<1x100x7x7xf32>
    %5 = tensor.empty() : tensor<1x512x4x4xf32>
    %broadcasted = linalg.broadcast ins(%arg2 : tensor<512xf32>) outs(%5 : tensor<1x512x4x4xf32>) dimensions = [0, 2, 3] 
    %6 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%inserted_slice, %2 : tensor<1x100x7x7xf32>, tensor<512x100x4x4xf32>) outs(%broadcasted : tensor<1x512x4x4xf32>) -> tensor<1x512x4x4xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6 : tensor<1x512x4x4xf32>) outs(%5 : tensor<1x512x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %41 = arith.cmpf ugt, %in, %cst : f32
      %42 = arith.select %41, %in, %cst : f32
      linalg.yield %42 : f32
    } -> tensor<1x512x4x4xf32>
    %8 = tensor.empty() : tensor<256x512x4x4xf32>
    %9 = linalg.fill ins(%cst : f32) outs(%8 : tensor<256x512x4x4xf32>) -> tensor<256x512x4x4xf32>
    %10 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%9 : tensor<256x512x4x4xf32>) {
    ^bb0(%out: f32):
      %41 = linalg.index 0 : index
      %42 = linalg.index 1 : index
      %43 = linalg.index 2 : index
      %44 = linalg.index 3 : index
      %45 = arith.subi %c3, %43 : index
      %46 = arith.subi %c3, %44 : index
      %extracted = tensor.extract %arg3[%42, %41, %45, %46] : tensor<512x256x4x4xf32>
      linalg.yield %extracted : f32
    } -> tensor<256x512x4x4xf32>
    %11 = tensor.empty() : tensor<1x512x11x11xf32>
    %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<1x512x11x11xf32>) -> tensor<1x512x11x11xf32>
    %inserted_slice_0 = tensor.insert_slice %7 into %12[0, 0, 2, 2] [1, 512, 4, 4] [1, 1, 2, 2] : tensor<1x512x4x4xf32> into tensor<1x512x11x11xf32>
    %13 = tensor.empty() : tensor<1x256x8x8xf32>
    %broadcasted_1 = linalg.broadcast ins(%arg4 : tensor<256xf32>) outs(%13 : tensor<1x256x8x8xf32>) dimensions = [0, 2, 3] 
    %14 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%inserted_slice_0, %10 : tensor<1x512x11x11xf32>, tensor<256x512x4x4xf32>) outs(%broadcasted_1 : tensor<1x256x8x8xf32>) -> tensor<1x256x8x8xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%14 : tensor<1x256x8x8xf32>) outs(%13 : tensor<1x256x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %41 = arith.cmpf ugt, %in, %cst : f32
      %42 = arith.select %41, %in, %cst : f32
      linalg.yield %42 : f32
    } -> tensor<1x256x8x8xf32>
    %16 = tensor.empty() : tensor<128x256x4x4xf32>
    %17 = linalg.fill ins(%cst : f32) outs(%16 : tensor<128x256x4x4xf32>) -> tensor<128x256x4x4xf32>
    %18 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%17 : tensor<128x256x4x4xf32>) {
    ^bb0(%out: f32):
      %41 = linalg.index 0 : index
      %42 = linalg.index 1 : index
      %43 = linalg.index 2 : index
      %44 = linalg.index 3 : index
      %45 = arith.subi %c3, %43 : index
      %46 = arith.subi %c3, %44 : index
      %extracted = tensor.extract %arg5[%42, %41, %45, %46] : tensor<256x128x4x4xf32>
      linalg.yield %extracted : f32
    } -> tensor<128x256x4x4xf32>
    %19 = tensor.empty() : tensor<1x256x19x19xf32>
    %20 = linalg.fill ins(%cst : f32) outs(%19 : tensor<1x256x19x19xf32>) -> tensor<1x256x19x19xf32>
    %inserted_slice_2 = tensor.insert_slice %15 into %20[0, 0, 2, 2] [1, 256, 8, 8] [1, 1, 2, 2] : tensor<1x256x8x8xf32> into tensor<1x256x19x19xf32>
    %21 = tensor.empty() : tensor<1x128x16x16xf32>
    %broadcasted_3 = linalg.broadcast ins(%arg6 : tensor<128xf32>) outs(%21 : tensor<1x128x16x16xf32>) dimensions = [0, 2, 3] 
    %22 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%inserted_slice_2, %18 : tensor<1x256x19x19xf32>, tensor<128x256x4x4xf32>) outs(%broadcasted_3 : tensor<1x128x16x16xf32>) -> tensor<1x128x16x16xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22 : tensor<1x128x16x16xf32>) outs(%21 : tensor<1x128x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %41 = arith.cmpf ugt, %in, %cst : f32
      %42 = arith.select %41, %in, %cst : f32
      linalg.yield %42 : f32
    } -> tensor<1x128x16x16xf32>
    %24 = tensor.empty() : tensor<64x128x4x4xf32>
    %25 = linalg.fill ins(%cst : f32) outs(%24 : tensor<64x128x4x4xf32>) -> tensor<64x128x4x4xf32>
    %26 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%25 : tensor<64x128x4x4xf32>) {
    ^bb0(%out: f32):
      %41 = linalg.index 0 : index
      %42 = linalg.index 1 : index
      %43 = linalg.index 2 : index
      %44 = linalg.index 3 : index
      %45 = arith.subi %c3, %43 : index
      %46 = arith.subi %c3, %44 : index
      %extracted = tensor.extract %arg7[%42, %41, %45, %46] : tensor<128x64x4x4xf32>
      linalg.yield %extracted : f32
    } -> tensor<64x128x4x4xf32>
    %27 = tensor.empty() : tensor<1x128x35x35xf32>
    %28 = linalg.fill ins(%cst : f32) outs(%27 : tensor<1x128x35x35xf32>) -> tensor<1x128x35x35xf32>
    %inserted_slice_4 = tensor.insert_slice %23 into %28[0, 0, 2, 2] [1, 128, 16, 16] [1, 1, 2, 2] : tensor<1x128x16x16xf32> into tensor<1x128x35x35xf32>
    %29 = tensor.empty() : tensor<1x64x32x32xf32>
    %broadcasted_5 = linalg.broadcast ins(%arg8 : tensor<64xf32>) outs(%29 : tensor<1x64x32x32xf32>) dimensions = [0, 2, 3] 
    %30 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%inserted_slice_4, %26 : tensor<1x128x35x35xf32>, tensor<64x128x4x4xf32>) outs(%broadcasted_5 : tensor<1x64x32x32xf32>) -> tensor<1x64x32x32xf32>
    %31 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%30 : tensor<1x64x32x32xf32>) outs(%29 : tensor<1x64x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %41 = arith.cmpf ugt, %in, %cst : f32
      %42 = arith.select %41, %in, %cst : f32
      linalg.yield %42 : f32
    } -> tensor<1x64x32x32xf32>
    %32 = tensor.empty() : tensor<3x64x4x4xf32>
    %33 = linalg.fill ins(%cst : f32) outs(%32 : tensor<3x64x4x4xf32>) -> tensor<3x64x4x4xf32>
    %34 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%33 : tensor<3x64x4x4xf32>) {
    ^bb0(%out: f32):
      %41 = linalg.index 0 : index
      %42 = linalg.index 1 : index
      %43 = linalg.index 2 : index
      %44 = linalg.index 3 : index
      %45 = arith.subi %c3, %43 : index
      %46 = arith.subi %c3, %44 : index
      %extracted = tensor.extract %arg9[%42, %41, %45, %46] : tensor<64x3x4x4xf32>
      linalg.yield %extracted : f32
    } -> tensor<3x64x4x4xf32>
    %35 = tensor.empty() : tensor<1x64x67x67xf32>
    %36 = linalg.fill ins(%cst : f32) outs(%35 : tensor<1x64x67x67xf32>) -> tensor<1x64x67x67xf32>
    %inserted_slice_6 = tensor.insert_slice %31 into %36[0, 0, 2, 2] [1, 64, 32, 32] [1, 1, 2, 2] : tensor<1x64x32x32xf32> into tensor<1x64x67x67xf32>
    %37 = tensor.empty() : tensor<1x3x64x64xf32>
    %38 = linalg.fill ins(%cst : f32) outs(%37 : tensor<1x3x64x64xf32>) -> tensor<1x3x64x64xf32>
    %39 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%inserted_slice_6, %34 : tensor<1x64x67x67xf32>, tensor<3x64x4x4xf32>) outs(%38 : tensor<1x3x64x64xf32>) -> tensor<1x3x64x64xf32>
    %40 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%39 : tensor<1x3x64x64xf32>) outs(%37 : tensor<1x3x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %41 = math.tanh %in : f32
      linalg.yield %41 : f32
    } -> tensor<1x3x64x64xf32>
    return %40 : tensor<1x3x64x64xf32>
  }
}

