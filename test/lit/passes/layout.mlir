// Channels go last around convolutions with constant weights: in every tensor that they give, and in
// what elementwise ops, poolings, paddings and concatenations make of it.
//
// RUN: %autotune run %s --check --layout channels-last --model none --target x86-64-v3 | FileCheck %s --check-prefix=AGREES
// AGREES-COUNT-5: : agrees, max error
// AGREES: {{^|[^0-9.]}}0 untouched; 5 functions, 0 failures
//
// RUN: autotune-opt %s --autotune="layout=channels-last model=none target=x86-64-v3 remarks=all" -o %t.mlir 2> %t.remarks
// RUN: FileCheck %s < %t.mlir
// RUN: grep -o "channels go last.*" %t.remarks | sort | uniq -c | FileCheck %s --check-prefix=REMARK
// REMARK: {{^ *}}1 channels go last in the results of 1 convolution{{$}}
// REMARK: {{^ *}}2 channels go last in the results of 2 convolutions{{$}}
// REMARK: {{^ *}}1 channels go last in the results of 3 convolutions{{$}}
// REMARK: {{^ *}}1 channels go last in the results of 7 convolutions{{$}}
//
// Nothing moves as written, where ops are only annotated, where their schedule is forced and in a second run.
// RUN: autotune-opt %s --autotune="layout=written model=none remarks=all" -o %t 2>&1 | FileCheck %s --check-prefix=WRITTEN
// RUN: autotune-opt %s --autotune="layout=channels-last model=none emit=annotate remarks=all" -o %t 2>&1 | FileCheck %s --check-prefix=WRITTEN
// RUN: autotune-opt %s --autotune="layout=channels-last schedule={direct(pad=border)} remarks=all" -o %t 2>&1 | FileCheck %s --check-prefix=WRITTEN
// RUN: autotune-opt %t.mlir --autotune="layout=channels-last model=none remarks=all" -o %t 2>&1 | FileCheck %s --check-prefix=WRITTEN --allow-empty
// WRITTEN-NOT: channels go last

