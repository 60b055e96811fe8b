// autotune explain shows the chosen schedule beside the runner-up, and what the model sees in them.

// RUN: %bin/test_learned_search --write %t.model
// RUN: %autotune explain %s --model %t.model --rows 3 | FileCheck %s
// CHECK: op 0: linalg.matmul 24x40 over 32 f32 in @main, 1 use, for x86-64-v3
// CHECK-NEXT: by learned model {{[0-9a-f]+}}: synthetic times of a test
// CHECK: chosen: direct(
// CHECK: predicted {{.*}} ms; by the analytical model alone {{.*}} ms
// CHECK-NEXT: trust {{[01]}}.{{[0-9][0-9]}}
// CHECK-NEXT: score {{.*}} (the higher the better), from the predicted time and the rank {{.*}} that the learned model gives
// CHECK-NEXT: limit: {{compute|L2|L3|memory|address translation|packing}}, {{[0-9]+}} % of the analytical estimate
// CHECK: runner-up: {{direct|reduce}}(
// CHECK: analytical estimate, microseconds
// CHECK-NEXT: kernel
// CHECK: total
// CHECK: features that differ, and what they add to the score of each (SHAP)
// CHECK-NEXT: feature chosen runner-up adds adds gap unit: meaning

// RUN: %autotune explain %s --model analytical --json > %t.json
// RUN: python3 -c "import json; e = json.load(open('%t.json')); assert e['model'] == 'analytical model'; assert e['chosen']['seconds'] <= e['runner_up']['seconds']; assert e['features'] and e['function'] == 'main'; assert all(e['chosen']['parts'][t] == 0 for t in ('cold_seconds', 'conflict_seconds'))"
// RUN: %autotune explain %s --model %t.model --json --rows 64 > %t.json
// RUN: python3 -c "import json; e = json.load(open('%t.json')); assert e['note']; assert 'chosen_adds' in e['features'][0]"

// Both fuse what their variant fuses.
// RUN: %autotune explain %s --model %t.model --fusion none --json > %t.json
// RUN: python3 -c "import json; e = json.load(open('%t.json')); assert all('fuse_init=0' in e[s]['schedule'] for s in ('chosen', 'runner_up')), e"

// RUN: not %autotune explain %s --op 3 2>&1 | FileCheck %s --check-prefix=OP
// OP: {{^}}autotune explain: --op 3: the module has 1 different op{{$}}
// RUN: not %autotune explain %s --model none.model 2>&1 | FileCheck %s --check-prefix=MODEL
// MODEL: {{^}}autotune explain: option 'model': model 'none.model': No such file or directory; use

func.func @main(%a: tensor<24x32xf32>, %b: tensor<32x40xf32>) -> tensor<24x40xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<24x40xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<24x40xf32>) -> tensor<24x40xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<24x32xf32>, tensor<32x40xf32>) outs(%i : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %0 : tensor<24x40xf32>
}
