// Candidates are timed with cold weights where the model took them for cold: what the worker is asked to measure says so. Nothing
// here depends on the clock; test/unit/runtime/test_cold_copies.c has the copies.
//
// What is measured is tuned for an x86-64, which another processor refuses.
// REQUIRES: host-x86_64
//
// DEFINE: %{asked} = env %no_leaks AUTOTUNE_WORKER=%S/../tools/Inputs/bad_worker.py AUTOTUNE_REAL=%bin/autotune AUTOTUNE_COUNTER=%t/counter AUTOTUNE_EVERY=1000000 AUTOTUNE_FAULT=none
// DEFINE: %{caches} = cache_count=2,cache_bytes.1
// RUN: rm -rf %t && mkdir -p %t
//
// As many bytes as the function has weights, without the table of which one element is read.
// RUN: %{asked} AUTOTUNE_TASKS=%t/cold autotune-opt %s --autotune="target=x86-64-v3,%{caches}=8192 model=analytical top-k=2 remarks=all" -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: linalg.matmul tuned (analytical model): {{.*}}, measured {{[0-9]}}
// RUN: FileCheck %s --check-prefix=COLD --input-file=%t/cold
// COLD: func.func @op(
// COLD-NOT: tensor<1x64xf32> {
// COLD: tensor<64x48xf32> {autotune.cold = 12288 : i64}
// COLD-NOT: autotune.cold
//
// Twice the last cache is enough.
// RUN: %{asked} AUTOTUNE_TASKS=%t/small autotune-opt %s --autotune="target=x86-64-v3,%{caches}=4096 model=analytical top-k=2" -o /dev/null
// RUN: FileCheck %s --check-prefix=SMALL --input-file=%t/small
// SMALL: tensor<64x48xf32> {autotune.cold = 8192 : i64}
//
// What is packed of constant weights is cold too.
// RUN: sed 's/%w: tensor<64x48xf32>/& {autotune.constant}/' %s > %t/constant.mlir
// RUN: %{asked} AUTOTUNE_TASKS=%t/constant autotune-opt %t/constant.mlir --autotune="target=x86-64-v3,%{caches}=8192 model=analytical top-k=2 remarks=all" -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --check-prefix=CONSTANT --input-file=%t/constant
// CONSTANT: tensor<64x48xf32> {autotune.cold = 12288 : i64, autotune.constant}
//
// Weights that fit are timed warm, and data are no weights.
// RUN: %{asked} AUTOTUNE_TASKS=%t/warm autotune-opt %s --autotune="target=x86-64-v3,%{caches}=16384 model=analytical top-k=2" -o /dev/null
// RUN: %{asked} AUTOTUNE_TASKS=%t/data autotune-opt %s --autotune="target=x86-64-v3,%{caches}=8192 model=analytical top-k=2 data-arguments=9" -o /dev/null
// RUN: FileCheck %s --check-prefix=WARM --input-file=%t/warm
// RUN: FileCheck %s --check-prefix=WARM --input-file=%t/data
// WARM: func.func @op(
// WARM-NOT: autotune.cold
func.func @product(%x: tensor<1x64xf32>, %w: tensor<64x48xf32>, %table: tensor<4000x64xf32>, %i: index)
    -> (tensor<1x48xf32>, f32) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x48xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x48xf32>) -> tensor<1x48xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<1x64xf32>, tensor<64x48xf32>) outs(%z : tensor<1x48xf32>) -> tensor<1x48xf32>
  %1 = tensor.extract %table[%i, %i] : tensor<4000x64xf32>
  return %0, %1 : tensor<1x48xf32>, f32
}