// A block of a residual network: paddings, biases, a pooling, an addition; its argument and result stay.
// CHECK-LABEL: func.func @residual(
// CHECK-SAME: tensor<1x3x13x11xf32>
// CHECK-SAME: -> tensor<1x17x7x6xf32>
// CHECK-DAG: tensor<1x7x6x17xf32>
// CHECK-NOT: tensor<1x17x13x11xf32>
func.func @residual(%x: tensor<1x3x13x11xf32>, %w: tensor<17x3x3x3xf32> {autotune.constant}, %b: tensor<17xf32> {autotune.constant}, %w2: tensor<17x17x3x3xf32> {autotune.constant}, %b2: tensor<17xf32> {autotune.constant}, %w3: tensor<17x17x1x1xf32> {autotune.constant}) -> tensor<1x17x7x6xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %zero : f32
  } : tensor<1x3x13x11xf32> to tensor<1x3x15x13xf32>
  %i_e = tensor.empty() : tensor<1x17x13x11xf32>
  %i = linalg.broadcast ins(%b : tensor<17xf32>) outs(%i_e : tensor<1x17x13x11xf32>) dimensions = [0, 2, 3]
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%p, %w : tensor<1x3x15x13xf32>, tensor<17x3x3x3xf32>) outs(%i : tensor<1x17x13x11xf32>) -> tensor<1x17x13x11xf32>
  %r_e = tensor.empty() : tensor<1x17x13x11xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b, c, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%c : tensor<1x17x13x11xf32>) outs(%r_e : tensor<1x17x13x11xf32>) {
  ^bb0(%in: f32, %o: f32):
    %v = arith.maximumf %in, %zero : f32
    linalg.yield %v : f32
  } -> tensor<1x17x13x11xf32>
  %q = tensor.pad %r low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %low : f32
  } : tensor<1x17x13x11xf32> to tensor<1x17x15x13xf32>
  %win = tensor.empty() : tensor<3x3xf32>
  %mi_e = tensor.empty() : tensor<1x17x7x6xf32>
  %mi = linalg.fill ins(%low : f32) outs(%mi_e : tensor<1x17x7x6xf32>) -> tensor<1x17x7x6xf32>
  %m = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
    ins(%q, %win : tensor<1x17x15x13xf32>, tensor<3x3xf32>) outs(%mi : tensor<1x17x7x6xf32>) -> tensor<1x17x7x6xf32>
  %s = tensor.pad %m low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %zero : f32
  } : tensor<1x17x7x6xf32> to tensor<1x17x9x8xf32>
  %i2_e = tensor.empty() : tensor<1x17x7x6xf32>
  %i2 = linalg.broadcast ins(%b2 : tensor<17xf32>) outs(%i2_e : tensor<1x17x7x6xf32>) dimensions = [0, 2, 3]
  %c2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%s, %w2 : tensor<1x17x9x8xf32>, tensor<17x17x3x3xf32>) outs(%i2 : tensor<1x17x7x6xf32>) -> tensor<1x17x7x6xf32>
  %r2_e = tensor.empty() : tensor<1x17x7x6xf32>
  %r2 = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b, c, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%c2 : tensor<1x17x7x6xf32>) outs(%r2_e : tensor<1x17x7x6xf32>) {
  ^bb0(%in: f32, %o: f32):
    %v = arith.maximumf %in, %zero : f32
    linalg.yield %v : f32
  } -> tensor<1x17x7x6xf32>
  %i3_e = tensor.empty() : tensor<1x17x7x6xf32>
  %i3 = linalg.fill ins(%zero : f32) outs(%i3_e : tensor<1x17x7x6xf32>) -> tensor<1x17x7x6xf32>
  %c3 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%r2, %w3 : tensor<1x17x7x6xf32>, tensor<17x17x1x1xf32>) outs(%i3 : tensor<1x17x7x6xf32>) -> tensor<1x17x7x6xf32>
  %y_e = tensor.empty() : tensor<1x17x7x6xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b, c, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%c3, %m : tensor<1x17x7x6xf32>, tensor<1x17x7x6xf32>) outs(%y_e : tensor<1x17x7x6xf32>) {
  ^bb0(%in: f32, %in2: f32, %o: f32):
    %v = arith.addf %in, %in2 : f32
    linalg.yield %v : f32
  } -> tensor<1x17x7x6xf32>
  %z_e = tensor.empty() : tensor<1x17x7x6xf32>
  %z = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b, c, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%y : tensor<1x17x7x6xf32>) outs(%z_e : tensor<1x17x7x6xf32>) {
  ^bb0(%in: f32, %o: f32):
    %v = arith.maximumf %in, %zero : f32
    linalg.yield %v : f32
  } -> tensor<1x17x7x6xf32>
  return %z : tensor<1x17x7x6xf32>
}

