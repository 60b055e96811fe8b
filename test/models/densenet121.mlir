// densenet121: arguments are data inputs first, then weights.
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, 0)>
module {
  func.func @main(%arg0: tensor<1x3x224x224xf32>, %arg1: tensor<64x3x7x7xf32>, %arg2: tensor<64xf32>, %arg3: tensor<1x64x1x1xf32>, %arg4: tensor<1x64x1x1xf32>, %arg5: tensor<128x64x1x1xf32>, %arg6: tensor<128xf32>, %arg7: tensor<32x128x3x3xf32>, %arg8: tensor<1x96x1x1xf32>, %arg9: tensor<1x96x1x1xf32>, %arg10: tensor<128x96x1x1xf32>, %arg11: tensor<128xf32>, %arg12: tensor<32x128x3x3xf32>, %arg13: tensor<1x128x1x1xf32>, %arg14: tensor<1x128x1x1xf32>, %arg15: tensor<128x128x1x1xf32>, %arg16: tensor<128xf32>, %arg17: tensor<32x128x3x3xf32>, %arg18: tensor<1x160x1x1xf32>, %arg19: tensor<1x160x1x1xf32>, %arg20: tensor<128x160x1x1xf32>, %arg21: tensor<128xf32>, %arg22: tensor<32x128x3x3xf32>, %arg23: tensor<1x192x1x1xf32>, %arg24: tensor<1x192x1x1xf32>, %arg25: tensor<128x192x1x1xf32>, %arg26: tensor<128xf32>, %arg27: tensor<32x128x3x3xf32>, %arg28: tensor<1x224x1x1xf32>, %arg29: tensor<1x224x1x1xf32>, %arg30: tensor<128x224x1x1xf32>, %arg31: tensor<128xf32>, %arg32: tensor<32x128x3x3xf32>, %arg33: tensor<1x256x1x1xf32>, %arg34: tensor<1x256x1x1xf32>, %arg35: tensor<128x256x1x1xf32>, %arg36: tensor<1x128x1x1xf32>, %arg37: tensor<1x128x1x1xf32>, %arg38: tensor<128x128x1x1xf32>, %arg39: tensor<128xf32>, %arg40: tensor<32x128x3x3xf32>, %arg41: tensor<1x160x1x1xf32>, %arg42: tensor<1x160x1x1xf32>, %arg43: tensor<128x160x1x1xf32>, %arg44: tensor<128xf32>, %arg45: tensor<32x128x3x3xf32>, %arg46: tensor<1x192x1x1xf32>, %arg47: tensor<1x192x1x1xf32>, %arg48: tensor<128x192x1x1xf32>, %arg49: tensor<128xf32>, %arg50: tensor<32x128x3x3xf32>, %arg51: tensor<1x224x1x1xf32>, %arg52: tensor<1x224x1x1xf32>, %arg53: tensor<128x224x1x1xf32>, %arg54: tensor<128xf32>, %arg55: tensor<32x128x3x3xf32>, %arg56: tensor<1x256x1x1xf32>, %arg57: tensor<1x256x1x1xf32>, %arg58: tensor<128x256x1x1xf32>, %arg59: tensor<128xf32>, %arg60: tensor<32x128x3x3xf32>, %arg61: tensor<1x288x1x1xf32>, %arg62: tensor<1x288x1x1xf32>, %arg63: tensor<128x288x1x1xf32>, %arg64: tensor<128xf32>, %arg65: tensor<32x128x3x3xf32>, %arg66: tensor<1x320x1x1xf32>, %arg67: tensor<1x320x1x1xf32>, %arg68: tensor<128x320x1x1xf32>, %arg69: tensor<128xf32>, %arg70: tensor<32x128x3x3xf32>, %arg71: tensor<1x352x1x1xf32>, %arg72: tensor<1x352x1x1xf32>, %arg73: tensor<128x352x1x1xf32>, %arg74: tensor<128xf32>, %arg75: tensor<32x128x3x3xf32>, %arg76: tensor<1x384x1x1xf32>, %arg77: tensor<1x384x1x1xf32>, %arg78: tensor<128x384x1x1xf32>, %arg79: tensor<128xf32>, %arg80: tensor<32x128x3x3xf32>, %arg81: tensor<1x416x1x1xf32>, %arg82: tensor<1x416x1x1xf32>, %arg83: tensor<128x416x1x1xf32>, %arg84: tensor<128xf32>, %arg85: tensor<32x128x3x3xf32>, %arg86: tensor<1x448x1x1xf32>, %arg87: tensor<1x448x1x1xf32>, %arg88: tensor<128x448x1x1xf32>, %arg89: tensor<128xf32>, %arg90: tensor<32x128x3x3xf32>, %arg91: tensor<1x480x1x1xf32>, %arg92: tensor<1x480x1x1xf32>, %arg93: tensor<128x480x1x1xf32>, %arg94: tensor<128xf32>, %arg95: tensor<32x128x3x3xf32>, %arg96: tensor<1x512x1x1xf32>, %arg97: tensor<1x512x1x1xf32>, %arg98: tensor<256x512x1x1xf32>, %arg99: tensor<1x256x1x1xf32>, %arg100: tensor<1x256x1x1xf32>, %arg101: tensor<128x256x1x1xf32>, %arg102: tensor<128xf32>, %arg103: tensor<32x128x3x3xf32>, %arg104: tensor<1x288x1x1xf32>, %arg105: tensor<1x288x1x1xf32>, %arg106: tensor<128x288x1x1xf32>, %arg107: tensor<128xf32>, %arg108: tensor<32x128x3x3xf32>, %arg109: tensor<1x320x1x1xf32>, %arg110: tensor<1x320x1x1xf32>, %arg111: tensor<128x320x1x1xf32>, %arg112: tensor<128xf32>, %arg113: tensor<32x128x3x3xf32>, %arg114: tensor<1x352x1x1xf32>, %arg115: tensor<1x352x1x1xf32>, %arg116: tensor<128x352x1x1xf32>, %arg117: tensor<128xf32>, %arg118: tensor<32x128x3x3xf32>, %arg119: tensor<1x384x1x1xf32>, %arg120: tensor<1x384x1x1xf32>, %arg121: tensor<128x384x1x1xf32>, %arg122: tensor<128xf32>, %arg123: tensor<32x128x3x3xf32>, %arg124: tensor<1x416x1x1xf32>, %arg125: tensor<1x416x1x1xf32>, %arg126: tensor<128x416x1x1xf32>, %arg127: tensor<128xf32>, %arg128: tensor<32x128x3x3xf32>, %arg129: tensor<1x448x1x1xf32>, %arg130: tensor<1x448x1x1xf32>, %arg131: tensor<128x448x1x1xf32>, %arg132: tensor<128xf32>, %arg133: tensor<32x128x3x3xf32>, %arg134: tensor<1x480x1x1xf32>, %arg135: tensor<1x480x1x1xf32>, %arg136: tensor<128x480x1x1xf32>, %arg137: tensor<128xf32>, %arg138: tensor<32x128x3x3xf32>, %arg139: tensor<1x512x1x1xf32>, %arg140: tensor<1x512x1x1xf32>, %arg141: tensor<128x512x1x1xf32>, %arg142: tensor<128xf32>, %arg143: tensor<32x128x3x3xf32>, %arg144: tensor<1x544x1x1xf32>, %arg145: tensor<1x544x1x1xf32>, %arg146: tensor<128x544x1x1xf32>, %arg147: tensor<128xf32>, %arg148: tensor<32x128x3x3xf32>, %arg149: tensor<1x576x1x1xf32>, %arg150: tensor<1x576x1x1xf32>, %arg151: tensor<128x576x1x1xf32>, %arg152: tensor<128xf32>, %arg153: tensor<32x128x3x3xf32>, %arg154: tensor<1x608x1x1xf32>, %arg155: tensor<1x608x1x1xf32>, %arg156: tensor<128x608x1x1xf32>, %arg157: tensor<128xf32>, %arg158: tensor<32x128x3x3xf32>, %arg159: tensor<1x640x1x1xf32>, %arg160: tensor<1x640x1x1xf32>, %arg161: tensor<128x640x1x1xf32>, %arg162: tensor<128xf32>, %arg163: tensor<32x128x3x3xf32>, %arg164: tensor<1x672x1x1xf32>, %arg165: tensor<1x672x1x1xf32>, %arg166: tensor<128x672x1x1xf32>, %arg167: tensor<128xf32>, %arg168: tensor<32x128x3x3xf32>, %arg169: tensor<1x704x1x1xf32>, %arg170: tensor<1x704x1x1xf32>, %arg171: tensor<128x704x1x1xf32>, %arg172: tensor<128xf32>, %arg173: tensor<32x128x3x3xf32>, %arg174: tensor<1x736x1x1xf32>, %arg175: tensor<1x736x1x1xf32>, %arg176: tensor<128x736x1x1xf32>, %arg177: tensor<128xf32>, %arg178: tensor<32x128x3x3xf32>, %arg179: tensor<1x768x1x1xf32>, %arg180: tensor<1x768x1x1xf32>, %arg181: tensor<128x768x1x1xf32>, %arg182: tensor<128xf32>, %arg183: tensor<32x128x3x3xf32>, %arg184: tensor<1x800x1x1xf32>, %arg185: tensor<1x800x1x1xf32>, %arg186: tensor<128x800x1x1xf32>, %arg187: tensor<128xf32>, %arg188: tensor<32x128x3x3xf32>, %arg189: tensor<1x832x1x1xf32>, %arg190: tensor<1x832x1x1xf32>, %arg191: tensor<128x832x1x1xf32>, %arg192: tensor<128xf32>, %arg193: tensor<32x128x3x3xf32>, %arg194: tensor<1x864x1x1xf32>, %arg195: tensor<1x864x1x1xf32>, %arg196: tensor<128x864x1x1xf32>, %arg197: tensor<128xf32>, %arg198: tensor<32x128x3x3xf32>, %arg199: tensor<1x896x1x1xf32>, %arg200: tensor<1x896x1x1xf32>, %arg201: tensor<128x896x1x1xf32>, %arg202: tensor<128xf32>, %arg203: tensor<32x128x3x3xf32>, %arg204: tensor<1x928x1x1xf32>, %arg205: tensor<1x928x1x1xf32>, %arg206: tensor<128x928x1x1xf32>, %arg207: tensor<128xf32>, %arg208: tensor<32x128x3x3xf32>, %arg209: tensor<1x960x1x1xf32>, %arg210: tensor<1x960x1x1xf32>, %arg211: tensor<128x960x1x1xf32>, %arg212: tensor<128xf32>, %arg213: tensor<32x128x3x3xf32>, %arg214: tensor<1x992x1x1xf32>, %arg215: tensor<1x992x1x1xf32>, %arg216: tensor<128x992x1x1xf32>, %arg217: tensor<128xf32>, %arg218: tensor<32x128x3x3xf32>, %arg219: tensor<1x1024x1x1xf32>, %arg220: tensor<1x1024x1x1xf32>, %arg221: tensor<512x1024x1x1xf32>, %arg222: tensor<1x512x1x1xf32>, %arg223: tensor<1x512x1x1xf32>, %arg224: tensor<128x512x1x1xf32>, %arg225: tensor<128xf32>, %arg226: tensor<32x128x3x3xf32>, %arg227: tensor<1x544x1x1xf32>, %arg228: tensor<1x544x1x1xf32>, %arg229: tensor<128x544x1x1xf32>, %arg230: tensor<128xf32>, %arg231: tensor<32x128x3x3xf32>, %arg232: tensor<1x576x1x1xf32>, %arg233: tensor<1x576x1x1xf32>, %arg234: tensor<128x576x1x1xf32>, %arg235: tensor<128xf32>, %arg236: tensor<32x128x3x3xf32>, %arg237: tensor<1x608x1x1xf32>, %arg238: tensor<1x608x1x1xf32>, %arg239: tensor<128x608x1x1xf32>, %arg240: tensor<128xf32>, %arg241: tensor<32x128x3x3xf32>, %arg242: tensor<1x640x1x1xf32>, %arg243: tensor<1x640x1x1xf32>, %arg244: tensor<128x640x1x1xf32>, %arg245: tensor<128xf32>, %arg246: tensor<32x128x3x3xf32>, %arg247: tensor<1x672x1x1xf32>, %arg248: tensor<1x672x1x1xf32>, %arg249: tensor<128x672x1x1xf32>, %arg250: tensor<128xf32>, %arg251: tensor<32x128x3x3xf32>, %arg252: tensor<1x704x1x1xf32>, %arg253: tensor<1x704x1x1xf32>, %arg254: tensor<128x704x1x1xf32>, %arg255: tensor<128xf32>, %arg256: tensor<32x128x3x3xf32>, %arg257: tensor<1x736x1x1xf32>, %arg258: tensor<1x736x1x1xf32>, %arg259: tensor<128x736x1x1xf32>, %arg260: tensor<128xf32>, %arg261: tensor<32x128x3x3xf32>, %arg262: tensor<1x768x1x1xf32>, %arg263: tensor<1x768x1x1xf32>, %arg264: tensor<128x768x1x1xf32>, %arg265: tensor<128xf32>, %arg266: tensor<32x128x3x3xf32>, %arg267: tensor<1x800x1x1xf32>, %arg268: tensor<1x800x1x1xf32>, %arg269: tensor<128x800x1x1xf32>, %arg270: tensor<128xf32>, %arg271: tensor<32x128x3x3xf32>, %arg272: tensor<1x832x1x1xf32>, %arg273: tensor<1x832x1x1xf32>, %arg274: tensor<128x832x1x1xf32>, %arg275: tensor<128xf32>, %arg276: tensor<32x128x3x3xf32>, %arg277: tensor<1x864x1x1xf32>, %arg278: tensor<1x864x1x1xf32>, %arg279: tensor<128x864x1x1xf32>, %arg280: tensor<128xf32>, %arg281: tensor<32x128x3x3xf32>, %arg282: tensor<1x896x1x1xf32>, %arg283: tensor<1x896x1x1xf32>, %arg284: tensor<128x896x1x1xf32>, %arg285: tensor<128xf32>, %arg286: tensor<32x128x3x3xf32>, %arg287: tensor<1x928x1x1xf32>, %arg288: tensor<1x928x1x1xf32>, %arg289: tensor<128x928x1x1xf32>, %arg290: tensor<128xf32>, %arg291: tensor<32x128x3x3xf32>, %arg292: tensor<1x960x1x1xf32>, %arg293: tensor<1x960x1x1xf32>, %arg294: tensor<128x960x1x1xf32>, %arg295: tensor<128xf32>, %arg296: tensor<32x128x3x3xf32>, %arg297: tensor<1x992x1x1xf32>, %arg298: tensor<1x992x1x1xf32>, %arg299: tensor<128x992x1x1xf32>, %arg300: tensor<128xf32>, %arg301: tensor<32x128x3x3xf32>, %arg302: tensor<1x1024x1x1xf32>, %arg303: tensor<1x1024x1x1xf32>, %arg304: tensor<1000x1024x1x1xf32>, %arg305: tensor<1000xf32>) -> tensor<1x1000x1x1xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 4.000000e+00 : f32
    %cst_2 = arith.constant 4.900000e+01 : f32
    %padded = tensor.pad %arg0 low[0, 0, 3, 3] high[0, 0, 3, 3] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x3x224x224xf32> to tensor<1x3x230x230xf32>
    %0 = tensor.empty() : tensor<1x64x112x112xf32>
    %broadcasted = linalg.broadcast ins(%arg2 : tensor<64xf32>) outs(%0 : tensor<1x64x112x112xf32>) dimensions = [0, 2, 3] 
    %1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded, %arg1 : tensor<1x3x230x230xf32>, tensor<64x3x7x7xf32>) outs(%broadcasted : tensor<1x64x112x112xf32>) -> tensor<1x64x112x112xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1 : tensor<1x64x112x112xf32>) outs(%0 : tensor<1x64x112x112xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x64x112x112xf32>
    %padded_3 = tensor.pad %2 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x64x112x112xf32> to tensor<1x64x114x114xf32>
    %3 = tensor.empty() : tensor<1x64x56x56xf32>
    %4 = linalg.fill ins(%cst_0 : f32) outs(%3 : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
    %5 = tensor.empty() : tensor<3x3xf32>
    %6 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded_3, %5 : tensor<1x64x114x114xf32>, tensor<3x3xf32>) outs(%4 : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6, %arg3 : tensor<1x64x56x56xf32>, tensor<1x64x1x1xf32>) outs(%3 : tensor<1x64x56x56xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x64x56x56xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %arg4 : tensor<1x64x56x56xf32>, tensor<1x64x1x1xf32>) outs(%3 : tensor<1x64x56x56xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x64x56x56xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8 : tensor<1x64x56x56xf32>) outs(%3 : tensor<1x64x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x64x56x56xf32>
    %10 = tensor.empty() : tensor<1x128x56x56xf32>
    %broadcasted_4 = linalg.broadcast ins(%arg6 : tensor<128xf32>) outs(%10 : tensor<1x128x56x56xf32>) dimensions = [0, 2, 3] 
    %11 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%9, %arg5 : tensor<1x64x56x56xf32>, tensor<128x64x1x1xf32>) outs(%broadcasted_4 : tensor<1x128x56x56xf32>) -> tensor<1x128x56x56xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11 : tensor<1x128x56x56xf32>) outs(%10 : tensor<1x128x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x56x56xf32>
    %padded_5 = tensor.pad %12 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x56x56xf32> to tensor<1x128x58x58xf32>
    %13 = tensor.empty() : tensor<1x32x56x56xf32>
    %14 = linalg.fill ins(%cst : f32) outs(%13 : tensor<1x32x56x56xf32>) -> tensor<1x32x56x56xf32>
    %15 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_5, %arg7 : tensor<1x128x58x58xf32>, tensor<32x128x3x3xf32>) outs(%14 : tensor<1x32x56x56xf32>) -> tensor<1x32x56x56xf32>
    %concat = tensor.concat dim(1) %6, %15 : (tensor<1x64x56x56xf32>, tensor<1x32x56x56xf32>) -> tensor<1x96x56x56xf32>
    %16 = tensor.empty() : tensor<1x96x56x56xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat, %arg8 : tensor<1x96x56x56xf32>, tensor<1x96x1x1xf32>) outs(%16 : tensor<1x96x56x56xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x96x56x56xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17, %arg9 : tensor<1x96x56x56xf32>, tensor<1x96x1x1xf32>) outs(%16 : tensor<1x96x56x56xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x96x56x56xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18 : tensor<1x96x56x56xf32>) outs(%16 : tensor<1x96x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x96x56x56xf32>
    %broadcasted_6 = linalg.broadcast ins(%arg11 : tensor<128xf32>) outs(%10 : tensor<1x128x56x56xf32>) dimensions = [0, 2, 3] 
    %20 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%19, %arg10 : tensor<1x96x56x56xf32>, tensor<128x96x1x1xf32>) outs(%broadcasted_6 : tensor<1x128x56x56xf32>) -> tensor<1x128x56x56xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20 : tensor<1x128x56x56xf32>) outs(%10 : tensor<1x128x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x56x56xf32>
    %padded_7 = tensor.pad %21 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x56x56xf32> to tensor<1x128x58x58xf32>
    %22 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_7, %arg12 : tensor<1x128x58x58xf32>, tensor<32x128x3x3xf32>) outs(%14 : tensor<1x32x56x56xf32>) -> tensor<1x32x56x56xf32>
    %concat_8 = tensor.concat dim(1) %concat, %22 : (tensor<1x96x56x56xf32>, tensor<1x32x56x56xf32>) -> tensor<1x128x56x56xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_8, %arg13 : tensor<1x128x56x56xf32>, tensor<1x128x1x1xf32>) outs(%10 : tensor<1x128x56x56xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x128x56x56xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%23, %arg14 : tensor<1x128x56x56xf32>, tensor<1x128x1x1xf32>) outs(%10 : tensor<1x128x56x56xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x128x56x56xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%24 : tensor<1x128x56x56xf32>) outs(%10 : tensor<1x128x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x56x56xf32>
    %broadcasted_9 = linalg.broadcast ins(%arg16 : tensor<128xf32>) outs(%10 : tensor<1x128x56x56xf32>) dimensions = [0, 2, 3] 
    %26 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%25, %arg15 : tensor<1x128x56x56xf32>, tensor<128x128x1x1xf32>) outs(%broadcasted_9 : tensor<1x128x56x56xf32>) -> tensor<1x128x56x56xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26 : tensor<1x128x56x56xf32>) outs(%10 : tensor<1x128x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x56x56xf32>
    %padded_10 = tensor.pad %27 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x56x56xf32> to tensor<1x128x58x58xf32>
    %28 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_10, %arg17 : tensor<1x128x58x58xf32>, tensor<32x128x3x3xf32>) outs(%14 : tensor<1x32x56x56xf32>) -> tensor<1x32x56x56xf32>
    %concat_11 = tensor.concat dim(1) %concat_8, %28 : (tensor<1x128x56x56xf32>, tensor<1x32x56x56xf32>) -> tensor<1x160x56x56xf32>
    %29 = tensor.empty() : tensor<1x160x56x56xf32>
    %30 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_11, %arg18 : tensor<1x160x56x56xf32>, tensor<1x160x1x1xf32>) outs(%29 : tensor<1x160x56x56xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x160x56x56xf32>
    %31 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%30, %arg19 : tensor<1x160x56x56xf32>, tensor<1x160x1x1xf32>) outs(%29 : tensor<1x160x56x56xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x160x56x56xf32>
    %32 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%31 : tensor<1x160x56x56xf32>) outs(%29 : tensor<1x160x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x160x56x56xf32>
    %broadcasted_12 = linalg.broadcast ins(%arg21 : tensor<128xf32>) outs(%10 : tensor<1x128x56x56xf32>) dimensions = [0, 2, 3] 
    %33 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%32, %arg20 : tensor<1x160x56x56xf32>, tensor<128x160x1x1xf32>) outs(%broadcasted_12 : tensor<1x128x56x56xf32>) -> tensor<1x128x56x56xf32>
    %34 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%33 : tensor<1x128x56x56xf32>) outs(%10 : tensor<1x128x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x56x56xf32>
    %padded_13 = tensor.pad %34 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x56x56xf32> to tensor<1x128x58x58xf32>
    %35 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_13, %arg22 : tensor<1x128x58x58xf32>, tensor<32x128x3x3xf32>) outs(%14 : tensor<1x32x56x56xf32>) -> tensor<1x32x56x56xf32>
    %concat_14 = tensor.concat dim(1) %concat_11, %35 : (tensor<1x160x56x56xf32>, tensor<1x32x56x56xf32>) -> tensor<1x192x56x56xf32>
    %36 = tensor.empty() : tensor<1x192x56x56xf32>
    %37 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_14, %arg23 : tensor<1x192x56x56xf32>, tensor<1x192x1x1xf32>) outs(%36 : tensor<1x192x56x56xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x192x56x56xf32>
    %38 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37, %arg24 : tensor<1x192x56x56xf32>, tensor<1x192x1x1xf32>) outs(%36 : tensor<1x192x56x56xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x192x56x56xf32>
    %39 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%38 : tensor<1x192x56x56xf32>) outs(%36 : tensor<1x192x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x192x56x56xf32>
    %broadcasted_15 = linalg.broadcast ins(%arg26 : tensor<128xf32>) outs(%10 : tensor<1x128x56x56xf32>) dimensions = [0, 2, 3] 
    %40 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%39, %arg25 : tensor<1x192x56x56xf32>, tensor<128x192x1x1xf32>) outs(%broadcasted_15 : tensor<1x128x56x56xf32>) -> tensor<1x128x56x56xf32>
    %41 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%40 : tensor<1x128x56x56xf32>) outs(%10 : tensor<1x128x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x56x56xf32>
    %padded_16 = tensor.pad %41 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x56x56xf32> to tensor<1x128x58x58xf32>
    %42 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_16, %arg27 : tensor<1x128x58x58xf32>, tensor<32x128x3x3xf32>) outs(%14 : tensor<1x32x56x56xf32>) -> tensor<1x32x56x56xf32>
    %concat_17 = tensor.concat dim(1) %concat_14, %42 : (tensor<1x192x56x56xf32>, tensor<1x32x56x56xf32>) -> tensor<1x224x56x56xf32>
    %43 = tensor.empty() : tensor<1x224x56x56xf32>
    %44 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_17, %arg28 : tensor<1x224x56x56xf32>, tensor<1x224x1x1xf32>) outs(%43 : tensor<1x224x56x56xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x224x56x56xf32>
    %45 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%44, %arg29 : tensor<1x224x56x56xf32>, tensor<1x224x1x1xf32>) outs(%43 : tensor<1x224x56x56xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x224x56x56xf32>
    %46 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%45 : tensor<1x224x56x56xf32>) outs(%43 : tensor<1x224x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x224x56x56xf32>
    %broadcasted_18 = linalg.broadcast ins(%arg31 : tensor<128xf32>) outs(%10 : tensor<1x128x56x56xf32>) dimensions = [0, 2, 3] 
    %47 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%46, %arg30 : tensor<1x224x56x56xf32>, tensor<128x224x1x1xf32>) outs(%broadcasted_18 : tensor<1x128x56x56xf32>) -> tensor<1x128x56x56xf32>
    %48 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%47 : tensor<1x128x56x56xf32>) outs(%10 : tensor<1x128x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x56x56xf32>
    %padded_19 = tensor.pad %48 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x56x56xf32> to tensor<1x128x58x58xf32>
    %49 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_19, %arg32 : tensor<1x128x58x58xf32>, tensor<32x128x3x3xf32>) outs(%14 : tensor<1x32x56x56xf32>) -> tensor<1x32x56x56xf32>
    %concat_20 = tensor.concat dim(1) %concat_17, %49 : (tensor<1x224x56x56xf32>, tensor<1x32x56x56xf32>) -> tensor<1x256x56x56xf32>
    %50 = tensor.empty() : tensor<1x256x56x56xf32>
    %51 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_20, %arg33 : tensor<1x256x56x56xf32>, tensor<1x256x1x1xf32>) outs(%50 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x256x56x56xf32>
    %52 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%51, %arg34 : tensor<1x256x56x56xf32>, tensor<1x256x1x1xf32>) outs(%50 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x256x56x56xf32>
    %53 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%52 : tensor<1x256x56x56xf32>) outs(%50 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x256x56x56xf32>
    %54 = linalg.fill ins(%cst : f32) outs(%10 : tensor<1x128x56x56xf32>) -> tensor<1x128x56x56xf32>
    %55 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%53, %arg35 : tensor<1x256x56x56xf32>, tensor<128x256x1x1xf32>) outs(%54 : tensor<1x128x56x56xf32>) -> tensor<1x128x56x56xf32>
    %56 = tensor.empty() : tensor<1x128x28x28xf32>
    %57 = linalg.fill ins(%cst : f32) outs(%56 : tensor<1x128x28x28xf32>) -> tensor<1x128x28x28xf32>
    %58 = tensor.empty() : tensor<2x2xf32>
    %59 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%55, %58 : tensor<1x128x56x56xf32>, tensor<2x2xf32>) outs(%57 : tensor<1x128x28x28xf32>) -> tensor<1x128x28x28xf32>
    %60 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%59 : tensor<1x128x28x28xf32>) outs(%56 : tensor<1x128x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.divf %in, %cst_1 : f32
      linalg.yield %461 : f32
    } -> tensor<1x128x28x28xf32>
    %61 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60, %arg36 : tensor<1x128x28x28xf32>, tensor<1x128x1x1xf32>) outs(%56 : tensor<1x128x28x28xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x128x28x28xf32>
    %62 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%61, %arg37 : tensor<1x128x28x28xf32>, tensor<1x128x1x1xf32>) outs(%56 : tensor<1x128x28x28xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x128x28x28xf32>
    %63 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%62 : tensor<1x128x28x28xf32>) outs(%56 : tensor<1x128x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x28x28xf32>
    %broadcasted_21 = linalg.broadcast ins(%arg39 : tensor<128xf32>) outs(%56 : tensor<1x128x28x28xf32>) dimensions = [0, 2, 3] 
    %64 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%63, %arg38 : tensor<1x128x28x28xf32>, tensor<128x128x1x1xf32>) outs(%broadcasted_21 : tensor<1x128x28x28xf32>) -> tensor<1x128x28x28xf32>
    %65 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%64 : tensor<1x128x28x28xf32>) outs(%56 : tensor<1x128x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x28x28xf32>
    %padded_22 = tensor.pad %65 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x28x28xf32> to tensor<1x128x30x30xf32>
    %66 = tensor.empty() : tensor<1x32x28x28xf32>
    %67 = linalg.fill ins(%cst : f32) outs(%66 : tensor<1x32x28x28xf32>) -> tensor<1x32x28x28xf32>
    %68 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_22, %arg40 : tensor<1x128x30x30xf32>, tensor<32x128x3x3xf32>) outs(%67 : tensor<1x32x28x28xf32>) -> tensor<1x32x28x28xf32>
    %concat_23 = tensor.concat dim(1) %60, %68 : (tensor<1x128x28x28xf32>, tensor<1x32x28x28xf32>) -> tensor<1x160x28x28xf32>
    %69 = tensor.empty() : tensor<1x160x28x28xf32>
    %70 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_23, %arg41 : tensor<1x160x28x28xf32>, tensor<1x160x1x1xf32>) outs(%69 : tensor<1x160x28x28xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x160x28x28xf32>
    %71 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%70, %arg42 : tensor<1x160x28x28xf32>, tensor<1x160x1x1xf32>) outs(%69 : tensor<1x160x28x28xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x160x28x28xf32>
    %72 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%71 : tensor<1x160x28x28xf32>) outs(%69 : tensor<1x160x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x160x28x28xf32>
    %broadcasted_24 = linalg.broadcast ins(%arg44 : tensor<128xf32>) outs(%56 : tensor<1x128x28x28xf32>) dimensions = [0, 2, 3] 
    %73 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%72, %arg43 : tensor<1x160x28x28xf32>, tensor<128x160x1x1xf32>) outs(%broadcasted_24 : tensor<1x128x28x28xf32>) -> tensor<1x128x28x28xf32>
    %74 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%73 : tensor<1x128x28x28xf32>) outs(%56 : tensor<1x128x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x28x28xf32>
    %padded_25 = tensor.pad %74 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x28x28xf32> to tensor<1x128x30x30xf32>
    %75 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_25, %arg45 : tensor<1x128x30x30xf32>, tensor<32x128x3x3xf32>) outs(%67 : tensor<1x32x28x28xf32>) -> tensor<1x32x28x28xf32>
    %concat_26 = tensor.concat dim(1) %concat_23, %75 : (tensor<1x160x28x28xf32>, tensor<1x32x28x28xf32>) -> tensor<1x192x28x28xf32>
    %76 = tensor.empty() : tensor<1x192x28x28xf32>
    %77 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_26, %arg46 : tensor<1x192x28x28xf32>, tensor<1x192x1x1xf32>) outs(%76 : tensor<1x192x28x28xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x192x28x28xf32>
    %78 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%77, %arg47 : tensor<1x192x28x28xf32>, tensor<1x192x1x1xf32>) outs(%76 : tensor<1x192x28x28xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x192x28x28xf32>
    %79 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%78 : tensor<1x192x28x28xf32>) outs(%76 : tensor<1x192x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x192x28x28xf32>
    %broadcasted_27 = linalg.broadcast ins(%arg49 : tensor<128xf32>) outs(%56 : tensor<1x128x28x28xf32>) dimensions = [0, 2, 3] 
    %80 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%79, %arg48 : tensor<1x192x28x28xf32>, tensor<128x192x1x1xf32>) outs(%broadcasted_27 : tensor<1x128x28x28xf32>) -> tensor<1x128x28x28xf32>
    %81 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%80 : tensor<1x128x28x28xf32>) outs(%56 : tensor<1x128x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x28x28xf32>
    %padded_28 = tensor.pad %81 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x28x28xf32> to tensor<1x128x30x30xf32>
    %82 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_28, %arg50 : tensor<1x128x30x30xf32>, tensor<32x128x3x3xf32>) outs(%67 : tensor<1x32x28x28xf32>) -> tensor<1x32x28x28xf32>
    %concat_29 = tensor.concat dim(1) %concat_26, %82 : (tensor<1x192x28x28xf32>, tensor<1x32x28x28xf32>) -> tensor<1x224x28x28xf32>
    %83 = tensor.empty() : tensor<1x224x28x28xf32>
    %84 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_29, %arg51 : tensor<1x224x28x28xf32>, tensor<1x224x1x1xf32>) outs(%83 : tensor<1x224x28x28xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x224x28x28xf32>
    %85 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%84, %arg52 : tensor<1x224x28x28xf32>, tensor<1x224x1x1xf32>) outs(%83 : tensor<1x224x28x28xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x224x28x28xf32>
    %86 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%85 : tensor<1x224x28x28xf32>) outs(%83 : tensor<1x224x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x224x28x28xf32>
    %broadcasted_30 = linalg.broadcast ins(%arg54 : tensor<128xf32>) outs(%56 : tensor<1x128x28x28xf32>) dimensions = [0, 2, 3] 
    %87 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%86, %arg53 : tensor<1x224x28x28xf32>, tensor<128x224x1x1xf32>) outs(%broadcasted_30 : tensor<1x128x28x28xf32>) -> tensor<1x128x28x28xf32>
    %88 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%87 : tensor<1x128x28x28xf32>) outs(%56 : tensor<1x128x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x28x28xf32>
    %padded_31 = tensor.pad %88 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x28x28xf32> to tensor<1x128x30x30xf32>
    %89 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_31, %arg55 : tensor<1x128x30x30xf32>, tensor<32x128x3x3xf32>) outs(%67 : tensor<1x32x28x28xf32>) -> tensor<1x32x28x28xf32>
    %concat_32 = tensor.concat dim(1) %concat_29, %89 : (tensor<1x224x28x28xf32>, tensor<1x32x28x28xf32>) -> tensor<1x256x28x28xf32>
    %90 = tensor.empty() : tensor<1x256x28x28xf32>
    %91 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_32, %arg56 : tensor<1x256x28x28xf32>, tensor<1x256x1x1xf32>) outs(%90 : tensor<1x256x28x28xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x256x28x28xf32>
    %92 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%91, %arg57 : tensor<1x256x28x28xf32>, tensor<1x256x1x1xf32>) outs(%90 : tensor<1x256x28x28xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x256x28x28xf32>
    %93 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%92 : tensor<1x256x28x28xf32>) outs(%90 : tensor<1x256x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x256x28x28xf32>
    %broadcasted_33 = linalg.broadcast ins(%arg59 : tensor<128xf32>) outs(%56 : tensor<1x128x28x28xf32>) dimensions = [0, 2, 3] 
    %94 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%93, %arg58 : tensor<1x256x28x28xf32>, tensor<128x256x1x1xf32>) outs(%broadcasted_33 : tensor<1x128x28x28xf32>) -> tensor<1x128x28x28xf32>
    %95 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%94 : tensor<1x128x28x28xf32>) outs(%56 : tensor<1x128x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x28x28xf32>
    %padded_34 = tensor.pad %95 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x28x28xf32> to tensor<1x128x30x30xf32>
    %96 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_34, %arg60 : tensor<1x128x30x30xf32>, tensor<32x128x3x3xf32>) outs(%67 : tensor<1x32x28x28xf32>) -> tensor<1x32x28x28xf32>
    %concat_35 = tensor.concat dim(1) %concat_32, %96 : (tensor<1x256x28x28xf32>, tensor<1x32x28x28xf32>) -> tensor<1x288x28x28xf32>
    %97 = tensor.empty() : tensor<1x288x28x28xf32>
    %98 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_35, %arg61 : tensor<1x288x28x28xf32>, tensor<1x288x1x1xf32>) outs(%97 : tensor<1x288x28x28xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x288x28x28xf32>
    %99 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%98, %arg62 : tensor<1x288x28x28xf32>, tensor<1x288x1x1xf32>) outs(%97 : tensor<1x288x28x28xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x288x28x28xf32>
    %100 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%99 : tensor<1x288x28x28xf32>) outs(%97 : tensor<1x288x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x288x28x28xf32>
    %broadcasted_36 = linalg.broadcast ins(%arg64 : tensor<128xf32>) outs(%56 : tensor<1x128x28x28xf32>) dimensions = [0, 2, 3] 
    %101 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%100, %arg63 : tensor<1x288x28x28xf32>, tensor<128x288x1x1xf32>) outs(%broadcasted_36 : tensor<1x128x28x28xf32>) -> tensor<1x128x28x28xf32>
    %102 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%101 : tensor<1x128x28x28xf32>) outs(%56 : tensor<1x128x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x28x28xf32>
    %padded_37 = tensor.pad %102 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x28x28xf32> to tensor<1x128x30x30xf32>
    %103 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_37, %arg65 : tensor<1x128x30x30xf32>, tensor<32x128x3x3xf32>) outs(%67 : tensor<1x32x28x28xf32>) -> tensor<1x32x28x28xf32>
    %concat_38 = tensor.concat dim(1) %concat_35, %103 : (tensor<1x288x28x28xf32>, tensor<1x32x28x28xf32>) -> tensor<1x320x28x28xf32>
    %104 = tensor.empty() : tensor<1x320x28x28xf32>
    %105 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_38, %arg66 : tensor<1x320x28x28xf32>, tensor<1x320x1x1xf32>) outs(%104 : tensor<1x320x28x28xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x320x28x28xf32>
    %106 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%105, %arg67 : tensor<1x320x28x28xf32>, tensor<1x320x1x1xf32>) outs(%104 : tensor<1x320x28x28xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x320x28x28xf32>
    %107 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%106 : tensor<1x320x28x28xf32>) outs(%104 : tensor<1x320x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x320x28x28xf32>
    %broadcasted_39 = linalg.broadcast ins(%arg69 : tensor<128xf32>) outs(%56 : tensor<1x128x28x28xf32>) dimensions = [0, 2, 3] 
    %108 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%107, %arg68 : tensor<1x320x28x28xf32>, tensor<128x320x1x1xf32>) outs(%broadcasted_39 : tensor<1x128x28x28xf32>) -> tensor<1x128x28x28xf32>
    %109 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%108 : tensor<1x128x28x28xf32>) outs(%56 : tensor<1x128x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x28x28xf32>
    %padded_40 = tensor.pad %109 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x28x28xf32> to tensor<1x128x30x30xf32>
    %110 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_40, %arg70 : tensor<1x128x30x30xf32>, tensor<32x128x3x3xf32>) outs(%67 : tensor<1x32x28x28xf32>) -> tensor<1x32x28x28xf32>
    %concat_41 = tensor.concat dim(1) %concat_38, %110 : (tensor<1x320x28x28xf32>, tensor<1x32x28x28xf32>) -> tensor<1x352x28x28xf32>
    %111 = tensor.empty() : tensor<1x352x28x28xf32>
    %112 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_41, %arg71 : tensor<1x352x28x28xf32>, tensor<1x352x1x1xf32>) outs(%111 : tensor<1x352x28x28xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x352x28x28xf32>
    %113 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%112, %arg72 : tensor<1x352x28x28xf32>, tensor<1x352x1x1xf32>) outs(%111 : tensor<1x352x28x28xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x352x28x28xf32>
    %114 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%113 : tensor<1x352x28x28xf32>) outs(%111 : tensor<1x352x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x352x28x28xf32>
    %broadcasted_42 = linalg.broadcast ins(%arg74 : tensor<128xf32>) outs(%56 : tensor<1x128x28x28xf32>) dimensions = [0, 2, 3] 
    %115 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%114, %arg73 : tensor<1x352x28x28xf32>, tensor<128x352x1x1xf32>) outs(%broadcasted_42 : tensor<1x128x28x28xf32>) -> tensor<1x128x28x28xf32>
    %116 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%115 : tensor<1x128x28x28xf32>) outs(%56 : tensor<1x128x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x28x28xf32>
    %padded_43 = tensor.pad %116 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x28x28xf32> to tensor<1x128x30x30xf32>
    %117 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_43, %arg75 : tensor<1x128x30x30xf32>, tensor<32x128x3x3xf32>) outs(%67 : tensor<1x32x28x28xf32>) -> tensor<1x32x28x28xf32>
    %concat_44 = tensor.concat dim(1) %concat_41, %117 : (tensor<1x352x28x28xf32>, tensor<1x32x28x28xf32>) -> tensor<1x384x28x28xf32>
    %118 = tensor.empty() : tensor<1x384x28x28xf32>
    %119 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_44, %arg76 : tensor<1x384x28x28xf32>, tensor<1x384x1x1xf32>) outs(%118 : tensor<1x384x28x28xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x384x28x28xf32>
    %120 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%119, %arg77 : tensor<1x384x28x28xf32>, tensor<1x384x1x1xf32>) outs(%118 : tensor<1x384x28x28xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x384x28x28xf32>
    %121 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%120 : tensor<1x384x28x28xf32>) outs(%118 : tensor<1x384x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x384x28x28xf32>
    %broadcasted_45 = linalg.broadcast ins(%arg79 : tensor<128xf32>) outs(%56 : tensor<1x128x28x28xf32>) dimensions = [0, 2, 3] 
    %122 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%121, %arg78 : tensor<1x384x28x28xf32>, tensor<128x384x1x1xf32>) outs(%broadcasted_45 : tensor<1x128x28x28xf32>) -> tensor<1x128x28x28xf32>
    %123 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%122 : tensor<1x128x28x28xf32>) outs(%56 : tensor<1x128x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x28x28xf32>
    %padded_46 = tensor.pad %123 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x28x28xf32> to tensor<1x128x30x30xf32>
    %124 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_46, %arg80 : tensor<1x128x30x30xf32>, tensor<32x128x3x3xf32>) outs(%67 : tensor<1x32x28x28xf32>) -> tensor<1x32x28x28xf32>
    %concat_47 = tensor.concat dim(1) %concat_44, %124 : (tensor<1x384x28x28xf32>, tensor<1x32x28x28xf32>) -> tensor<1x416x28x28xf32>
    %125 = tensor.empty() : tensor<1x416x28x28xf32>
    %126 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_47, %arg81 : tensor<1x416x28x28xf32>, tensor<1x416x1x1xf32>) outs(%125 : tensor<1x416x28x28xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x416x28x28xf32>
    %127 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%126, %arg82 : tensor<1x416x28x28xf32>, tensor<1x416x1x1xf32>) outs(%125 : tensor<1x416x28x28xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x416x28x28xf32>
    %128 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%127 : tensor<1x416x28x28xf32>) outs(%125 : tensor<1x416x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x416x28x28xf32>
    %broadcasted_48 = linalg.broadcast ins(%arg84 : tensor<128xf32>) outs(%56 : tensor<1x128x28x28xf32>) dimensions = [0, 2, 3] 
    %129 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%128, %arg83 : tensor<1x416x28x28xf32>, tensor<128x416x1x1xf32>) outs(%broadcasted_48 : tensor<1x128x28x28xf32>) -> tensor<1x128x28x28xf32>
    %130 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%129 : tensor<1x128x28x28xf32>) outs(%56 : tensor<1x128x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x28x28xf32>
    %padded_49 = tensor.pad %130 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x28x28xf32> to tensor<1x128x30x30xf32>
    %131 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_49, %arg85 : tensor<1x128x30x30xf32>, tensor<32x128x3x3xf32>) outs(%67 : tensor<1x32x28x28xf32>) -> tensor<1x32x28x28xf32>
    %concat_50 = tensor.concat dim(1) %concat_47, %131 : (tensor<1x416x28x28xf32>, tensor<1x32x28x28xf32>) -> tensor<1x448x28x28xf32>
    %132 = tensor.empty() : tensor<1x448x28x28xf32>
    %133 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_50, %arg86 : tensor<1x448x28x28xf32>, tensor<1x448x1x1xf32>) outs(%132 : tensor<1x448x28x28xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x448x28x28xf32>
    %134 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%133, %arg87 : tensor<1x448x28x28xf32>, tensor<1x448x1x1xf32>) outs(%132 : tensor<1x448x28x28xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x448x28x28xf32>
    %135 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%134 : tensor<1x448x28x28xf32>) outs(%132 : tensor<1x448x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x448x28x28xf32>
    %broadcasted_51 = linalg.broadcast ins(%arg89 : tensor<128xf32>) outs(%56 : tensor<1x128x28x28xf32>) dimensions = [0, 2, 3] 
    %136 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%135, %arg88 : tensor<1x448x28x28xf32>, tensor<128x448x1x1xf32>) outs(%broadcasted_51 : tensor<1x128x28x28xf32>) -> tensor<1x128x28x28xf32>
    %137 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%136 : tensor<1x128x28x28xf32>) outs(%56 : tensor<1x128x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x28x28xf32>
    %padded_52 = tensor.pad %137 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x28x28xf32> to tensor<1x128x30x30xf32>
    %138 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_52, %arg90 : tensor<1x128x30x30xf32>, tensor<32x128x3x3xf32>) outs(%67 : tensor<1x32x28x28xf32>) -> tensor<1x32x28x28xf32>
    %concat_53 = tensor.concat dim(1) %concat_50, %138 : (tensor<1x448x28x28xf32>, tensor<1x32x28x28xf32>) -> tensor<1x480x28x28xf32>
    %139 = tensor.empty() : tensor<1x480x28x28xf32>
    %140 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_53, %arg91 : tensor<1x480x28x28xf32>, tensor<1x480x1x1xf32>) outs(%139 : tensor<1x480x28x28xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x480x28x28xf32>
    %141 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%140, %arg92 : tensor<1x480x28x28xf32>, tensor<1x480x1x1xf32>) outs(%139 : tensor<1x480x28x28xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x480x28x28xf32>
    %142 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%141 : tensor<1x480x28x28xf32>) outs(%139 : tensor<1x480x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x480x28x28xf32>
    %broadcasted_54 = linalg.broadcast ins(%arg94 : tensor<128xf32>) outs(%56 : tensor<1x128x28x28xf32>) dimensions = [0, 2, 3] 
    %143 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%142, %arg93 : tensor<1x480x28x28xf32>, tensor<128x480x1x1xf32>) outs(%broadcasted_54 : tensor<1x128x28x28xf32>) -> tensor<1x128x28x28xf32>
    %144 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%143 : tensor<1x128x28x28xf32>) outs(%56 : tensor<1x128x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x28x28xf32>
    %padded_55 = tensor.pad %144 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x28x28xf32> to tensor<1x128x30x30xf32>
    %145 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_55, %arg95 : tensor<1x128x30x30xf32>, tensor<32x128x3x3xf32>) outs(%67 : tensor<1x32x28x28xf32>) -> tensor<1x32x28x28xf32>
    %concat_56 = tensor.concat dim(1) %concat_53, %145 : (tensor<1x480x28x28xf32>, tensor<1x32x28x28xf32>) -> tensor<1x512x28x28xf32>
    %146 = tensor.empty() : tensor<1x512x28x28xf32>
    %147 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_56, %arg96 : tensor<1x512x28x28xf32>, tensor<1x512x1x1xf32>) outs(%146 : tensor<1x512x28x28xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x512x28x28xf32>
    %148 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%147, %arg97 : tensor<1x512x28x28xf32>, tensor<1x512x1x1xf32>) outs(%146 : tensor<1x512x28x28xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x512x28x28xf32>
    %149 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%148 : tensor<1x512x28x28xf32>) outs(%146 : tensor<1x512x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x512x28x28xf32>
    %150 = linalg.fill ins(%cst : f32) outs(%90 : tensor<1x256x28x28xf32>) -> tensor<1x256x28x28xf32>
    %151 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%149, %arg98 : tensor<1x512x28x28xf32>, tensor<256x512x1x1xf32>) outs(%150 : tensor<1x256x28x28xf32>) -> tensor<1x256x28x28xf32>
    %152 = tensor.empty() : tensor<1x256x14x14xf32>
    %153 = linalg.fill ins(%cst : f32) outs(%152 : tensor<1x256x14x14xf32>) -> tensor<1x256x14x14xf32>
    %154 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%151, %58 : tensor<1x256x28x28xf32>, tensor<2x2xf32>) outs(%153 : tensor<1x256x14x14xf32>) -> tensor<1x256x14x14xf32>
    %155 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%154 : tensor<1x256x14x14xf32>) outs(%152 : tensor<1x256x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.divf %in, %cst_1 : f32
      linalg.yield %461 : f32
    } -> tensor<1x256x14x14xf32>
    %156 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%155, %arg99 : tensor<1x256x14x14xf32>, tensor<1x256x1x1xf32>) outs(%152 : tensor<1x256x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x256x14x14xf32>
    %157 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%156, %arg100 : tensor<1x256x14x14xf32>, tensor<1x256x1x1xf32>) outs(%152 : tensor<1x256x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x256x14x14xf32>
    %158 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%157 : tensor<1x256x14x14xf32>) outs(%152 : tensor<1x256x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x256x14x14xf32>
    %159 = tensor.empty() : tensor<1x128x14x14xf32>
    %broadcasted_57 = linalg.broadcast ins(%arg102 : tensor<128xf32>) outs(%159 : tensor<1x128x14x14xf32>) dimensions = [0, 2, 3] 
    %160 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%158, %arg101 : tensor<1x256x14x14xf32>, tensor<128x256x1x1xf32>) outs(%broadcasted_57 : tensor<1x128x14x14xf32>) -> tensor<1x128x14x14xf32>
    %161 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%160 : tensor<1x128x14x14xf32>) outs(%159 : tensor<1x128x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x14x14xf32>
    %padded_58 = tensor.pad %161 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x14x14xf32> to tensor<1x128x16x16xf32>
    %162 = tensor.empty() : tensor<1x32x14x14xf32>
    %163 = linalg.fill ins(%cst : f32) outs(%162 : tensor<1x32x14x14xf32>) -> tensor<1x32x14x14xf32>
    %164 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_58, %arg103 : tensor<1x128x16x16xf32>, tensor<32x128x3x3xf32>) outs(%163 : tensor<1x32x14x14xf32>) -> tensor<1x32x14x14xf32>
    %concat_59 = tensor.concat dim(1) %155, %164 : (tensor<1x256x14x14xf32>, tensor<1x32x14x14xf32>) -> tensor<1x288x14x14xf32>
    %165 = tensor.empty() : tensor<1x288x14x14xf32>
    %166 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_59, %arg104 : tensor<1x288x14x14xf32>, tensor<1x288x1x1xf32>) outs(%165 : tensor<1x288x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x288x14x14xf32>
    %167 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%166, %arg105 : tensor<1x288x14x14xf32>, tensor<1x288x1x1xf32>) outs(%165 : tensor<1x288x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x288x14x14xf32>
    %168 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%167 : tensor<1x288x14x14xf32>) outs(%165 : tensor<1x288x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x288x14x14xf32>
    %broadcasted_60 = linalg.broadcast ins(%arg107 : tensor<128xf32>) outs(%159 : tensor<1x128x14x14xf32>) dimensions = [0, 2, 3] 
    %169 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%168, %arg106 : tensor<1x288x14x14xf32>, tensor<128x288x1x1xf32>) outs(%broadcasted_60 : tensor<1x128x14x14xf32>) -> tensor<1x128x14x14xf32>
    %170 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%169 : tensor<1x128x14x14xf32>) outs(%159 : tensor<1x128x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x14x14xf32>
    %padded_61 = tensor.pad %170 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x14x14xf32> to tensor<1x128x16x16xf32>
    %171 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_61, %arg108 : tensor<1x128x16x16xf32>, tensor<32x128x3x3xf32>) outs(%163 : tensor<1x32x14x14xf32>) -> tensor<1x32x14x14xf32>
    %concat_62 = tensor.concat dim(1) %concat_59, %171 : (tensor<1x288x14x14xf32>, tensor<1x32x14x14xf32>) -> tensor<1x320x14x14xf32>
    %172 = tensor.empty() : tensor<1x320x14x14xf32>
    %173 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_62, %arg109 : tensor<1x320x14x14xf32>, tensor<1x320x1x1xf32>) outs(%172 : tensor<1x320x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x320x14x14xf32>
    %174 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%173, %arg110 : tensor<1x320x14x14xf32>, tensor<1x320x1x1xf32>) outs(%172 : tensor<1x320x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x320x14x14xf32>
    %175 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%174 : tensor<1x320x14x14xf32>) outs(%172 : tensor<1x320x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x320x14x14xf32>
    %broadcasted_63 = linalg.broadcast ins(%arg112 : tensor<128xf32>) outs(%159 : tensor<1x128x14x14xf32>) dimensions = [0, 2, 3] 
    %176 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%175, %arg111 : tensor<1x320x14x14xf32>, tensor<128x320x1x1xf32>) outs(%broadcasted_63 : tensor<1x128x14x14xf32>) -> tensor<1x128x14x14xf32>
    %177 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%176 : tensor<1x128x14x14xf32>) outs(%159 : tensor<1x128x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x14x14xf32>
    %padded_64 = tensor.pad %177 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x14x14xf32> to tensor<1x128x16x16xf32>
    %178 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_64, %arg113 : tensor<1x128x16x16xf32>, tensor<32x128x3x3xf32>) outs(%163 : tensor<1x32x14x14xf32>) -> tensor<1x32x14x14xf32>
    %concat_65 = tensor.concat dim(1) %concat_62, %178 : (tensor<1x320x14x14xf32>, tensor<1x32x14x14xf32>) -> tensor<1x352x14x14xf32>
    %179 = tensor.empty() : tensor<1x352x14x14xf32>
    %180 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_65, %arg114 : tensor<1x352x14x14xf32>, tensor<1x352x1x1xf32>) outs(%179 : tensor<1x352x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x352x14x14xf32>
    %181 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%180, %arg115 : tensor<1x352x14x14xf32>, tensor<1x352x1x1xf32>) outs(%179 : tensor<1x352x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x352x14x14xf32>
    %182 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%181 : tensor<1x352x14x14xf32>) outs(%179 : tensor<1x352x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x352x14x14xf32>
    %broadcasted_66 = linalg.broadcast ins(%arg117 : tensor<128xf32>) outs(%159 : tensor<1x128x14x14xf32>) dimensions = [0, 2, 3] 
    %183 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%182, %arg116 : tensor<1x352x14x14xf32>, tensor<128x352x1x1xf32>) outs(%broadcasted_66 : tensor<1x128x14x14xf32>) -> tensor<1x128x14x14xf32>
    %184 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%183 : tensor<1x128x14x14xf32>) outs(%159 : tensor<1x128x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x14x14xf32>
    %padded_67 = tensor.pad %184 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x14x14xf32> to tensor<1x128x16x16xf32>
    %185 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_67, %arg118 : tensor<1x128x16x16xf32>, tensor<32x128x3x3xf32>) outs(%163 : tensor<1x32x14x14xf32>) -> tensor<1x32x14x14xf32>
    %concat_68 = tensor.concat dim(1) %concat_65, %185 : (tensor<1x352x14x14xf32>, tensor<1x32x14x14xf32>) -> tensor<1x384x14x14xf32>
    %186 = tensor.empty() : tensor<1x384x14x14xf32>
    %187 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_68, %arg119 : tensor<1x384x14x14xf32>, tensor<1x384x1x1xf32>) outs(%186 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x384x14x14xf32>
    %188 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%187, %arg120 : tensor<1x384x14x14xf32>, tensor<1x384x1x1xf32>) outs(%186 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x384x14x14xf32>
    %189 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%188 : tensor<1x384x14x14xf32>) outs(%186 : tensor<1x384x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x384x14x14xf32>
    %broadcasted_69 = linalg.broadcast ins(%arg122 : tensor<128xf32>) outs(%159 : tensor<1x128x14x14xf32>) dimensions = [0, 2, 3] 
    %190 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%189, %arg121 : tensor<1x384x14x14xf32>, tensor<128x384x1x1xf32>) outs(%broadcasted_69 : tensor<1x128x14x14xf32>) -> tensor<1x128x14x14xf32>
    %191 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%190 : tensor<1x128x14x14xf32>) outs(%159 : tensor<1x128x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x14x14xf32>
    %padded_70 = tensor.pad %191 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x14x14xf32> to tensor<1x128x16x16xf32>
    %192 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_70, %arg123 : tensor<1x128x16x16xf32>, tensor<32x128x3x3xf32>) outs(%163 : tensor<1x32x14x14xf32>) -> tensor<1x32x14x14xf32>
    %concat_71 = tensor.concat dim(1) %concat_68, %192 : (tensor<1x384x14x14xf32>, tensor<1x32x14x14xf32>) -> tensor<1x416x14x14xf32>
    %193 = tensor.empty() : tensor<1x416x14x14xf32>
    %194 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_71, %arg124 : tensor<1x416x14x14xf32>, tensor<1x416x1x1xf32>) outs(%193 : tensor<1x416x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x416x14x14xf32>
    %195 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%194, %arg125 : tensor<1x416x14x14xf32>, tensor<1x416x1x1xf32>) outs(%193 : tensor<1x416x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x416x14x14xf32>
    %196 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%195 : tensor<1x416x14x14xf32>) outs(%193 : tensor<1x416x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x416x14x14xf32>
    %broadcasted_72 = linalg.broadcast ins(%arg127 : tensor<128xf32>) outs(%159 : tensor<1x128x14x14xf32>) dimensions = [0, 2, 3] 
    %197 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%196, %arg126 : tensor<1x416x14x14xf32>, tensor<128x416x1x1xf32>) outs(%broadcasted_72 : tensor<1x128x14x14xf32>) -> tensor<1x128x14x14xf32>
    %198 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%197 : tensor<1x128x14x14xf32>) outs(%159 : tensor<1x128x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x14x14xf32>
    %padded_73 = tensor.pad %198 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x14x14xf32> to tensor<1x128x16x16xf32>
    %199 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_73, %arg128 : tensor<1x128x16x16xf32>, tensor<32x128x3x3xf32>) outs(%163 : tensor<1x32x14x14xf32>) -> tensor<1x32x14x14xf32>
    %concat_74 = tensor.concat dim(1) %concat_71, %199 : (tensor<1x416x14x14xf32>, tensor<1x32x14x14xf32>) -> tensor<1x448x14x14xf32>
    %200 = tensor.empty() : tensor<1x448x14x14xf32>
    %201 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_74, %arg129 : tensor<1x448x14x14xf32>, tensor<1x448x1x1xf32>) outs(%200 : tensor<1x448x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x448x14x14xf32>
    %202 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%201, %arg130 : tensor<1x448x14x14xf32>, tensor<1x448x1x1xf32>) outs(%200 : tensor<1x448x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x448x14x14xf32>
    %203 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%202 : tensor<1x448x14x14xf32>) outs(%200 : tensor<1x448x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x448x14x14xf32>
    %broadcasted_75 = linalg.broadcast ins(%arg132 : tensor<128xf32>) outs(%159 : tensor<1x128x14x14xf32>) dimensions = [0, 2, 3] 
    %204 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%203, %arg131 : tensor<1x448x14x14xf32>, tensor<128x448x1x1xf32>) outs(%broadcasted_75 : tensor<1x128x14x14xf32>) -> tensor<1x128x14x14xf32>
    %205 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%204 : tensor<1x128x14x14xf32>) outs(%159 : tensor<1x128x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x14x14xf32>
    %padded_76 = tensor.pad %205 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x14x14xf32> to tensor<1x128x16x16xf32>
    %206 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_76, %arg133 : tensor<1x128x16x16xf32>, tensor<32x128x3x3xf32>) outs(%163 : tensor<1x32x14x14xf32>) -> tensor<1x32x14x14xf32>
    %concat_77 = tensor.concat dim(1) %concat_74, %206 : (tensor<1x448x14x14xf32>, tensor<1x32x14x14xf32>) -> tensor<1x480x14x14xf32>
    %207 = tensor.empty() : tensor<1x480x14x14xf32>
    %208 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_77, %arg134 : tensor<1x480x14x14xf32>, tensor<1x480x1x1xf32>) outs(%207 : tensor<1x480x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x480x14x14xf32>
    %209 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%208, %arg135 : tensor<1x480x14x14xf32>, tensor<1x480x1x1xf32>) outs(%207 : tensor<1x480x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x480x14x14xf32>
    %210 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%209 : tensor<1x480x14x14xf32>) outs(%207 : tensor<1x480x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x480x14x14xf32>
    %broadcasted_78 = linalg.broadcast ins(%arg137 : tensor<128xf32>) outs(%159 : tensor<1x128x14x14xf32>) dimensions = [0, 2, 3] 
    %211 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%210, %arg136 : tensor<1x480x14x14xf32>, tensor<128x480x1x1xf32>) outs(%broadcasted_78 : tensor<1x128x14x14xf32>) -> tensor<1x128x14x14xf32>
    %212 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%211 : tensor<1x128x14x14xf32>) outs(%159 : tensor<1x128x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x14x14xf32>
    %padded_79 = tensor.pad %212 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x14x14xf32> to tensor<1x128x16x16xf32>
    %213 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_79, %arg138 : tensor<1x128x16x16xf32>, tensor<32x128x3x3xf32>) outs(%163 : tensor<1x32x14x14xf32>) -> tensor<1x32x14x14xf32>
    %concat_80 = tensor.concat dim(1) %concat_77, %213 : (tensor<1x480x14x14xf32>, tensor<1x32x14x14xf32>) -> tensor<1x512x14x14xf32>
    %214 = tensor.empty() : tensor<1x512x14x14xf32>
    %215 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_80, %arg139 : tensor<1x512x14x14xf32>, tensor<1x512x1x1xf32>) outs(%214 : tensor<1x512x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x512x14x14xf32>
    %216 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%215, %arg140 : tensor<1x512x14x14xf32>, tensor<1x512x1x1xf32>) outs(%214 : tensor<1x512x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x512x14x14xf32>
    %217 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%216 : tensor<1x512x14x14xf32>) outs(%214 : tensor<1x512x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x512x14x14xf32>
    %broadcasted_81 = linalg.broadcast ins(%arg142 : tensor<128xf32>) outs(%159 : tensor<1x128x14x14xf32>) dimensions = [0, 2, 3] 
    %218 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%217, %arg141 : tensor<1x512x14x14xf32>, tensor<128x512x1x1xf32>) outs(%broadcasted_81 : tensor<1x128x14x14xf32>) -> tensor<1x128x14x14xf32>
    %219 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%218 : tensor<1x128x14x14xf32>) outs(%159 : tensor<1x128x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x14x14xf32>
    %padded_82 = tensor.pad %219 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x14x14xf32> to tensor<1x128x16x16xf32>
    %220 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_82, %arg143 : tensor<1x128x16x16xf32>, tensor<32x128x3x3xf32>) outs(%163 : tensor<1x32x14x14xf32>) -> tensor<1x32x14x14xf32>
    %concat_83 = tensor.concat dim(1) %concat_80, %220 : (tensor<1x512x14x14xf32>, tensor<1x32x14x14xf32>) -> tensor<1x544x14x14xf32>
    %221 = tensor.empty() : tensor<1x544x14x14xf32>
    %222 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_83, %arg144 : tensor<1x544x14x14xf32>, tensor<1x544x1x1xf32>) outs(%221 : tensor<1x544x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x544x14x14xf32>
    %223 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%222, %arg145 : tensor<1x544x14x14xf32>, tensor<1x544x1x1xf32>) outs(%221 : tensor<1x544x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x544x14x14xf32>
    %224 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%223 : tensor<1x544x14x14xf32>) outs(%221 : tensor<1x544x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x544x14x14xf32>
    %broadcasted_84 = linalg.broadcast ins(%arg147 : tensor<128xf32>) outs(%159 : tensor<1x128x14x14xf32>) dimensions = [0, 2, 3] 
    %225 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%224, %arg146 : tensor<1x544x14x14xf32>, tensor<128x544x1x1xf32>) outs(%broadcasted_84 : tensor<1x128x14x14xf32>) -> tensor<1x128x14x14xf32>
    %226 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%225 : tensor<1x128x14x14xf32>) outs(%159 : tensor<1x128x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x14x14xf32>
    %padded_85 = tensor.pad %226 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x14x14xf32> to tensor<1x128x16x16xf32>
    %227 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_85, %arg148 : tensor<1x128x16x16xf32>, tensor<32x128x3x3xf32>) outs(%163 : tensor<1x32x14x14xf32>) -> tensor<1x32x14x14xf32>
    %concat_86 = tensor.concat dim(1) %concat_83, %227 : (tensor<1x544x14x14xf32>, tensor<1x32x14x14xf32>) -> tensor<1x576x14x14xf32>
    %228 = tensor.empty() : tensor<1x576x14x14xf32>
    %229 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_86, %arg149 : tensor<1x576x14x14xf32>, tensor<1x576x1x1xf32>) outs(%228 : tensor<1x576x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x576x14x14xf32>
    %230 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%229, %arg150 : tensor<1x576x14x14xf32>, tensor<1x576x1x1xf32>) outs(%228 : tensor<1x576x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x576x14x14xf32>
    %231 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%230 : tensor<1x576x14x14xf32>) outs(%228 : tensor<1x576x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x576x14x14xf32>
    %broadcasted_87 = linalg.broadcast ins(%arg152 : tensor<128xf32>) outs(%159 : tensor<1x128x14x14xf32>) dimensions = [0, 2, 3] 
    %232 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%231, %arg151 : tensor<1x576x14x14xf32>, tensor<128x576x1x1xf32>) outs(%broadcasted_87 : tensor<1x128x14x14xf32>) -> tensor<1x128x14x14xf32>
    %233 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%232 : tensor<1x128x14x14xf32>) outs(%159 : tensor<1x128x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x14x14xf32>
    %padded_88 = tensor.pad %233 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x14x14xf32> to tensor<1x128x16x16xf32>
    %234 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_88, %arg153 : tensor<1x128x16x16xf32>, tensor<32x128x3x3xf32>) outs(%163 : tensor<1x32x14x14xf32>) -> tensor<1x32x14x14xf32>
    %concat_89 = tensor.concat dim(1) %concat_86, %234 : (tensor<1x576x14x14xf32>, tensor<1x32x14x14xf32>) -> tensor<1x608x14x14xf32>
    %235 = tensor.empty() : tensor<1x608x14x14xf32>
    %236 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_89, %arg154 : tensor<1x608x14x14xf32>, tensor<1x608x1x1xf32>) outs(%235 : tensor<1x608x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x608x14x14xf32>
    %237 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%236, %arg155 : tensor<1x608x14x14xf32>, tensor<1x608x1x1xf32>) outs(%235 : tensor<1x608x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x608x14x14xf32>
    %238 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%237 : tensor<1x608x14x14xf32>) outs(%235 : tensor<1x608x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x608x14x14xf32>
    %broadcasted_90 = linalg.broadcast ins(%arg157 : tensor<128xf32>) outs(%159 : tensor<1x128x14x14xf32>) dimensions = [0, 2, 3] 
    %239 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%238, %arg156 : tensor<1x608x14x14xf32>, tensor<128x608x1x1xf32>) outs(%broadcasted_90 : tensor<1x128x14x14xf32>) -> tensor<1x128x14x14xf32>
    %240 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%239 : tensor<1x128x14x14xf32>) outs(%159 : tensor<1x128x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x14x14xf32>
    %padded_91 = tensor.pad %240 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x14x14xf32> to tensor<1x128x16x16xf32>
    %241 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_91, %arg158 : tensor<1x128x16x16xf32>, tensor<32x128x3x3xf32>) outs(%163 : tensor<1x32x14x14xf32>) -> tensor<1x32x14x14xf32>
    %concat_92 = tensor.concat dim(1) %concat_89, %241 : (tensor<1x608x14x14xf32>, tensor<1x32x14x14xf32>) -> tensor<1x640x14x14xf32>
    %242 = tensor.empty() : tensor<1x640x14x14xf32>
    %243 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_92, %arg159 : tensor<1x640x14x14xf32>, tensor<1x640x1x1xf32>) outs(%242 : tensor<1x640x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x640x14x14xf32>
    %244 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%243, %arg160 : tensor<1x640x14x14xf32>, tensor<1x640x1x1xf32>) outs(%242 : tensor<1x640x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x640x14x14xf32>
    %245 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%244 : tensor<1x640x14x14xf32>) outs(%242 : tensor<1x640x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x640x14x14xf32>
    %broadcasted_93 = linalg.broadcast ins(%arg162 : tensor<128xf32>) outs(%159 : tensor<1x128x14x14xf32>) dimensions = [0, 2, 3] 
    %246 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%245, %arg161 : tensor<1x640x14x14xf32>, tensor<128x640x1x1xf32>) outs(%broadcasted_93 : tensor<1x128x14x14xf32>) -> tensor<1x128x14x14xf32>
    %247 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%246 : tensor<1x128x14x14xf32>) outs(%159 : tensor<1x128x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x14x14xf32>
    %padded_94 = tensor.pad %247 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x14x14xf32> to tensor<1x128x16x16xf32>
    %248 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_94, %arg163 : tensor<1x128x16x16xf32>, tensor<32x128x3x3xf32>) outs(%163 : tensor<1x32x14x14xf32>) -> tensor<1x32x14x14xf32>
    %concat_95 = tensor.concat dim(1) %concat_92, %248 : (tensor<1x640x14x14xf32>, tensor<1x32x14x14xf32>) -> tensor<1x672x14x14xf32>
    %249 = tensor.empty() : tensor<1x672x14x14xf32>
    %250 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_95, %arg164 : tensor<1x672x14x14xf32>, tensor<1x672x1x1xf32>) outs(%249 : tensor<1x672x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x672x14x14xf32>
    %251 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%250, %arg165 : tensor<1x672x14x14xf32>, tensor<1x672x1x1xf32>) outs(%249 : tensor<1x672x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x672x14x14xf32>
    %252 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%251 : tensor<1x672x14x14xf32>) outs(%249 : tensor<1x672x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x672x14x14xf32>
    %broadcasted_96 = linalg.broadcast ins(%arg167 : tensor<128xf32>) outs(%159 : tensor<1x128x14x14xf32>) dimensions = [0, 2, 3] 
    %253 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%252, %arg166 : tensor<1x672x14x14xf32>, tensor<128x672x1x1xf32>) outs(%broadcasted_96 : tensor<1x128x14x14xf32>) -> tensor<1x128x14x14xf32>
    %254 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%253 : tensor<1x128x14x14xf32>) outs(%159 : tensor<1x128x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x14x14xf32>
    %padded_97 = tensor.pad %254 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x14x14xf32> to tensor<1x128x16x16xf32>
    %255 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_97, %arg168 : tensor<1x128x16x16xf32>, tensor<32x128x3x3xf32>) outs(%163 : tensor<1x32x14x14xf32>) -> tensor<1x32x14x14xf32>
    %concat_98 = tensor.concat dim(1) %concat_95, %255 : (tensor<1x672x14x14xf32>, tensor<1x32x14x14xf32>) -> tensor<1x704x14x14xf32>
    %256 = tensor.empty() : tensor<1x704x14x14xf32>
    %257 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_98, %arg169 : tensor<1x704x14x14xf32>, tensor<1x704x1x1xf32>) outs(%256 : tensor<1x704x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x704x14x14xf32>
    %258 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%257, %arg170 : tensor<1x704x14x14xf32>, tensor<1x704x1x1xf32>) outs(%256 : tensor<1x704x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x704x14x14xf32>
    %259 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%258 : tensor<1x704x14x14xf32>) outs(%256 : tensor<1x704x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x704x14x14xf32>
    %broadcasted_99 = linalg.broadcast ins(%arg172 : tensor<128xf32>) outs(%159 : tensor<1x128x14x14xf32>) dimensions = [0, 2, 3] 
    %260 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%259, %arg171 : tensor<1x704x14x14xf32>, tensor<128x704x1x1xf32>) outs(%broadcasted_99 : tensor<1x128x14x14xf32>) -> tensor<1x128x14x14xf32>
    %261 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%260 : tensor<1x128x14x14xf32>) outs(%159 : tensor<1x128x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x14x14xf32>
    %padded_100 = tensor.pad %261 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x14x14xf32> to tensor<1x128x16x16xf32>
    %262 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_100, %arg173 : tensor<1x128x16x16xf32>, tensor<32x128x3x3xf32>) outs(%163 : tensor<1x32x14x14xf32>) -> tensor<1x32x14x14xf32>
    %concat_101 = tensor.concat dim(1) %concat_98, %262 : (tensor<1x704x14x14xf32>, tensor<1x32x14x14xf32>) -> tensor<1x736x14x14xf32>
    %263 = tensor.empty() : tensor<1x736x14x14xf32>
    %264 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_101, %arg174 : tensor<1x736x14x14xf32>, tensor<1x736x1x1xf32>) outs(%263 : tensor<1x736x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x736x14x14xf32>
    %265 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%264, %arg175 : tensor<1x736x14x14xf32>, tensor<1x736x1x1xf32>) outs(%263 : tensor<1x736x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x736x14x14xf32>
    %266 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%265 : tensor<1x736x14x14xf32>) outs(%263 : tensor<1x736x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x736x14x14xf32>
    %broadcasted_102 = linalg.broadcast ins(%arg177 : tensor<128xf32>) outs(%159 : tensor<1x128x14x14xf32>) dimensions = [0, 2, 3] 
    %267 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%266, %arg176 : tensor<1x736x14x14xf32>, tensor<128x736x1x1xf32>) outs(%broadcasted_102 : tensor<1x128x14x14xf32>) -> tensor<1x128x14x14xf32>
    %268 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%267 : tensor<1x128x14x14xf32>) outs(%159 : tensor<1x128x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x14x14xf32>
    %padded_103 = tensor.pad %268 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x14x14xf32> to tensor<1x128x16x16xf32>
    %269 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_103, %arg178 : tensor<1x128x16x16xf32>, tensor<32x128x3x3xf32>) outs(%163 : tensor<1x32x14x14xf32>) -> tensor<1x32x14x14xf32>
    %concat_104 = tensor.concat dim(1) %concat_101, %269 : (tensor<1x736x14x14xf32>, tensor<1x32x14x14xf32>) -> tensor<1x768x14x14xf32>
    %270 = tensor.empty() : tensor<1x768x14x14xf32>
    %271 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_104, %arg179 : tensor<1x768x14x14xf32>, tensor<1x768x1x1xf32>) outs(%270 : tensor<1x768x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x768x14x14xf32>
    %272 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%271, %arg180 : tensor<1x768x14x14xf32>, tensor<1x768x1x1xf32>) outs(%270 : tensor<1x768x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x768x14x14xf32>
    %273 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%272 : tensor<1x768x14x14xf32>) outs(%270 : tensor<1x768x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x768x14x14xf32>
    %broadcasted_105 = linalg.broadcast ins(%arg182 : tensor<128xf32>) outs(%159 : tensor<1x128x14x14xf32>) dimensions = [0, 2, 3] 
    %274 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%273, %arg181 : tensor<1x768x14x14xf32>, tensor<128x768x1x1xf32>) outs(%broadcasted_105 : tensor<1x128x14x14xf32>) -> tensor<1x128x14x14xf32>
    %275 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%274 : tensor<1x128x14x14xf32>) outs(%159 : tensor<1x128x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x14x14xf32>
    %padded_106 = tensor.pad %275 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x14x14xf32> to tensor<1x128x16x16xf32>
    %276 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_106, %arg183 : tensor<1x128x16x16xf32>, tensor<32x128x3x3xf32>) outs(%163 : tensor<1x32x14x14xf32>) -> tensor<1x32x14x14xf32>
    %concat_107 = tensor.concat dim(1) %concat_104, %276 : (tensor<1x768x14x14xf32>, tensor<1x32x14x14xf32>) -> tensor<1x800x14x14xf32>
    %277 = tensor.empty() : tensor<1x800x14x14xf32>
    %278 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_107, %arg184 : tensor<1x800x14x14xf32>, tensor<1x800x1x1xf32>) outs(%277 : tensor<1x800x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x800x14x14xf32>
    %279 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%278, %arg185 : tensor<1x800x14x14xf32>, tensor<1x800x1x1xf32>) outs(%277 : tensor<1x800x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x800x14x14xf32>
    %280 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%279 : tensor<1x800x14x14xf32>) outs(%277 : tensor<1x800x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x800x14x14xf32>
    %broadcasted_108 = linalg.broadcast ins(%arg187 : tensor<128xf32>) outs(%159 : tensor<1x128x14x14xf32>) dimensions = [0, 2, 3] 
    %281 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%280, %arg186 : tensor<1x800x14x14xf32>, tensor<128x800x1x1xf32>) outs(%broadcasted_108 : tensor<1x128x14x14xf32>) -> tensor<1x128x14x14xf32>
    %282 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%281 : tensor<1x128x14x14xf32>) outs(%159 : tensor<1x128x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x14x14xf32>
    %padded_109 = tensor.pad %282 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x14x14xf32> to tensor<1x128x16x16xf32>
    %283 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_109, %arg188 : tensor<1x128x16x16xf32>, tensor<32x128x3x3xf32>) outs(%163 : tensor<1x32x14x14xf32>) -> tensor<1x32x14x14xf32>
    %concat_110 = tensor.concat dim(1) %concat_107, %283 : (tensor<1x800x14x14xf32>, tensor<1x32x14x14xf32>) -> tensor<1x832x14x14xf32>
    %284 = tensor.empty() : tensor<1x832x14x14xf32>
    %285 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_110, %arg189 : tensor<1x832x14x14xf32>, tensor<1x832x1x1xf32>) outs(%284 : tensor<1x832x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x832x14x14xf32>
    %286 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%285, %arg190 : tensor<1x832x14x14xf32>, tensor<1x832x1x1xf32>) outs(%284 : tensor<1x832x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x832x14x14xf32>
    %287 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%286 : tensor<1x832x14x14xf32>) outs(%284 : tensor<1x832x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x832x14x14xf32>
    %broadcasted_111 = linalg.broadcast ins(%arg192 : tensor<128xf32>) outs(%159 : tensor<1x128x14x14xf32>) dimensions = [0, 2, 3] 
    %288 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%287, %arg191 : tensor<1x832x14x14xf32>, tensor<128x832x1x1xf32>) outs(%broadcasted_111 : tensor<1x128x14x14xf32>) -> tensor<1x128x14x14xf32>
    %289 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%288 : tensor<1x128x14x14xf32>) outs(%159 : tensor<1x128x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x14x14xf32>
    %padded_112 = tensor.pad %289 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x14x14xf32> to tensor<1x128x16x16xf32>
    %290 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_112, %arg193 : tensor<1x128x16x16xf32>, tensor<32x128x3x3xf32>) outs(%163 : tensor<1x32x14x14xf32>) -> tensor<1x32x14x14xf32>
    %concat_113 = tensor.concat dim(1) %concat_110, %290 : (tensor<1x832x14x14xf32>, tensor<1x32x14x14xf32>) -> tensor<1x864x14x14xf32>
    %291 = tensor.empty() : tensor<1x864x14x14xf32>
    %292 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_113, %arg194 : tensor<1x864x14x14xf32>, tensor<1x864x1x1xf32>) outs(%291 : tensor<1x864x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x864x14x14xf32>
    %293 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%292, %arg195 : tensor<1x864x14x14xf32>, tensor<1x864x1x1xf32>) outs(%291 : tensor<1x864x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x864x14x14xf32>
    %294 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%293 : tensor<1x864x14x14xf32>) outs(%291 : tensor<1x864x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x864x14x14xf32>
    %broadcasted_114 = linalg.broadcast ins(%arg197 : tensor<128xf32>) outs(%159 : tensor<1x128x14x14xf32>) dimensions = [0, 2, 3] 
    %295 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%294, %arg196 : tensor<1x864x14x14xf32>, tensor<128x864x1x1xf32>) outs(%broadcasted_114 : tensor<1x128x14x14xf32>) -> tensor<1x128x14x14xf32>
    %296 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%295 : tensor<1x128x14x14xf32>) outs(%159 : tensor<1x128x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x14x14xf32>
    %padded_115 = tensor.pad %296 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x14x14xf32> to tensor<1x128x16x16xf32>
    %297 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_115, %arg198 : tensor<1x128x16x16xf32>, tensor<32x128x3x3xf32>) outs(%163 : tensor<1x32x14x14xf32>) -> tensor<1x32x14x14xf32>
    %concat_116 = tensor.concat dim(1) %concat_113, %297 : (tensor<1x864x14x14xf32>, tensor<1x32x14x14xf32>) -> tensor<1x896x14x14xf32>
    %298 = tensor.empty() : tensor<1x896x14x14xf32>
    %299 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_116, %arg199 : tensor<1x896x14x14xf32>, tensor<1x896x1x1xf32>) outs(%298 : tensor<1x896x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x896x14x14xf32>
    %300 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%299, %arg200 : tensor<1x896x14x14xf32>, tensor<1x896x1x1xf32>) outs(%298 : tensor<1x896x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x896x14x14xf32>
    %301 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%300 : tensor<1x896x14x14xf32>) outs(%298 : tensor<1x896x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x896x14x14xf32>
    %broadcasted_117 = linalg.broadcast ins(%arg202 : tensor<128xf32>) outs(%159 : tensor<1x128x14x14xf32>) dimensions = [0, 2, 3] 
    %302 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%301, %arg201 : tensor<1x896x14x14xf32>, tensor<128x896x1x1xf32>) outs(%broadcasted_117 : tensor<1x128x14x14xf32>) -> tensor<1x128x14x14xf32>
    %303 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%302 : tensor<1x128x14x14xf32>) outs(%159 : tensor<1x128x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x14x14xf32>
    %padded_118 = tensor.pad %303 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x14x14xf32> to tensor<1x128x16x16xf32>
    %304 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_118, %arg203 : tensor<1x128x16x16xf32>, tensor<32x128x3x3xf32>) outs(%163 : tensor<1x32x14x14xf32>) -> tensor<1x32x14x14xf32>
    %concat_119 = tensor.concat dim(1) %concat_116, %304 : (tensor<1x896x14x14xf32>, tensor<1x32x14x14xf32>) -> tensor<1x928x14x14xf32>
    %305 = tensor.empty() : tensor<1x928x14x14xf32>
    %306 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_119, %arg204 : tensor<1x928x14x14xf32>, tensor<1x928x1x1xf32>) outs(%305 : tensor<1x928x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x928x14x14xf32>
    %307 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%306, %arg205 : tensor<1x928x14x14xf32>, tensor<1x928x1x1xf32>) outs(%305 : tensor<1x928x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x928x14x14xf32>
    %308 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%307 : tensor<1x928x14x14xf32>) outs(%305 : tensor<1x928x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x928x14x14xf32>
    %broadcasted_120 = linalg.broadcast ins(%arg207 : tensor<128xf32>) outs(%159 : tensor<1x128x14x14xf32>) dimensions = [0, 2, 3] 
    %309 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%308, %arg206 : tensor<1x928x14x14xf32>, tensor<128x928x1x1xf32>) outs(%broadcasted_120 : tensor<1x128x14x14xf32>) -> tensor<1x128x14x14xf32>
    %310 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%309 : tensor<1x128x14x14xf32>) outs(%159 : tensor<1x128x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x14x14xf32>
    %padded_121 = tensor.pad %310 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x14x14xf32> to tensor<1x128x16x16xf32>
    %311 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_121, %arg208 : tensor<1x128x16x16xf32>, tensor<32x128x3x3xf32>) outs(%163 : tensor<1x32x14x14xf32>) -> tensor<1x32x14x14xf32>
    %concat_122 = tensor.concat dim(1) %concat_119, %311 : (tensor<1x928x14x14xf32>, tensor<1x32x14x14xf32>) -> tensor<1x960x14x14xf32>
    %312 = tensor.empty() : tensor<1x960x14x14xf32>
    %313 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_122, %arg209 : tensor<1x960x14x14xf32>, tensor<1x960x1x1xf32>) outs(%312 : tensor<1x960x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x960x14x14xf32>
    %314 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%313, %arg210 : tensor<1x960x14x14xf32>, tensor<1x960x1x1xf32>) outs(%312 : tensor<1x960x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x960x14x14xf32>
    %315 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%314 : tensor<1x960x14x14xf32>) outs(%312 : tensor<1x960x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x960x14x14xf32>
    %broadcasted_123 = linalg.broadcast ins(%arg212 : tensor<128xf32>) outs(%159 : tensor<1x128x14x14xf32>) dimensions = [0, 2, 3] 
    %316 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%315, %arg211 : tensor<1x960x14x14xf32>, tensor<128x960x1x1xf32>) outs(%broadcasted_123 : tensor<1x128x14x14xf32>) -> tensor<1x128x14x14xf32>
    %317 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%316 : tensor<1x128x14x14xf32>) outs(%159 : tensor<1x128x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x14x14xf32>
    %padded_124 = tensor.pad %317 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x14x14xf32> to tensor<1x128x16x16xf32>
    %318 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_124, %arg213 : tensor<1x128x16x16xf32>, tensor<32x128x3x3xf32>) outs(%163 : tensor<1x32x14x14xf32>) -> tensor<1x32x14x14xf32>
    %concat_125 = tensor.concat dim(1) %concat_122, %318 : (tensor<1x960x14x14xf32>, tensor<1x32x14x14xf32>) -> tensor<1x992x14x14xf32>
    %319 = tensor.empty() : tensor<1x992x14x14xf32>
    %320 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_125, %arg214 : tensor<1x992x14x14xf32>, tensor<1x992x1x1xf32>) outs(%319 : tensor<1x992x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x992x14x14xf32>
    %321 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%320, %arg215 : tensor<1x992x14x14xf32>, tensor<1x992x1x1xf32>) outs(%319 : tensor<1x992x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x992x14x14xf32>
    %322 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%321 : tensor<1x992x14x14xf32>) outs(%319 : tensor<1x992x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x992x14x14xf32>
    %broadcasted_126 = linalg.broadcast ins(%arg217 : tensor<128xf32>) outs(%159 : tensor<1x128x14x14xf32>) dimensions = [0, 2, 3] 
    %323 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%322, %arg216 : tensor<1x992x14x14xf32>, tensor<128x992x1x1xf32>) outs(%broadcasted_126 : tensor<1x128x14x14xf32>) -> tensor<1x128x14x14xf32>
    %324 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%323 : tensor<1x128x14x14xf32>) outs(%159 : tensor<1x128x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x14x14xf32>
    %padded_127 = tensor.pad %324 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x14x14xf32> to tensor<1x128x16x16xf32>
    %325 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_127, %arg218 : tensor<1x128x16x16xf32>, tensor<32x128x3x3xf32>) outs(%163 : tensor<1x32x14x14xf32>) -> tensor<1x32x14x14xf32>
    %concat_128 = tensor.concat dim(1) %concat_125, %325 : (tensor<1x992x14x14xf32>, tensor<1x32x14x14xf32>) -> tensor<1x1024x14x14xf32>
    %326 = tensor.empty() : tensor<1x1024x14x14xf32>
    %327 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_128, %arg219 : tensor<1x1024x14x14xf32>, tensor<1x1024x1x1xf32>) outs(%326 : tensor<1x1024x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x1024x14x14xf32>
    %328 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%327, %arg220 : tensor<1x1024x14x14xf32>, tensor<1x1024x1x1xf32>) outs(%326 : tensor<1x1024x14x14xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x1024x14x14xf32>
    %329 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%328 : tensor<1x1024x14x14xf32>) outs(%326 : tensor<1x1024x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x1024x14x14xf32>
    %330 = linalg.fill ins(%cst : f32) outs(%214 : tensor<1x512x14x14xf32>) -> tensor<1x512x14x14xf32>
    %331 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%329, %arg221 : tensor<1x1024x14x14xf32>, tensor<512x1024x1x1xf32>) outs(%330 : tensor<1x512x14x14xf32>) -> tensor<1x512x14x14xf32>
    %332 = tensor.empty() : tensor<1x512x7x7xf32>
    %333 = linalg.fill ins(%cst : f32) outs(%332 : tensor<1x512x7x7xf32>) -> tensor<1x512x7x7xf32>
    %334 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%331, %58 : tensor<1x512x14x14xf32>, tensor<2x2xf32>) outs(%333 : tensor<1x512x7x7xf32>) -> tensor<1x512x7x7xf32>
    %335 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%334 : tensor<1x512x7x7xf32>) outs(%332 : tensor<1x512x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.divf %in, %cst_1 : f32
      linalg.yield %461 : f32
    } -> tensor<1x512x7x7xf32>
    %336 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%335, %arg222 : tensor<1x512x7x7xf32>, tensor<1x512x1x1xf32>) outs(%332 : tensor<1x512x7x7xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x512x7x7xf32>
    %337 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%336, %arg223 : tensor<1x512x7x7xf32>, tensor<1x512x1x1xf32>) outs(%332 : tensor<1x512x7x7xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x512x7x7xf32>
    %338 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%337 : tensor<1x512x7x7xf32>) outs(%332 : tensor<1x512x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x512x7x7xf32>
    %339 = tensor.empty() : tensor<1x128x7x7xf32>
    %broadcasted_129 = linalg.broadcast ins(%arg225 : tensor<128xf32>) outs(%339 : tensor<1x128x7x7xf32>) dimensions = [0, 2, 3] 
    %340 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%338, %arg224 : tensor<1x512x7x7xf32>, tensor<128x512x1x1xf32>) outs(%broadcasted_129 : tensor<1x128x7x7xf32>) -> tensor<1x128x7x7xf32>
    %341 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%340 : tensor<1x128x7x7xf32>) outs(%339 : tensor<1x128x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x7x7xf32>
    %padded_130 = tensor.pad %341 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x7x7xf32> to tensor<1x128x9x9xf32>
    %342 = tensor.empty() : tensor<1x32x7x7xf32>
    %343 = linalg.fill ins(%cst : f32) outs(%342 : tensor<1x32x7x7xf32>) -> tensor<1x32x7x7xf32>
    %344 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_130, %arg226 : tensor<1x128x9x9xf32>, tensor<32x128x3x3xf32>) outs(%343 : tensor<1x32x7x7xf32>) -> tensor<1x32x7x7xf32>
    %concat_131 = tensor.concat dim(1) %335, %344 : (tensor<1x512x7x7xf32>, tensor<1x32x7x7xf32>) -> tensor<1x544x7x7xf32>
    %345 = tensor.empty() : tensor<1x544x7x7xf32>
    %346 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_131, %arg227 : tensor<1x544x7x7xf32>, tensor<1x544x1x1xf32>) outs(%345 : tensor<1x544x7x7xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x544x7x7xf32>
    %347 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%346, %arg228 : tensor<1x544x7x7xf32>, tensor<1x544x1x1xf32>) outs(%345 : tensor<1x544x7x7xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x544x7x7xf32>
    %348 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%347 : tensor<1x544x7x7xf32>) outs(%345 : tensor<1x544x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x544x7x7xf32>
    %broadcasted_132 = linalg.broadcast ins(%arg230 : tensor<128xf32>) outs(%339 : tensor<1x128x7x7xf32>) dimensions = [0, 2, 3] 
    %349 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%348, %arg229 : tensor<1x544x7x7xf32>, tensor<128x544x1x1xf32>) outs(%broadcasted_132 : tensor<1x128x7x7xf32>) -> tensor<1x128x7x7xf32>
    %350 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%349 : tensor<1x128x7x7xf32>) outs(%339 : tensor<1x128x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x7x7xf32>
    %padded_133 = tensor.pad %350 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x7x7xf32> to tensor<1x128x9x9xf32>
    %351 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_133, %arg231 : tensor<1x128x9x9xf32>, tensor<32x128x3x3xf32>) outs(%343 : tensor<1x32x7x7xf32>) -> tensor<1x32x7x7xf32>
    %concat_134 = tensor.concat dim(1) %concat_131, %351 : (tensor<1x544x7x7xf32>, tensor<1x32x7x7xf32>) -> tensor<1x576x7x7xf32>
    %352 = tensor.empty() : tensor<1x576x7x7xf32>
    %353 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_134, %arg232 : tensor<1x576x7x7xf32>, tensor<1x576x1x1xf32>) outs(%352 : tensor<1x576x7x7xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x576x7x7xf32>
    %354 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%353, %arg233 : tensor<1x576x7x7xf32>, tensor<1x576x1x1xf32>) outs(%352 : tensor<1x576x7x7xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x576x7x7xf32>
    %355 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%354 : tensor<1x576x7x7xf32>) outs(%352 : tensor<1x576x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x576x7x7xf32>
    %broadcasted_135 = linalg.broadcast ins(%arg235 : tensor<128xf32>) outs(%339 : tensor<1x128x7x7xf32>) dimensions = [0, 2, 3] 
    %356 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%355, %arg234 : tensor<1x576x7x7xf32>, tensor<128x576x1x1xf32>) outs(%broadcasted_135 : tensor<1x128x7x7xf32>) -> tensor<1x128x7x7xf32>
    %357 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%356 : tensor<1x128x7x7xf32>) outs(%339 : tensor<1x128x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x7x7xf32>
    %padded_136 = tensor.pad %357 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x7x7xf32> to tensor<1x128x9x9xf32>
    %358 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_136, %arg236 : tensor<1x128x9x9xf32>, tensor<32x128x3x3xf32>) outs(%343 : tensor<1x32x7x7xf32>) -> tensor<1x32x7x7xf32>
    %concat_137 = tensor.concat dim(1) %concat_134, %358 : (tensor<1x576x7x7xf32>, tensor<1x32x7x7xf32>) -> tensor<1x608x7x7xf32>
    %359 = tensor.empty() : tensor<1x608x7x7xf32>
    %360 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_137, %arg237 : tensor<1x608x7x7xf32>, tensor<1x608x1x1xf32>) outs(%359 : tensor<1x608x7x7xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x608x7x7xf32>
    %361 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%360, %arg238 : tensor<1x608x7x7xf32>, tensor<1x608x1x1xf32>) outs(%359 : tensor<1x608x7x7xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x608x7x7xf32>
    %362 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%361 : tensor<1x608x7x7xf32>) outs(%359 : tensor<1x608x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x608x7x7xf32>
    %broadcasted_138 = linalg.broadcast ins(%arg240 : tensor<128xf32>) outs(%339 : tensor<1x128x7x7xf32>) dimensions = [0, 2, 3] 
    %363 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%362, %arg239 : tensor<1x608x7x7xf32>, tensor<128x608x1x1xf32>) outs(%broadcasted_138 : tensor<1x128x7x7xf32>) -> tensor<1x128x7x7xf32>
    %364 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%363 : tensor<1x128x7x7xf32>) outs(%339 : tensor<1x128x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x7x7xf32>
    %padded_139 = tensor.pad %364 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x7x7xf32> to tensor<1x128x9x9xf32>
    %365 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_139, %arg241 : tensor<1x128x9x9xf32>, tensor<32x128x3x3xf32>) outs(%343 : tensor<1x32x7x7xf32>) -> tensor<1x32x7x7xf32>
    %concat_140 = tensor.concat dim(1) %concat_137, %365 : (tensor<1x608x7x7xf32>, tensor<1x32x7x7xf32>) -> tensor<1x640x7x7xf32>
    %366 = tensor.empty() : tensor<1x640x7x7xf32>
    %367 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_140, %arg242 : tensor<1x640x7x7xf32>, tensor<1x640x1x1xf32>) outs(%366 : tensor<1x640x7x7xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x640x7x7xf32>
    %368 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%367, %arg243 : tensor<1x640x7x7xf32>, tensor<1x640x1x1xf32>) outs(%366 : tensor<1x640x7x7xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x640x7x7xf32>
    %369 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%368 : tensor<1x640x7x7xf32>) outs(%366 : tensor<1x640x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x640x7x7xf32>
    %broadcasted_141 = linalg.broadcast ins(%arg245 : tensor<128xf32>) outs(%339 : tensor<1x128x7x7xf32>) dimensions = [0, 2, 3] 
    %370 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%369, %arg244 : tensor<1x640x7x7xf32>, tensor<128x640x1x1xf32>) outs(%broadcasted_141 : tensor<1x128x7x7xf32>) -> tensor<1x128x7x7xf32>
    %371 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%370 : tensor<1x128x7x7xf32>) outs(%339 : tensor<1x128x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x7x7xf32>
    %padded_142 = tensor.pad %371 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x7x7xf32> to tensor<1x128x9x9xf32>
    %372 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_142, %arg246 : tensor<1x128x9x9xf32>, tensor<32x128x3x3xf32>) outs(%343 : tensor<1x32x7x7xf32>) -> tensor<1x32x7x7xf32>
    %concat_143 = tensor.concat dim(1) %concat_140, %372 : (tensor<1x640x7x7xf32>, tensor<1x32x7x7xf32>) -> tensor<1x672x7x7xf32>
    %373 = tensor.empty() : tensor<1x672x7x7xf32>
    %374 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_143, %arg247 : tensor<1x672x7x7xf32>, tensor<1x672x1x1xf32>) outs(%373 : tensor<1x672x7x7xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x672x7x7xf32>
    %375 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%374, %arg248 : tensor<1x672x7x7xf32>, tensor<1x672x1x1xf32>) outs(%373 : tensor<1x672x7x7xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x672x7x7xf32>
    %376 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%375 : tensor<1x672x7x7xf32>) outs(%373 : tensor<1x672x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x672x7x7xf32>
    %broadcasted_144 = linalg.broadcast ins(%arg250 : tensor<128xf32>) outs(%339 : tensor<1x128x7x7xf32>) dimensions = [0, 2, 3] 
    %377 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%376, %arg249 : tensor<1x672x7x7xf32>, tensor<128x672x1x1xf32>) outs(%broadcasted_144 : tensor<1x128x7x7xf32>) -> tensor<1x128x7x7xf32>
    %378 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%377 : tensor<1x128x7x7xf32>) outs(%339 : tensor<1x128x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x7x7xf32>
    %padded_145 = tensor.pad %378 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x7x7xf32> to tensor<1x128x9x9xf32>
    %379 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_145, %arg251 : tensor<1x128x9x9xf32>, tensor<32x128x3x3xf32>) outs(%343 : tensor<1x32x7x7xf32>) -> tensor<1x32x7x7xf32>
    %concat_146 = tensor.concat dim(1) %concat_143, %379 : (tensor<1x672x7x7xf32>, tensor<1x32x7x7xf32>) -> tensor<1x704x7x7xf32>
    %380 = tensor.empty() : tensor<1x704x7x7xf32>
    %381 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_146, %arg252 : tensor<1x704x7x7xf32>, tensor<1x704x1x1xf32>) outs(%380 : tensor<1x704x7x7xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x704x7x7xf32>
    %382 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%381, %arg253 : tensor<1x704x7x7xf32>, tensor<1x704x1x1xf32>) outs(%380 : tensor<1x704x7x7xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x704x7x7xf32>
    %383 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%382 : tensor<1x704x7x7xf32>) outs(%380 : tensor<1x704x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x704x7x7xf32>
    %broadcasted_147 = linalg.broadcast ins(%arg255 : tensor<128xf32>) outs(%339 : tensor<1x128x7x7xf32>) dimensions = [0, 2, 3] 
    %384 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%383, %arg254 : tensor<1x704x7x7xf32>, tensor<128x704x1x1xf32>) outs(%broadcasted_147 : tensor<1x128x7x7xf32>) -> tensor<1x128x7x7xf32>
    %385 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%384 : tensor<1x128x7x7xf32>) outs(%339 : tensor<1x128x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x7x7xf32>
    %padded_148 = tensor.pad %385 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x7x7xf32> to tensor<1x128x9x9xf32>
    %386 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_148, %arg256 : tensor<1x128x9x9xf32>, tensor<32x128x3x3xf32>) outs(%343 : tensor<1x32x7x7xf32>) -> tensor<1x32x7x7xf32>
    %concat_149 = tensor.concat dim(1) %concat_146, %386 : (tensor<1x704x7x7xf32>, tensor<1x32x7x7xf32>) -> tensor<1x736x7x7xf32>
    %387 = tensor.empty() : tensor<1x736x7x7xf32>
    %388 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_149, %arg257 : tensor<1x736x7x7xf32>, tensor<1x736x1x1xf32>) outs(%387 : tensor<1x736x7x7xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x736x7x7xf32>
    %389 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%388, %arg258 : tensor<1x736x7x7xf32>, tensor<1x736x1x1xf32>) outs(%387 : tensor<1x736x7x7xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x736x7x7xf32>
    %390 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%389 : tensor<1x736x7x7xf32>) outs(%387 : tensor<1x736x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x736x7x7xf32>
    %broadcasted_150 = linalg.broadcast ins(%arg260 : tensor<128xf32>) outs(%339 : tensor<1x128x7x7xf32>) dimensions = [0, 2, 3] 
    %391 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%390, %arg259 : tensor<1x736x7x7xf32>, tensor<128x736x1x1xf32>) outs(%broadcasted_150 : tensor<1x128x7x7xf32>) -> tensor<1x128x7x7xf32>
    %392 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%391 : tensor<1x128x7x7xf32>) outs(%339 : tensor<1x128x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x7x7xf32>
    %padded_151 = tensor.pad %392 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x7x7xf32> to tensor<1x128x9x9xf32>
    %393 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_151, %arg261 : tensor<1x128x9x9xf32>, tensor<32x128x3x3xf32>) outs(%343 : tensor<1x32x7x7xf32>) -> tensor<1x32x7x7xf32>
    %concat_152 = tensor.concat dim(1) %concat_149, %393 : (tensor<1x736x7x7xf32>, tensor<1x32x7x7xf32>) -> tensor<1x768x7x7xf32>
    %394 = tensor.empty() : tensor<1x768x7x7xf32>
    %395 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_152, %arg262 : tensor<1x768x7x7xf32>, tensor<1x768x1x1xf32>) outs(%394 : tensor<1x768x7x7xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x768x7x7xf32>
    %396 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%395, %arg263 : tensor<1x768x7x7xf32>, tensor<1x768x1x1xf32>) outs(%394 : tensor<1x768x7x7xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x768x7x7xf32>
    %397 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%396 : tensor<1x768x7x7xf32>) outs(%394 : tensor<1x768x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x768x7x7xf32>
    %broadcasted_153 = linalg.broadcast ins(%arg265 : tensor<128xf32>) outs(%339 : tensor<1x128x7x7xf32>) dimensions = [0, 2, 3] 
    %398 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%397, %arg264 : tensor<1x768x7x7xf32>, tensor<128x768x1x1xf32>) outs(%broadcasted_153 : tensor<1x128x7x7xf32>) -> tensor<1x128x7x7xf32>
    %399 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%398 : tensor<1x128x7x7xf32>) outs(%339 : tensor<1x128x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x7x7xf32>
    %padded_154 = tensor.pad %399 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x7x7xf32> to tensor<1x128x9x9xf32>
    %400 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_154, %arg266 : tensor<1x128x9x9xf32>, tensor<32x128x3x3xf32>) outs(%343 : tensor<1x32x7x7xf32>) -> tensor<1x32x7x7xf32>
    %concat_155 = tensor.concat dim(1) %concat_152, %400 : (tensor<1x768x7x7xf32>, tensor<1x32x7x7xf32>) -> tensor<1x800x7x7xf32>
    %401 = tensor.empty() : tensor<1x800x7x7xf32>
    %402 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_155, %arg267 : tensor<1x800x7x7xf32>, tensor<1x800x1x1xf32>) outs(%401 : tensor<1x800x7x7xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x800x7x7xf32>
    %403 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%402, %arg268 : tensor<1x800x7x7xf32>, tensor<1x800x1x1xf32>) outs(%401 : tensor<1x800x7x7xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x800x7x7xf32>
    %404 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%403 : tensor<1x800x7x7xf32>) outs(%401 : tensor<1x800x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x800x7x7xf32>
    %broadcasted_156 = linalg.broadcast ins(%arg270 : tensor<128xf32>) outs(%339 : tensor<1x128x7x7xf32>) dimensions = [0, 2, 3] 
    %405 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%404, %arg269 : tensor<1x800x7x7xf32>, tensor<128x800x1x1xf32>) outs(%broadcasted_156 : tensor<1x128x7x7xf32>) -> tensor<1x128x7x7xf32>
    %406 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%405 : tensor<1x128x7x7xf32>) outs(%339 : tensor<1x128x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x7x7xf32>
    %padded_157 = tensor.pad %406 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x7x7xf32> to tensor<1x128x9x9xf32>
    %407 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_157, %arg271 : tensor<1x128x9x9xf32>, tensor<32x128x3x3xf32>) outs(%343 : tensor<1x32x7x7xf32>) -> tensor<1x32x7x7xf32>
    %concat_158 = tensor.concat dim(1) %concat_155, %407 : (tensor<1x800x7x7xf32>, tensor<1x32x7x7xf32>) -> tensor<1x832x7x7xf32>
    %408 = tensor.empty() : tensor<1x832x7x7xf32>
    %409 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_158, %arg272 : tensor<1x832x7x7xf32>, tensor<1x832x1x1xf32>) outs(%408 : tensor<1x832x7x7xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x832x7x7xf32>
    %410 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%409, %arg273 : tensor<1x832x7x7xf32>, tensor<1x832x1x1xf32>) outs(%408 : tensor<1x832x7x7xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x832x7x7xf32>
    %411 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%410 : tensor<1x832x7x7xf32>) outs(%408 : tensor<1x832x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x832x7x7xf32>
    %broadcasted_159 = linalg.broadcast ins(%arg275 : tensor<128xf32>) outs(%339 : tensor<1x128x7x7xf32>) dimensions = [0, 2, 3] 
    %412 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%411, %arg274 : tensor<1x832x7x7xf32>, tensor<128x832x1x1xf32>) outs(%broadcasted_159 : tensor<1x128x7x7xf32>) -> tensor<1x128x7x7xf32>
    %413 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%412 : tensor<1x128x7x7xf32>) outs(%339 : tensor<1x128x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x7x7xf32>
    %padded_160 = tensor.pad %413 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x7x7xf32> to tensor<1x128x9x9xf32>
    %414 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_160, %arg276 : tensor<1x128x9x9xf32>, tensor<32x128x3x3xf32>) outs(%343 : tensor<1x32x7x7xf32>) -> tensor<1x32x7x7xf32>
    %concat_161 = tensor.concat dim(1) %concat_158, %414 : (tensor<1x832x7x7xf32>, tensor<1x32x7x7xf32>) -> tensor<1x864x7x7xf32>
    %415 = tensor.empty() : tensor<1x864x7x7xf32>
    %416 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_161, %arg277 : tensor<1x864x7x7xf32>, tensor<1x864x1x1xf32>) outs(%415 : tensor<1x864x7x7xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x864x7x7xf32>
    %417 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%416, %arg278 : tensor<1x864x7x7xf32>, tensor<1x864x1x1xf32>) outs(%415 : tensor<1x864x7x7xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x864x7x7xf32>
    %418 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%417 : tensor<1x864x7x7xf32>) outs(%415 : tensor<1x864x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x864x7x7xf32>
    %broadcasted_162 = linalg.broadcast ins(%arg280 : tensor<128xf32>) outs(%339 : tensor<1x128x7x7xf32>) dimensions = [0, 2, 3] 
    %419 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%418, %arg279 : tensor<1x864x7x7xf32>, tensor<128x864x1x1xf32>) outs(%broadcasted_162 : tensor<1x128x7x7xf32>) -> tensor<1x128x7x7xf32>
    %420 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%419 : tensor<1x128x7x7xf32>) outs(%339 : tensor<1x128x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x7x7xf32>
    %padded_163 = tensor.pad %420 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x7x7xf32> to tensor<1x128x9x9xf32>
    %421 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_163, %arg281 : tensor<1x128x9x9xf32>, tensor<32x128x3x3xf32>) outs(%343 : tensor<1x32x7x7xf32>) -> tensor<1x32x7x7xf32>
    %concat_164 = tensor.concat dim(1) %concat_161, %421 : (tensor<1x864x7x7xf32>, tensor<1x32x7x7xf32>) -> tensor<1x896x7x7xf32>
    %422 = tensor.empty() : tensor<1x896x7x7xf32>
    %423 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_164, %arg282 : tensor<1x896x7x7xf32>, tensor<1x896x1x1xf32>) outs(%422 : tensor<1x896x7x7xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x896x7x7xf32>
    %424 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%423, %arg283 : tensor<1x896x7x7xf32>, tensor<1x896x1x1xf32>) outs(%422 : tensor<1x896x7x7xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x896x7x7xf32>
    %425 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%424 : tensor<1x896x7x7xf32>) outs(%422 : tensor<1x896x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x896x7x7xf32>
    %broadcasted_165 = linalg.broadcast ins(%arg285 : tensor<128xf32>) outs(%339 : tensor<1x128x7x7xf32>) dimensions = [0, 2, 3] 
    %426 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%425, %arg284 : tensor<1x896x7x7xf32>, tensor<128x896x1x1xf32>) outs(%broadcasted_165 : tensor<1x128x7x7xf32>) -> tensor<1x128x7x7xf32>
    %427 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%426 : tensor<1x128x7x7xf32>) outs(%339 : tensor<1x128x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x7x7xf32>
    %padded_166 = tensor.pad %427 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x7x7xf32> to tensor<1x128x9x9xf32>
    %428 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_166, %arg286 : tensor<1x128x9x9xf32>, tensor<32x128x3x3xf32>) outs(%343 : tensor<1x32x7x7xf32>) -> tensor<1x32x7x7xf32>
    %concat_167 = tensor.concat dim(1) %concat_164, %428 : (tensor<1x896x7x7xf32>, tensor<1x32x7x7xf32>) -> tensor<1x928x7x7xf32>
    %429 = tensor.empty() : tensor<1x928x7x7xf32>
    %430 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_167, %arg287 : tensor<1x928x7x7xf32>, tensor<1x928x1x1xf32>) outs(%429 : tensor<1x928x7x7xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x928x7x7xf32>
    %431 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%430, %arg288 : tensor<1x928x7x7xf32>, tensor<1x928x1x1xf32>) outs(%429 : tensor<1x928x7x7xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x928x7x7xf32>
    %432 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%431 : tensor<1x928x7x7xf32>) outs(%429 : tensor<1x928x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x928x7x7xf32>
    %broadcasted_168 = linalg.broadcast ins(%arg290 : tensor<128xf32>) outs(%339 : tensor<1x128x7x7xf32>) dimensions = [0, 2, 3] 
    %433 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%432, %arg289 : tensor<1x928x7x7xf32>, tensor<128x928x1x1xf32>) outs(%broadcasted_168 : tensor<1x128x7x7xf32>) -> tensor<1x128x7x7xf32>
    %434 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%433 : tensor<1x128x7x7xf32>) outs(%339 : tensor<1x128x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x7x7xf32>
    %padded_169 = tensor.pad %434 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x7x7xf32> to tensor<1x128x9x9xf32>
    %435 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_169, %arg291 : tensor<1x128x9x9xf32>, tensor<32x128x3x3xf32>) outs(%343 : tensor<1x32x7x7xf32>) -> tensor<1x32x7x7xf32>
    %concat_170 = tensor.concat dim(1) %concat_167, %435 : (tensor<1x928x7x7xf32>, tensor<1x32x7x7xf32>) -> tensor<1x960x7x7xf32>
    %436 = tensor.empty() : tensor<1x960x7x7xf32>
    %437 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_170, %arg292 : tensor<1x960x7x7xf32>, tensor<1x960x1x1xf32>) outs(%436 : tensor<1x960x7x7xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x960x7x7xf32>
    %438 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%437, %arg293 : tensor<1x960x7x7xf32>, tensor<1x960x1x1xf32>) outs(%436 : tensor<1x960x7x7xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x960x7x7xf32>
    %439 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%438 : tensor<1x960x7x7xf32>) outs(%436 : tensor<1x960x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x960x7x7xf32>
    %broadcasted_171 = linalg.broadcast ins(%arg295 : tensor<128xf32>) outs(%339 : tensor<1x128x7x7xf32>) dimensions = [0, 2, 3] 
    %440 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%439, %arg294 : tensor<1x960x7x7xf32>, tensor<128x960x1x1xf32>) outs(%broadcasted_171 : tensor<1x128x7x7xf32>) -> tensor<1x128x7x7xf32>
    %441 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%440 : tensor<1x128x7x7xf32>) outs(%339 : tensor<1x128x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x7x7xf32>
    %padded_172 = tensor.pad %441 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x7x7xf32> to tensor<1x128x9x9xf32>
    %442 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_172, %arg296 : tensor<1x128x9x9xf32>, tensor<32x128x3x3xf32>) outs(%343 : tensor<1x32x7x7xf32>) -> tensor<1x32x7x7xf32>
    %concat_173 = tensor.concat dim(1) %concat_170, %442 : (tensor<1x960x7x7xf32>, tensor<1x32x7x7xf32>) -> tensor<1x992x7x7xf32>
    %443 = tensor.empty() : tensor<1x992x7x7xf32>
    %444 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_173, %arg297 : tensor<1x992x7x7xf32>, tensor<1x992x1x1xf32>) outs(%443 : tensor<1x992x7x7xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x992x7x7xf32>
    %445 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%444, %arg298 : tensor<1x992x7x7xf32>, tensor<1x992x1x1xf32>) outs(%443 : tensor<1x992x7x7xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x992x7x7xf32>
    %446 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%445 : tensor<1x992x7x7xf32>) outs(%443 : tensor<1x992x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x992x7x7xf32>
    %broadcasted_174 = linalg.broadcast ins(%arg300 : tensor<128xf32>) outs(%339 : tensor<1x128x7x7xf32>) dimensions = [0, 2, 3] 
    %447 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%446, %arg299 : tensor<1x992x7x7xf32>, tensor<128x992x1x1xf32>) outs(%broadcasted_174 : tensor<1x128x7x7xf32>) -> tensor<1x128x7x7xf32>
    %448 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%447 : tensor<1x128x7x7xf32>) outs(%339 : tensor<1x128x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x128x7x7xf32>
    %padded_175 = tensor.pad %448 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg306: index, %arg307: index, %arg308: index, %arg309: index):
      tensor.yield %cst : f32
    } : tensor<1x128x7x7xf32> to tensor<1x128x9x9xf32>
    %449 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_175, %arg301 : tensor<1x128x9x9xf32>, tensor<32x128x3x3xf32>) outs(%343 : tensor<1x32x7x7xf32>) -> tensor<1x32x7x7xf32>
    %concat_176 = tensor.concat dim(1) %concat_173, %449 : (tensor<1x992x7x7xf32>, tensor<1x32x7x7xf32>) -> tensor<1x1024x7x7xf32>
    %450 = tensor.empty() : tensor<1x1024x7x7xf32>
    %451 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_176, %arg302 : tensor<1x1024x7x7xf32>, tensor<1x1024x1x1xf32>) outs(%450 : tensor<1x1024x7x7xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.mulf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x1024x7x7xf32>
    %452 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%451, %arg303 : tensor<1x1024x7x7xf32>, tensor<1x1024x1x1xf32>) outs(%450 : tensor<1x1024x7x7xf32>) {
    ^bb0(%in: f32, %in_178: f32, %out: f32):
      %461 = arith.addf %in, %in_178 : f32
      linalg.yield %461 : f32
    } -> tensor<1x1024x7x7xf32>
    %453 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%452 : tensor<1x1024x7x7xf32>) outs(%450 : tensor<1x1024x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.cmpf ugt, %in, %cst : f32
      %462 = arith.select %461, %in, %cst : f32
      linalg.yield %462 : f32
    } -> tensor<1x1024x7x7xf32>
    %454 = tensor.empty() : tensor<1x1024x1x1xf32>
    %455 = linalg.fill ins(%cst : f32) outs(%454 : tensor<1x1024x1x1xf32>) -> tensor<1x1024x1x1xf32>
    %456 = tensor.empty() : tensor<7x7xf32>
    %457 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%453, %456 : tensor<1x1024x7x7xf32>, tensor<7x7xf32>) outs(%455 : tensor<1x1024x1x1xf32>) -> tensor<1x1024x1x1xf32>
    %458 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%457 : tensor<1x1024x1x1xf32>) outs(%454 : tensor<1x1024x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %461 = arith.divf %in, %cst_2 : f32
      linalg.yield %461 : f32
    } -> tensor<1x1024x1x1xf32>
    %459 = tensor.empty() : tensor<1x1000x1x1xf32>
    %broadcasted_177 = linalg.broadcast ins(%arg305 : tensor<1000xf32>) outs(%459 : tensor<1x1000x1x1xf32>) dimensions = [0, 2, 3] 
    %460 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%458, %arg304 : tensor<1x1024x1x1xf32>, tensor<1000x1024x1x1xf32>) outs(%broadcasted_177 : tensor<1x1000x1x1xf32>) -> tensor<1x1000x1x1xf32>
    return %460 : tensor<1x1000x1x1xf32>
  }
}

