// The option `records` of autotune-gpu: the fastest schedule that was measured well on the GPU and makes a kernel goes before the model; another GPU and another
// workload are misses.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %python %source/scripts/gpu/records --build %bin/.. %S/Inputs/gpu_rows.tsv -o %t/store | FileCheck %s --check-prefix=ROWS
// ROWS: {{^}}5 rows of 1 workloads taken, 5 left out{{$}}
// ROWS: store: 1 tasks, 5 rows added, 0 were there already
// RUN: %autotune records show %t/store | FileCheck %s --check-prefix=SHOW
// SHOW: cpu Mock GPU
// SHOW-NEXT: target sm_80
// SHOW: choice direct(block=[2,2,4], tile0=[16,16,16])
// RUN: not %autotune records verify %t/store 2>&1 | FileCheck %s --check-prefix=VERIFY
// VERIFY: store: 5 rows, 0 damaged, 0 with unknown schedules, 1 schedules with wrong results
//
// The fastest row makes no kernel, as a thread has not so many registers: the next one is taken.
// RUN: autotune-opt %s --autotune-gpu="target=sm_80 records=%t/store remarks=all" -o %t/tuned 2>&1 | FileCheck %s --check-prefix=HIT
// HIT: linalg.matmul rewritten: a kernel for sm_80, direct(vector=i1x4, block=[4,4,4], tile0=[32,32,16]): 8 blocks of 64 threads, {{.*}} registers, measured 2.000e-06 s (record)
// HIT: linalg.matmul rewritten: a kernel for sm_80, direct(vector=i1x4, block=[4,4,4], tile0=[32,32,16], epilogue=1): {{.*}}, measured 2.000e-06 s (record)
// HIT: linalg.matmul: no record for it on sm_80 in {{.*}}store
// HIT: linalg.matmul rewritten: a kernel for sm_80, direct({{.*}}, predicted {{.*}} schedules
// RUN: FileCheck %s --input-file=%t/tuned
// CHECK: gpu.launch_func {{.*}}autotune.schedule = "direct(vector=i1x4, block=[4,4,4], tile0=[32,32,16])"
// CHECK: gpu.launch_func {{.*}}autotune.schedule = "direct(vector=i1x4, block=[4,4,4], tile0=[32,32,16], epilogue=1)"
//
// Another GPU is a miss, and what is given goes before.
// RUN: autotune-opt %s --autotune-gpu="target=sm_86 records=%t/store remarks=all" -o /dev/null 2>&1 | FileCheck %s --check-prefix=MISS
// MISS-NOT: (record)
// MISS-COUNT-3: no record for it on sm_86 in {{.*}}store
// RUN: autotune-opt %s --autotune-gpu="target=sm_80 records=%t/store remarks=all schedule={direct(tile0=[1,8,16])}" -o /dev/null 2>&1 | FileCheck %s --check-prefix=GIVEN
// GIVEN-NOT: {{[(]record[)]|no record}}
// GIVEN: direct(tile0=[1,8,16])
// GIVEN-NOT: {{[(]record[)]|no record}}
//
// Rows of another target are not taken; what a GPU has measured is no processor's.
// RUN: not %python %source/scripts/gpu/records --build %bin/.. %S/Inputs/gpu_rows.tsv -o %t/other --target sm_86 | FileCheck %s --check-prefix=OTHER
// OTHER: {{^}}0 rows of 0 workloads taken, 10 left out{{$}}
// RUN: not %python %source/scripts/gpu/records --build %bin/.. %s -o %t/other 2>&1 | FileCheck %s --check-prefix=FOREIGN-ROWS
// FOREIGN-ROWS: records: {{.*}}gpu_records.mlir, line 1: no line # card= comes before; rows are written by scripts/gpu/measure
// RUN: autotune-opt %s --autotune="target=x86-64-v3 records=%t/store remarks=all" -o /dev/null 2>&1 | FileCheck %s --check-prefix=PROCESSOR
// PROCESSOR-NOT: (record)
// PROCESSOR: no record for it on this target in
//
// RUN: not autotune-opt %s --autotune-gpu="target=sm_80 records=%t/none" 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: autotune-gpu: option 'records': {{.*}}none: there is no store; autotune tune makes one
// RUN: cp %t/store %t/broken && chmod u+w %t/broken && %python -c "import sys; file = open(sys.argv[1], 'r+b'); file.seek(8192); file.write(bytes(16384))" %t/broken
// RUN: not autotune-opt %s --autotune-gpu="target=sm_80 records=%t/broken" 2>&1 | FileCheck %s --check-prefix=BROKEN
// BROKEN: error: autotune-gpu: option 'records': {{.*}}broken: database disk image is malformed
// RUN: not autotune-opt %s --autotune-gpu="target=sm_80 records=%s" 2>&1 | FileCheck %s --check-prefix=FOREIGN
// FOREIGN: error: autotune-gpu: option 'records': {{.*}}gpu_records.mlir: file is not a database; {{.*}}
func.func @known(%a: tensor<64x96xf32>, %b: tensor<96x128xf32>) -> tensor<64x128xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x128xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<64x128xf32>) -> tensor<64x128xf32>
  %m = linalg.matmul ins(%a, %b : tensor<64x96xf32>, tensor<96x128xf32>) outs(%f : tensor<64x128xf32>) -> tensor<64x128xf32>
  return %m : tensor<64x128xf32>
}
// With constant weights and a bias.
func.func @fused(%a: tensor<64x96xf32>, %b: tensor<96x128xf32> {autotune.constant}, %bias: tensor<128xf32>) -> tensor<64x128xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x128xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<64x128xf32>) -> tensor<64x128xf32>
  %m = linalg.matmul ins(%a, %b : tensor<64x96xf32>, tensor<96x128xf32>) outs(%f : tensor<64x128xf32>) -> tensor<64x128xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%m, %bias : tensor<64x128xf32>, tensor<128xf32>) outs(%e : tensor<64x128xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %t = arith.addf %x, %y : f32
    linalg.yield %t : f32
  } -> tensor<64x128xf32>
  return %r : tensor<64x128xf32>
}
func.func @unknown(%a: tensor<7x11xf32>, %b: tensor<11x13xf32>, %c: tensor<7x13xf32>) -> tensor<7x13xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<7x11xf32>, tensor<11x13xf32>) outs(%c : tensor<7x13xf32>) -> tensor<7x13xf32>
  return %r : tensor<7x13xf32>
}