// A concatenation along the channels.
// CHECK-LABEL: func.func @concat(
// CHECK: tensor<2x5x7x12xf32>
func.func @concat(%x: tensor<2x4x5x7xf32>, %w: tensor<5x4x1x1xf32> {autotune.constant}, %w2: tensor<7x4x3x3xf32> {autotune.constant}) -> tensor<2x12xf32> {
  %zero = arith.constant 0.0 : f32
  %i_e = tensor.empty() : tensor<2x5x5x7xf32>
  %i = linalg.fill ins(%zero : f32) outs(%i_e : tensor<2x5x5x7xf32>) -> tensor<2x5x5x7xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x, %w : tensor<2x4x5x7xf32>, tensor<5x4x1x1xf32>) outs(%i : tensor<2x5x5x7xf32>) -> tensor<2x5x5x7xf32>
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %zero : f32
  } : tensor<2x4x5x7xf32> to tensor<2x4x7x9xf32>
  %i2_e = tensor.empty() : tensor<2x7x5x7xf32>
  %i2 = linalg.fill ins(%zero : f32) outs(%i2_e : tensor<2x7x5x7xf32>) -> tensor<2x7x5x7xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%p, %w2 : tensor<2x4x7x9xf32>, tensor<7x4x3x3xf32>) outs(%i2 : tensor<2x7x5x7xf32>) -> tensor<2x7x5x7xf32>
  %rc_e = tensor.empty() : tensor<2x5x5x7xf32>
  %rc = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b, c, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%c : tensor<2x5x5x7xf32>) outs(%rc_e : tensor<2x5x5x7xf32>) {
  ^bb0(%in: f32, %o: f32):
    %v = arith.maximumf %in, %zero : f32
    linalg.yield %v : f32
  } -> tensor<2x5x5x7xf32>
  %rd_e = tensor.empty() : tensor<2x7x5x7xf32>
  %rd = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b, c, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%d : tensor<2x7x5x7xf32>) outs(%rd_e : tensor<2x7x5x7xf32>) {
  ^bb0(%in: f32, %o: f32):
    %v = arith.maximumf %in, %zero : f32
    linalg.yield %v : f32
  } -> tensor<2x7x5x7xf32>
  %j = tensor.concat dim(1) %rc, %rd : (tensor<2x5x5x7xf32>, tensor<2x7x5x7xf32>) -> tensor<2x12x5x7xf32>
  %k_e = tensor.empty() : tensor<2x12xf32>
  %k = linalg.fill ins(%zero : f32) outs(%k_e : tensor<2x12xf32>) -> tensor<2x12xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%j : tensor<2x12x5x7xf32>) outs(%k : tensor<2x12xf32>) {
  ^bb0(%in: f32, %o: f32):
    %v = arith.addf %in, %o : f32
    linalg.yield %v : f32
  } -> tensor<2x12xf32>
  return %s : tensor<2x12xf32>
}

// Depthwise and pointwise, with a stride and a scale for each channel.
// CHECK-LABEL: func.func @depthwise(
// CHECK: tensor<1x4x3x19xf32>
func.func @depthwise(%x: tensor<1x2x7x5xf32>, %w: tensor<19x2x1x1xf32> {autotune.constant}, %u: tensor<19x3x3xf32> {autotune.constant}, %s: tensor<1x19x1x1xf32>) -> tensor<1x19x4x3xf32> {
  %zero = arith.constant 0.0 : f32
  %i_e = tensor.empty() : tensor<1x19x7x5xf32>
  %i = linalg.fill ins(%zero : f32) outs(%i_e : tensor<1x19x7x5xf32>) -> tensor<1x19x7x5xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x, %w : tensor<1x2x7x5xf32>, tensor<19x2x1x1xf32>) outs(%i : tensor<1x19x7x5xf32>) -> tensor<1x19x7x5xf32>
  %r_e = tensor.empty() : tensor<1x19x7x5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b, c, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%c : tensor<1x19x7x5xf32>) outs(%r_e : tensor<1x19x7x5xf32>) {
  ^bb0(%in: f32, %o: f32):
    %v = arith.maximumf %in, %zero : f32
    linalg.yield %v : f32
  } -> tensor<1x19x7x5xf32>
  %p = tensor.pad %r low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %zero : f32
  } : tensor<1x19x7x5xf32> to tensor<1x19x9x7xf32>
  %k_e = tensor.empty() : tensor<1x19x4x3xf32>
  %k = linalg.fill ins(%zero : f32) outs(%k_e : tensor<1x19x4x3xf32>) -> tensor<1x19x4x3xf32>
  %d = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
    ins(%p, %u : tensor<1x19x9x7xf32>, tensor<19x3x3xf32>) outs(%k : tensor<1x19x4x3xf32>) -> tensor<1x19x4x3xf32>
  %y_e = tensor.empty() : tensor<1x19x4x3xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b, 0, 0)>, affine_map<(a, b, c, d) -> (a, b, c, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%d, %s : tensor<1x19x4x3xf32>, tensor<1x19x1x1xf32>) outs(%y_e : tensor<1x19x4x3xf32>) {
  ^bb0(%in: f32, %in2: f32, %o: f32):
    %v = arith.mulf %in, %in2 : f32
    linalg.yield %v : f32
  } -> tensor<1x19x4x3xf32>
  return %y : tensor<1x19x4x3xf32>
}

