// The two layouts are compared by the model alone: what the run requires is not required of the layout that is not taken.
//
// RUN: rm -rf %t && mkdir -p %t
// RUN: %autotune records import %S/Inputs/layout_records.jsonl %t/store
// RUN: autotune-opt %s --autotune="target=x86-64-v3 model=analytical records=%t/store require=record remarks=all" -o /dev/null 2>&1 | FileCheck %s --check-prefix=RECORD
// RECORD-NOT: channels go last
// RECORD: linalg.conv_2d_nchw_fchw tuned (record): direct(vector=i1x8, block=[1,35,1])
// RECORD-NOT: channels go last
//
// RUN: not autotune-opt %s --autotune="target=x86-64-v3 model=analytical layout=channels-last records=%t/store require=record" 2>&1 | FileCheck %s --check-prefix=MOVED
// MOVED: error: autotune: option 'require': linalg.generic has no record for this target in

func.func @recorded(%x: tensor<1x4x5x7xf32>, %w: tensor<5x4x1x1xf32> {autotune.constant}) -> tensor<1x5x5x7xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x5x5x7xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x5x5x7xf32>) -> tensor<1x5x5x7xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x, %w : tensor<1x4x5x7xf32>, tensor<5x4x1x1xf32>) outs(%i : tensor<1x5x5x7xf32>) -> tensor<1x5x5x7xf32>
  return %c : tensor<1x5x5x7xf32>
}
