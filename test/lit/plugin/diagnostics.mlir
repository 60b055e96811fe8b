// Plain remarks stand at the op they speak of.
//
// RUN: autotune-opt %s --autotune="target=x86-64-v3 remarks=all" --split-input-file --verify-diagnostics
// RUN: autotune-opt %s --pass-pipeline="builtin.module(func.func(autotune{target=x86-64-v3 remarks=all}))" --split-input-file --verify-diagnostics

func.func @forced(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-remark@+1 {{autotune: linalg.matmul tuned (annotation): direct(vector=i1x8, block=[4,8,1])}}
  %0 = linalg.matmul {autotune.schedule = "direct(vector=i1x8, block=[4,8,1])"}
         ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @dynamic(%a: memref<?x8xf32, 1>, %b: memref<8x8xf32, 1>, %c: memref<?x8xf32, 1>) {
  // expected-remark@+1 {{autotune: linalg.matmul left untouched: dynamic shape}}
  linalg.matmul ins(%a, %b : memref<?x8xf32, 1>, memref<8x8xf32, 1>) outs(%c : memref<?x8xf32, 1>)
  return
}

// -----

#id = affine_map<(d0) -> (d0)>
func.func @gather(%table: tensor<32xf32>, %at: tensor<8xindex>, %out: tensor<8xf32>)
    -> tensor<8xf32> {
  // expected-remark@+1 {{autotune: linalg.generic left untouched: the body contains tensor.extract}}
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%at : tensor<8xindex>) outs(%out : tensor<8xf32>) {
  ^bb0(%i: index, %o: f32):
    %v = tensor.extract %table[%i] : tensor<32xf32>
    linalg.yield %v : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