// Other forms, by themselves.
// CHECK-LABEL: func.func @forms(
// CHECK-DAG: tensor<2x29x5xf32>
// CHECK-DAG: tensor<1x2x3x4x3xf32>
// CHECK-DAG: tensor<1x2x4x4x3xf32>
func.func @forms(%x_concat_argument: tensor<1x3x5x4xf32>, %w_concat_argument: tensor<6x3x1x1xf32> {autotune.constant},
                 %x_flatten: tensor<1x1x5x5xf32>, %w_flatten: tensor<3x1x2x2xf32> {autotune.constant}, %v_flatten: tensor<48x7xf32>,
                 %x_module_weights: tensor<1x2x5x3xf32>, %init_module_weights: tensor<1x3x4x3xf32>,
                 %x_line: tensor<2x3x31xf32>, %w_line: tensor<5x3x3xf32> {autotune.constant},
                 %x_volume: tensor<1x2x3x4x5xf32>, %w_volume: tensor<3x2x2x2x2xf32> {autotune.constant},
                 %x_groups: tensor<1x2x2x5x5xf32>, %w_groups: tensor<2x3x2x2x2xf32> {autotune.constant},
                 %x_over_channels: tensor<1x2x9x7xf32>, %w_over_channels: tensor<5x2x3x3xf32> {autotune.constant})
    -> (tensor<1x9x5x4xf32>, tensor<1x7xf32>, tensor<1x2x4x3xf32>, tensor<1x3x4x3xf32>, tensor<2x5x29xf32>, tensor<1x3x2x3x4xf32>, tensor<1x6x4x4xf32>, tensor<1x5x5x3xf32>, tensor<1x5x3xf32>) {
  // Of what is concatenated one part is an argument, which is transposed.
  %zero_concat_argument = arith.constant 0.0 : f32
  %i_e_concat_argument = tensor.empty() : tensor<1x6x5x4xf32>
  %i_concat_argument = linalg.fill ins(%zero_concat_argument : f32) outs(%i_e_concat_argument : tensor<1x6x5x4xf32>) -> tensor<1x6x5x4xf32>
  %c_concat_argument = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x_concat_argument, %w_concat_argument : tensor<1x3x5x4xf32>, tensor<6x3x1x1xf32>) outs(%i_concat_argument : tensor<1x6x5x4xf32>) -> tensor<1x6x5x4xf32>
  %j_concat_argument = tensor.concat dim(1) %x_concat_argument, %c_concat_argument : (tensor<1x3x5x4xf32>, tensor<1x6x5x4xf32>) -> tensor<1x9x5x4xf32>
  %r_e_concat_argument = tensor.empty() : tensor<1x9x5x4xf32>
  %r_concat_argument = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b, c, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%j_concat_argument : tensor<1x9x5x4xf32>) outs(%r_e_concat_argument : tensor<1x9x5x4xf32>) {
  ^bb0(%in_concat_argument: f32, %o_concat_argument: f32):
    %v_concat_argument = arith.maximumf %in_concat_argument, %zero_concat_argument : f32
    linalg.yield %v_concat_argument : f32
  } -> tensor<1x9x5x4xf32>
  // What cannot read channels last gets a transpose: a reshape that joins them with the rest, and a slice.
  %zero_flatten = arith.constant 0.0 : f32
  %i_e_flatten = tensor.empty() : tensor<1x3x4x4xf32>
  %i_flatten = linalg.fill ins(%zero_flatten : f32) outs(%i_e_flatten : tensor<1x3x4x4xf32>) -> tensor<1x3x4x4xf32>
  %c_flatten = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x_flatten, %w_flatten : tensor<1x1x5x5xf32>, tensor<3x1x2x2xf32>) outs(%i_flatten : tensor<1x3x4x4xf32>) -> tensor<1x3x4x4xf32>
  %f_flatten = tensor.collapse_shape %c_flatten [[0], [1, 2, 3]] : tensor<1x3x4x4xf32> into tensor<1x48xf32>
  %k_e_flatten = tensor.empty() : tensor<1x7xf32>
  %k_flatten = linalg.fill ins(%zero_flatten : f32) outs(%k_e_flatten : tensor<1x7xf32>) -> tensor<1x7xf32>
  %y_flatten = linalg.matmul ins(%f_flatten, %v_flatten : tensor<1x48xf32>, tensor<48x7xf32>) outs(%k_flatten : tensor<1x7xf32>) -> tensor<1x7xf32>
  %s_flatten = tensor.extract_slice %c_flatten[0, 1, 0, 1] [1, 2, 4, 3] [1, 1, 1, 1] : tensor<1x3x4x4xf32> to tensor<1x2x4x3xf32>
  // Weights of the module; the initial values are an argument.
  %w_module_weights = arith.constant dense<[[[[1.0], [2.0]], [[3.0], [-4.0]]], [[[5.0], [0.5]], [[7.0], [1.0]]], [[[-1.0], [2.5]], [[3.0], [0.25]]]]> : tensor<3x2x2x1xf32>
  %c_module_weights = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x_module_weights, %w_module_weights : tensor<1x2x5x3xf32>, tensor<3x2x2x1xf32>) outs(%init_module_weights : tensor<1x3x4x3xf32>) -> tensor<1x3x4x3xf32>
  // One dimension of space, and three.
  %zero_line = arith.constant 0.0 : f32
  %i_e_line = tensor.empty() : tensor<2x5x29xf32>
  %i_line = linalg.fill ins(%zero_line : f32) outs(%i_e_line : tensor<2x5x29xf32>) -> tensor<2x5x29xf32>
  %c_line = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>}
    ins(%x_line, %w_line : tensor<2x3x31xf32>, tensor<5x3x3xf32>) outs(%i_line : tensor<2x5x29xf32>) -> tensor<2x5x29xf32>
  %zero_volume = arith.constant 0.0 : f32
  %i_e_volume = tensor.empty() : tensor<1x3x2x3x4xf32>
  %i_volume = linalg.fill ins(%zero_volume : f32) outs(%i_e_volume : tensor<1x3x2x3x4xf32>) -> tensor<1x3x2x3x4xf32>
  %c_volume = linalg.conv_3d_ncdhw_fcdhw {dilations = dense<1> : vector<3xi64>, strides = dense<1> : vector<3xi64>}
    ins(%x_volume, %w_volume : tensor<1x2x3x4x5xf32>, tensor<3x2x2x2x2xf32>) outs(%i_volume : tensor<1x3x2x3x4xf32>) -> tensor<1x3x2x3x4xf32>
  // Groups: the channels of a group go last.
  %zero_groups = arith.constant 0.0 : f32
  %i_e_groups = tensor.empty() : tensor<1x2x3x4x4xf32>
  %i_groups = linalg.fill ins(%zero_groups : f32) outs(%i_e_groups : tensor<1x2x3x4x4xf32>) -> tensor<1x2x3x4x4xf32>
  %c_groups = linalg.conv_2d_ngchw_gfchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x_groups, %w_groups : tensor<1x2x2x5x5xf32>, tensor<2x3x2x2x2xf32>) outs(%i_groups : tensor<1x2x3x4x4xf32>) -> tensor<1x2x3x4x4xf32>
  %f_groups = tensor.collapse_shape %c_groups [[0], [1, 2], [3], [4]] : tensor<1x2x3x4x4xf32> into tensor<1x6x4x4xf32>
  // Dilated taps; a reduction over the channels gives a tensor without them.
  %zero_over_channels = arith.constant 0.0 : f32
  %i_e_over_channels = tensor.empty() : tensor<1x5x5x3xf32>
  %i_over_channels = linalg.fill ins(%zero_over_channels : f32) outs(%i_e_over_channels : tensor<1x5x5x3xf32>) -> tensor<1x5x5x3xf32>
  %c_over_channels = linalg.conv_2d_nchw_fchw {dilations = dense<2> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x_over_channels, %w_over_channels : tensor<1x2x9x7xf32>, tensor<5x2x3x3xf32>) outs(%i_over_channels : tensor<1x5x5x3xf32>) -> tensor<1x5x5x3xf32>
  %k_e_over_channels = tensor.empty() : tensor<1x5x3xf32>
  %k_over_channels = linalg.fill ins(%zero_over_channels : f32) outs(%k_e_over_channels : tensor<1x5x3xf32>) -> tensor<1x5x3xf32>
  %s_over_channels = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, c, d)>], iterator_types = ["parallel", "reduction", "parallel", "parallel"]} ins(%c_over_channels : tensor<1x5x5x3xf32>) outs(%k_over_channels : tensor<1x5x3xf32>) {
  ^bb0(%in_over_channels: f32, %o_over_channels: f32):
    %v_over_channels = arith.addf %in_over_channels, %o_over_channels : f32
    linalg.yield %v_over_channels : f32
  } -> tensor<1x5x3xf32>
  %y_e_over_channels = tensor.empty() : tensor<1x5x5x3xf32>
  %y_over_channels = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, c, d)>, affine_map<(a, b, c, d) -> (a, b, c, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%c_over_channels, %s_over_channels : tensor<1x5x5x3xf32>, tensor<1x5x3xf32>) outs(%y_e_over_channels : tensor<1x5x5x3xf32>) {
  ^bb0(%in_over_channels: f32, %in2_over_channels: f32, %o_over_channels: f32):
    %v_over_channels = arith.mulf %in_over_channels, %in2_over_channels : f32
    linalg.yield %v_over_channels : f32
  } -> tensor<1x5x5x3xf32>
  return %r_concat_argument, %y_flatten, %s_flatten, %c_module_weights, %c_line, %c_volume, %f_groups, %y_over_channels, %s_over_channels : tensor<1x9x5x4xf32>, tensor<1x7xf32>, tensor<1x2x4x3xf32>, tensor<1x3x4x3xf32>, tensor<2x5x29xf32>, tensor<1x3x2x3x4xf32>, tensor<1x6x4x4xf32>, tensor<1x5x5x3xf32>, tensor<1x5x3xf32>
}

