// A convolution over an input with zeros between its elements, as transposed convolutions are
// exported, becomes products of its elements with every tap, and sums of those that meet.
//
// RUN: %autotune run %s --check --model none
// RUN: autotune-opt %s --autotune="model=none remarks=all" -o /dev/null 2>&1 | grep -c "rewritten: convolution over an input" | FileCheck %s --check-prefix=COUNT
// COUNT: {{^8$}}
// Nothing of the computed reads, the zeros and the convolutions is left.
// RUN: autotune-opt %s --autotune="model=none remarks=none" | FileCheck %s
// CHECK-NOT: linalg.conv
// CHECK-NOT: tensor.insert_slice %arg
// CHECK-NOT: linalg.index
// An annotation or a schedule names the ops of the payload, so it leaves them.
// RUN: autotune-opt %s --autotune="model=none remarks=none emit=annotate" | FileCheck %s --check-prefix=ANNOTATE
// ANNOTATE-COUNT-8: linalg.conv_2d
// ANNOTATE-NOT: linalg.conv_2d
//
// RUN: autotune-opt %s --autotune="model=none remarks=all" -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK-DAG: linalg.conv_2d_nchw_fchw rewritten: convolution over an input dilated by 2x2 became products with every tap and the sums of 4 phases
// REMARK-DAG: linalg.conv_2d_nchw_fchw rewritten: convolution over an input dilated by 3x2 became products with every tap and the sums of 6 phases
// REMARK-DAG: linalg.conv_2d_nchw_fchw rewritten: convolution over an input dilated by 4x1 became products with every tap and the sums of 4 phases
// REMARK-DAG: linalg.conv_2d_nhwc_hwcf rewritten: convolution over an input dilated by 2x2 became products with every tap and the sums of 4 phases

func.func @even(%x: tensor<1x3x4x4xf32>, %w: tensor<3x5x4x4xf32>, %init: tensor<1x5x8x8xf32>) -> tensor<1x5x8x8xf32> {
  %z = arith.constant 0.0 : f32
  %ch = arith.constant 3 : index
  %cw = arith.constant 3 : index
  %we = tensor.empty() : tensor<5x3x4x4xf32>
  %wf = linalg.generic {indexing_maps=[affine_map<(a,b,c,d)->(a,b,c,d)>], iterator_types=["parallel","parallel","parallel","parallel"]} outs(%we : tensor<5x3x4x4xf32>) {
  ^bb0(%o: f32):
    %i0 = linalg.index 0 : index
    %i1 = linalg.index 1 : index
    %i2 = linalg.index 2 : index
    %i3 = linalg.index 3 : index
    %a = arith.subi %ch, %i2 : index
    %b = arith.subi %cw, %i3 : index
    %e = tensor.extract %w[%i1, %i0, %a, %b] : tensor<3x5x4x4xf32>
    linalg.yield %e : f32
  } -> tensor<5x3x4x4xf32>
  %de = tensor.empty() : tensor<1x3x11x11xf32>
  %df = linalg.fill ins(%z : f32) outs(%de : tensor<1x3x11x11xf32>) -> tensor<1x3x11x11xf32>
  %d = tensor.insert_slice %x into %df[0,0,2,2][1,3,4,4][1,1,2,2] : tensor<1x3x4x4xf32> into tensor<1x3x11x11xf32>
  %y = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%d, %wf : tensor<1x3x11x11xf32>, tensor<5x3x4x4xf32>) outs(%init : tensor<1x5x8x8xf32>) -> tensor<1x5x8x8xf32>
  %ye = tensor.empty() : tensor<1x5x8x8xf32>
  %yr = linalg.generic {indexing_maps=[affine_map<(a,b,c,d)->(a,b,c,d)>,affine_map<(a,b,c,d)->(a,b,c,d)>], iterator_types=["parallel","parallel","parallel","parallel"]} ins(%y : tensor<1x5x8x8xf32>) outs(%ye : tensor<1x5x8x8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %m = arith.maximumf %i, %z : f32
    linalg.yield %m : f32
  } -> tensor<1x5x8x8xf32>
  return %yr : tensor<1x5x8x8xf32>
}

func.func @odd_output(%x: tensor<2x7x3x5xf32>, %w: tensor<3x7x3x3xf32>, %init: tensor<2x3x7x10xf32>) -> tensor<2x3x7x10xf32> {
  %z = arith.constant 0.0 : f32
  %de = tensor.empty() : tensor<2x7x9x12xf32>
  %df = linalg.fill ins(%z : f32) outs(%de : tensor<2x7x9x12xf32>) -> tensor<2x7x9x12xf32>
  %d = tensor.insert_slice %x into %df[0,0,1,2][2,7,3,5][1,1,2,2] : tensor<2x7x3x5xf32> into tensor<2x7x9x12xf32>
  %y = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%d, %w : tensor<2x7x9x12xf32>, tensor<3x7x3x3xf32>) outs(%init : tensor<2x3x7x10xf32>) -> tensor<2x3x7x10xf32>
  return %y : tensor<2x3x7x10xf32>
}

