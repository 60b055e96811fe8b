// autotune-lab balance: how evenly threads share kernels, for any number of threads; nothing runs.
//
// RUN: %lab balance %s --target zen4 --model analytical --max-candidates 200 --counts 2,64 | FileCheck %s
// CHECK: {{^|[^0-9.]}}2 threads: 1 kernels of a run are shared, each up to a barrier; 1.{{[0-9]+}} times the speed of one thread
// CHECK-NEXT: least balance of the 1 kernels of 100 us or more: {{1.00|0.9[0-9]}}
// CHECK: linalg.matmul 512x516 over 256 f32; 2 threads: i{{.*}} balance
// CHECK-NOT: linalg
// CHECK: {{^|[^0-9.]}}64 threads: 1 kernels
// CHECK-NEXT: least balance of the 1 kernels of 100 us or more: {{1.00|0.[89][0-9]}}

// The schedule of the product on 64 threads has other register tiles than on one, the small one stays serial.
// RUN: %lab balance %s --target zen4 --model analytical --max-candidates 200 --counts 64 --json > %t.json
// RUN: %python -c "import json; s = json.load(open('%t.json')); assert len(s) == 1 and s[0]['threads'] == 64; k = s[0]['kernels']; assert k[0]['balance'] >= 0.8 and k[0]['split'] and k[0]['seconds'] < k[0]['serial_seconds']; assert not k[1]['split'] and k[1]['balance'] == 1 / 64"

// Measured, each shared kernel has both times; an odd one is right as well, or would be a failure.
// RUN: %lab balance %s --target host --model analytical --max-candidates 200 --counts 2 --least 20 --measure 1 --json > %t.json
// RUN: %python -c "import json; s = json.load(open('%t.json'))[0]; assert s['measured']['kernels'] == 1 and s['measured']['failed'] == 0; m = s['kernels'][0]['measured']; assert m['verdict'] == 'ok' and m['seconds'] > 0 and m['serial_seconds'] > 0 and m['predicted_seconds'] < m['predicted_serial_seconds']; assert 'measured' not in s['kernels'][1]"
// RUN: %lab balance %s --target host --model analytical --max-candidates 200 --counts 1024 --measure 1 2>&1 | FileCheck %s --check-prefix=MEASURED
// MEASURED: warning: --measure: 1024 threads on {{[0-9]+}} core{{s?}}: they take turns
// MEASURED: {{^}}  measured alone: {{[01]}} kernels, 0 failed

func.func @main(%a: tensor<512x256xf32>, %b: tensor<256x516xf32>, %c: tensor<512x516xf32>, %d: tensor<8x8xf32>, %e: tensor<8x8xf32>) -> (tensor<512x516xf32>, tensor<8x8xf32>) {
  %0 = linalg.matmul ins(%a, %b : tensor<512x256xf32>, tensor<256x516xf32>) outs(%c : tensor<512x516xf32>) -> tensor<512x516xf32>
  %1 = linalg.matmul ins(%d, %d : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0, %1 : tensor<512x516xf32>, tensor<8x8xf32>
}