// Others that read it: a loop, and a body that asks for its place, which keep the layout.
func.func @others(%x: tensor<1x2x3x5xf32>, %w: tensor<3x2x1x1xf32> {autotune.constant}) -> (tensor<1x3x3x5xf32>, f32) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %i_e = tensor.empty() : tensor<1x3x3x5xf32>
  %i = linalg.fill ins(%zero : f32) outs(%i_e : tensor<1x3x3x5xf32>) -> tensor<1x3x3x5xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x, %w : tensor<1x2x3x5xf32>, tensor<3x2x1x1xf32>) outs(%i : tensor<1x3x3x5xf32>) -> tensor<1x3x3x5xf32>
  %e = tensor.empty() : tensor<1x3x3x5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b, c, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%c : tensor<1x3x3x5xf32>) outs(%e : tensor<1x3x3x5xf32>) {
  ^bb0(%in: f32, %o: f32):
    %i1 = linalg.index 1 : index
    %n = arith.index_cast %i1 : index to i32
    %s = arith.sitofp %n : i32 to f32
    %v = arith.mulf %in, %s : f32
    linalg.yield %v : f32
  } -> tensor<1x3x3x5xf32>
  %t = scf.for %k = %c0 to %c3 step %c1 iter_args(%sum = %zero) -> (f32) {
    %v = tensor.extract %c[%c0, %k, %c1, %c3] : tensor<1x3x3x5xf32>
    %u = arith.addf %sum, %v : f32
    scf.yield %u : f32
  }
  return %r, %t : tensor<1x3x3x5xf32>, f32
}