func.func @uneven_strides(%x: tensor<1x2x5x4xf32>, %w: tensor<2x4x5x2xf32>, %init: tensor<1x4x14x8xf32>) -> tensor<1x4x14x8xf32> {
  %z = arith.constant 0.0 : f32
  %ch = arith.constant 4 : index
  %cw = arith.constant 1 : index
  %we = tensor.empty() : tensor<4x2x5x2xf32>
  %wf = linalg.generic {indexing_maps=[affine_map<(a,b,c,d)->(a,b,c,d)>], iterator_types=["parallel","parallel","parallel","parallel"]} outs(%we : tensor<4x2x5x2xf32>) {
  ^bb0(%o: f32):
    %i0 = linalg.index 0 : index
    %i1 = linalg.index 1 : index
    %i2 = linalg.index 2 : index
    %i3 = linalg.index 3 : index
    %a = arith.subi %ch, %i2 : index
    %b = arith.subi %cw, %i3 : index
    %e = tensor.extract %w[%i1, %i0, %a, %b] : tensor<2x4x5x2xf32>
    linalg.yield %e : f32
  } -> tensor<4x2x5x2xf32>
  %de = tensor.empty() : tensor<1x2x18x9xf32>
  %df = linalg.fill ins(%z : f32) outs(%de : tensor<1x2x18x9xf32>) -> tensor<1x2x18x9xf32>
  %d = tensor.insert_slice %x into %df[0,0,4,0][1,2,5,4][1,1,3,2] : tensor<1x2x5x4xf32> into tensor<1x2x18x9xf32>
  %y = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%d, %wf : tensor<1x2x18x9xf32>, tensor<4x2x5x2xf32>) outs(%init : tensor<1x4x14x8xf32>) -> tensor<1x4x14x8xf32>
  return %y : tensor<1x4x14x8xf32>
}

func.func @one_direction(%x: tensor<1x4x4x7xf32>, %w: tensor<4x3x4x3xf32>, %init: tensor<1x3x16x7xf32>) -> tensor<1x3x16x7xf32> {
  %z = arith.constant 0.0 : f32
  %ch = arith.constant 3 : index
  %cw = arith.constant 2 : index
  %we = tensor.empty() : tensor<3x4x4x3xf32>
  %wf = linalg.generic {indexing_maps=[affine_map<(a,b,c,d)->(a,b,c,d)>], iterator_types=["parallel","parallel","parallel","parallel"]} outs(%we : tensor<3x4x4x3xf32>) {
  ^bb0(%o: f32):
    %i0 = linalg.index 0 : index
    %i1 = linalg.index 1 : index
    %i2 = linalg.index 2 : index
    %i3 = linalg.index 3 : index
    %a = arith.subi %ch, %i2 : index
    %b = arith.subi %cw, %i3 : index
    %e = tensor.extract %w[%i1, %i0, %a, %b] : tensor<4x3x4x3xf32>
    linalg.yield %e : f32
  } -> tensor<3x4x4x3xf32>
  %de = tensor.empty() : tensor<1x4x13x7xf32>
  %df = linalg.fill ins(%z : f32) outs(%de : tensor<1x4x13x7xf32>) -> tensor<1x4x13x7xf32>
  %di = tensor.insert_slice %x into %df[0,0,0,0][1,4,4,7][1,1,4,1] : tensor<1x4x4x7xf32> into tensor<1x4x13x7xf32>
  %d = tensor.pad %di low[0,0,3,1] high[0,0,3,1] {
  ^bb0(%p: index, %q: index, %rr: index, %ss: index):
    tensor.yield %z : f32
  } : tensor<1x4x13x7xf32> to tensor<1x4x19x9xf32>
  %y = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%d, %wf : tensor<1x4x19x9xf32>, tensor<3x4x4x3xf32>) outs(%init : tensor<1x3x16x7xf32>) -> tensor<1x3x16x7xf32>
  return %y : tensor<1x3x16x7xf32>
}

