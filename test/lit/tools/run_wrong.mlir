// A pipeline that computes something else is found out, and every way to fail has its exit code.

// RUN: %python %S/Inputs/exit_code.py 1 %autotune run %s --function main \
// RUN:   --pipeline "builtin.module(transform-preload-library{transform-library-paths=%S/Inputs/double.mlir},transform-interpreter)" \
// RUN:   2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG-DAG: @main: WRONG, max error
// WRONG-DAG: @main: error: wrong result: {{.*}}element

// RUN: %python %S/Inputs/exit_code.py 0 %autotune run %s
// RUN: %python %S/Inputs/exit_code.py 2 %autotune run %s --function nothing
// RUN: %python %S/Inputs/exit_code.py 3 %autotune run %S/Inputs/beyond.mlir 2>&1 | FileCheck %s --check-prefix=CRASH
// CRASH: {{^}}crash (invalid memory access) while running the tuned @beyond{{$}}
// RUN: %python %S/Inputs/exit_code.py 4 %autotune run %S/Inputs/zero.mlir
// RUN: %python %S/Inputs/exit_code.py 4 %autotune run %S/Inputs/dynamic.mlir
// RUN: %python %S/Inputs/exit_code.py 5 %autotune run %s --schedule "direct(vector=i1x8, block=[4,16,1])" \
// RUN:   2>&1 | FileCheck %s --check-prefix=REFUSED
// REFUSED: autotune run: --schedule: no op accepts it: linalg.generic does not accept the option 'schedule': {{.+}}

func.func @main(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %c = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %c : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}
