// The option `statistics` leaves a file with what was counted, of the plugin and of the program alike.
//
// DEFINE: %{statistics} = %python %S/Inputs/statistics.py
// DEFINE: %{tune} = remarks=none target=x86-64-v3 model=analytical
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: autotune-opt %S/Inputs/layer.mlir --autotune="%{tune} statistics=one.json" -o /dev/null
// RUN: %{statistics} show one.json | FileCheck %s
// CHECK: ops-seen: 3
// CHECK-NEXT: ops-tuned: 2
// CHECK-NEXT: chosen-by-model: 2
// CHECK-NEXT: skipped-dynamic: 1
// CHECK-NEXT: ops-fused: 1
// CHECK-NEXT: candidates: {{[1-9][0-9]+}}
// CHECK: tuned: {'reduction': {'reduce': 1}, 'matmul': {'direct': 1}}
//
// Equal input gives equal counts, over the file that is there.
// RUN: cp one.json first.json && autotune-opt %S/Inputs/layer.mlir --autotune="%{tune} statistics=one.json" -o /dev/null && %{statistics} same first.json one.json
//
// Functions on several threads, and modules of one run, add up.
// RUN: autotune-opt %S/Inputs/layer.mlir --pass-pipeline="builtin.module(func.func(autotune{%{tune} statistics=nested.json}))" -o /dev/null
// RUN: %{statistics} same nested.json one.json
// RUN: cp %S/Inputs/layer.mlir two.mlir && echo "// -----" >> two.mlir && cat %S/Inputs/layer.mlir >> two.mlir
// RUN: autotune-opt two.mlir --split-input-file --autotune="%{tune} statistics=two.json" -o /dev/null
// RUN: %{statistics} show two.json | FileCheck %s --check-prefix=TWO
// TWO: ops-seen: 6
// TWO: tuned: {'reduction': {'reduce': 2}, 'matmul': {'direct': 2}}
//
// Forced schedules, threads and what is packed.
// RUN: autotune-opt %s --autotune="%{tune} threads=2 statistics=packed.json" -o /dev/null && %{statistics} show packed.json | FileCheck %s --check-prefix=PACKED
// PACKED: kernels-threaded: 1
// PACKED: packed-bytes: {{[1-9][0-9]+}}
// RUN: autotune-opt %s --autotune="%{tune} schedule={direct(vector=i1x8)} statistics=forced.json" -o /dev/null && %{statistics} show forced.json | FileCheck %s --check-prefix=FORCED
// FORCED: forced: 1
//
// The program counts the same, a profile of all functions too.
// RUN: %autotune compile %s -o c.ll --quiet --target x86-64-v3 --model analytical --statistics compiled.json
// RUN: autotune-opt %s --autotune="%{tune} statistics=passed.json" -o /dev/null && %{statistics} same compiled.json passed.json
// RUN: %autotune run %s --target x86-64-v3 --model analytical --statistics ran.json && %{statistics} same ran.json passed.json
// RUN: %autotune run %s --target x86-64-v3 --model analytical --profile --only-tuned --repeats 1 --statistics profiled.json && %{statistics} same profiled.json passed.json
//
// RUN: not autotune-opt %s --autotune="%{tune} statistics=none/x.json" 2>&1 | FileCheck %s --check-prefix=PATH
// PATH: error: autotune: option 'statistics': cannot write none/x.json: No such file or directory
// PATH-NOT: error
// RUN: %python %S/../tools/Inputs/refuse.py 2 "run: option 'statistics': cannot write none/x.json: No such file or directory" %autotune run %s --statistics none/x.json

func.func @main(%x: tensor<256x384xf32>, %w: tensor<384x512xf32> {autotune.constant}, %y: tensor<256x512xf32>) -> tensor<256x512xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<256x384xf32>, tensor<384x512xf32>) outs(%y : tensor<256x512xf32>) -> tensor<256x512xf32>
  return %0 : tensor<256x512xf32>
}

func.func @other(%x: tensor<16xf32>, %y: tensor<16xf32>, %z: tensor<16xf32>) -> tensor<16xf32> {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%x, %y : tensor<16xf32>, tensor<16xf32>) outs(%z : tensor<16xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}
