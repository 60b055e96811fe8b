// What is no schedule is an error at its op, whatever type it has.
//
// RUN: autotune-opt %s -split-input-file --verify-diagnostics --autotune=target=x86-64-v3 -o /dev/null
// RUN: autotune-opt %s -split-input-file --verify-diagnostics --autotune-kernels=target=x86-64-v3 -o /dev/null
// RUN: autotune-opt %s -split-input-file --verify-diagnostics --autotune-gpu="target=sm_80 remarks=none" -o /dev/null

func.func @number(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error @+1 {{autotune.schedule is no text; remove it or write a schedule, such as "direct(vector=i1x8)"}}
  %0 = linalg.matmul {autotune.schedule = 7} ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @list(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error @+1 {{autotune.schedule is no text}}
  %0 = linalg.matmul {autotune.schedule = ["direct(vector=i1x8)"]} ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @unit(%a: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error @+1 {{autotune.schedule is no text}}
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<exp> {autotune.schedule} ins(%a : tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @parts(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %e = tensor.empty() : tensor<8x8xf32>
  // expected-error @+1 {{autotune.schedule is no list of texts; remove it or write a schedule for each part of the op}}
  %0 = linalg.softmax {autotune.schedule = "direct(vector=i1x8)"} dimension(1) ins(%a : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @part(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %e = tensor.empty() : tensor<8x8xf32>
  // expected-error @+1 {{autotune.schedule is no list of texts}}
  %0 = linalg.softmax {autotune.schedule = ["", 7]} dimension(1) ins(%a : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