func.func @single_element(%x: tensor<1x6x1x1xf32>, %w: tensor<6x5x4x4xf32>, %init: tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32> {
  %z = arith.constant 0.0 : f32
  %ch = arith.constant 3 : index
  %cw = arith.constant 3 : index
  %we = tensor.empty() : tensor<5x6x4x4xf32>
  %wf = linalg.generic {indexing_maps=[affine_map<(a,b,c,d)->(a,b,c,d)>], iterator_types=["parallel","parallel","parallel","parallel"]} outs(%we : tensor<5x6x4x4xf32>) {
  ^bb0(%o: f32):
    %i0 = linalg.index 0 : index
    %i1 = linalg.index 1 : index
    %i2 = linalg.index 2 : index
    %i3 = linalg.index 3 : index
    %a = arith.subi %ch, %i2 : index
    %b = arith.subi %cw, %i3 : index
    %e = tensor.extract %w[%i1, %i0, %a, %b] : tensor<6x5x4x4xf32>
    linalg.yield %e : f32
  } -> tensor<5x6x4x4xf32>
  %de = tensor.empty() : tensor<1x6x7x7xf32>
  %df = linalg.fill ins(%z : f32) outs(%de : tensor<1x6x7x7xf32>) -> tensor<1x6x7x7xf32>
  %d = tensor.insert_slice %x into %df[0,0,3,3][1,6,1,1][1,1,1,1] : tensor<1x6x1x1xf32> into tensor<1x6x7x7xf32>
  %y = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%d, %wf : tensor<1x6x7x7xf32>, tensor<5x6x4x4xf32>) outs(%init : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  return %y : tensor<1x5x4x4xf32>
}

func.func @channels_last(%x: tensor<1x4x3x3xf32>, %w: tensor<4x4x5x3xf32>, %init: tensor<1x8x6x5xf32>) -> tensor<1x8x6x5xf32> {
  %z = arith.constant 0.0 : f32
  %ch = arith.constant 3 : index
  %cw = arith.constant 3 : index
  %we = tensor.empty() : tensor<4x4x3x5xf32>
  %wf = linalg.generic {indexing_maps=[affine_map<(a,b,c,d)->(a,b,c,d)>], iterator_types=["parallel","parallel","parallel","parallel"]} outs(%we : tensor<4x4x3x5xf32>) {
  ^bb0(%o: f32):
    %i0 = linalg.index 0 : index
    %i1 = linalg.index 1 : index
    %i2 = linalg.index 2 : index
    %i3 = linalg.index 3 : index
    %a = arith.subi %ch, %i0 : index
    %b = arith.subi %cw, %i1 : index
    %e = tensor.extract %w[%a, %b, %i3, %i2] : tensor<4x4x5x3xf32>
    linalg.yield %e : f32
  } -> tensor<4x4x3x5xf32>
  %de = tensor.empty() : tensor<1x11x9x3xf32>
  %df = linalg.fill ins(%z : f32) outs(%de : tensor<1x11x9x3xf32>) -> tensor<1x11x9x3xf32>
  %d = tensor.insert_slice %x into %df[0,2,2,0][1,4,3,3][1,2,2,1] : tensor<1x4x3x3xf32> into tensor<1x11x9x3xf32>
  %y = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%d, %wf : tensor<1x11x9x3xf32>, tensor<4x4x3x5xf32>) outs(%init : tensor<1x8x6x5xf32>) -> tensor<1x8x6x5xf32>
  %ye = tensor.empty() : tensor<1x8x6x5xf32>
  %yr = linalg.generic {indexing_maps=[affine_map<(a,b,c,d)->(a,b,c,d)>,affine_map<(a,b,c,d)->(a,b,c,d)>], iterator_types=["parallel","parallel","parallel","parallel"]} ins(%y : tensor<1x8x6x5xf32>) outs(%ye : tensor<1x8x6x5xf32>) {
  ^bb0(%i: f32, %o: f32):
    %m = arith.maximumf %i, %z : f32
    linalg.yield %m : f32
  } -> tensor<1x8x6x5xf32>
  return %yr : tensor<1x8x6x5xf32>
}

func.func @channels_last_odd(%x: tensor<1x4x3x3xf64>, %w: tensor<3x5x3x2xf64>, %init: tensor<1x11x7x2xf64>) -> tensor<1x11x7x2xf64> {
  %z = arith.constant 0.0 : f64
  %df = arith.constant dense<0.0> : tensor<1x13x11x3xf64>
  %d = tensor.insert_slice %x into %df[0,0,3,0][1,4,3,3][1,3,2,1] : tensor<1x4x3x3xf64> into tensor<1x13x11x3xf64>
  %y = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%d, %w : tensor<1x13x11x3xf64>, tensor<3x5x3x2xf64>) outs(%init : tensor<1x11x7x2xf64>) -> tensor<1x11x7x2xf64>
  return %y : tensor<1x11x7x2xf64>
}

func.func @whole_numbers(%x: tensor<1x3x2x3xi32>, %w: tensor<2x3x3x2xi32>, %init: tensor<1x2x5x6xi32>) -> tensor<1x2x5x6xi32> {
  %z = arith.constant 0 : i32
  %de = tensor.empty() : tensor<1x3x3x5xi32>
  %df = linalg.fill ins(%z : i32) outs(%de : tensor<1x3x3x5xi32>) -> tensor<1x3x3x5xi32>
  %di = tensor.insert_slice %x into %df[0,0,0,0][1,3,2,3][1,1,2,2] : tensor<1x3x2x3xi32> into tensor<1x3x3x5xi32>
  %d = tensor.pad %di low[0,0,2,1] high[0,0,2,1] {
  ^bb0(%p: index, %q: index, %rr: index, %ss: index):
    tensor.yield %z : i32
  } : tensor<1x3x3x5xi32> to tensor<1x3x7x7xi32>
  %y = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%d, %w : tensor<1x3x7x7xi32>, tensor<2x3x3x2xi32>) outs(%init : tensor<1x2x5x6xi32>) -> tensor<1x2x5x6xi32>
  return %y : tensor<1x2x5x6xi32>
}

