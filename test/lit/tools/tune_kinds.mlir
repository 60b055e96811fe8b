// A module whose products of one shape take weights and do not, as those of an attention: two tasks, and each op follows the
// records of its own kind. The seconds that are compared are written below; which winners a run finds does
// not matter.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %autotune tune %s --jobs 1 --lock %t/lock --quiet --batch 4 --trials 8 --records %t/store --json > %t/result
// RUN: %autotune records list %t/store | FileCheck %s --check-prefix=LIST
// LIST: {{^ *}}1 matmul
// LIST-NOT: cold weights
// LIST: {{^ *}}2 matmul {{.*}}, cold weights{{$}}
//
// Each use counts once, and so does what the test of the whole module kept.
// RUN: %python -c "import json; r = json.load(open('%t/result')); t = r['tasks']; assert sorted(x['uses'] for x in t) == [1, 2], t; all = sum(x['uses'] * x['best_seconds'] for x in t); assert abs(all / r['best_seconds'] - 1) < 1e-6, (all, r)"
// RUN: %autotune records export %t/store %t/lines
// RUN: %python -c "import json; t = [r for r in map(json.loads, open('%t/lines')) if 'task' in r]; assert [r['grid'] for r in t] == [0, -1]; assert all(r['kept'] for r in t) and len({(r['kept_module'], r['kept_unix_seconds']) for r in t}) == 1, t"
//
// A smaller module has one of these tasks, with fewer bytes of copies: one task where the stores meet, in either order, that
// goes on with the more bytes. A later run finds it so, and adds its trials to it.
// DEFINE: %{tiny} = %autotune tune %S/Inputs/tiny.mlir --jobs 1 --lock %t/lock --quiet --batch 4 --trials 4 --json
// RUN: %{tiny} --records %t/tiny
// RUN: cp %t/store %t/one && %autotune records merge %t/tiny %t/one
// RUN: cp %t/tiny %t/other && %autotune records merge %t/store %t/other
// RUN: cp %t/one %t/resumed && %{tiny} --records %t/resumed
// RUN: %python %S/Inputs/check_merged.py "%autotune" %t/tiny %t/store %t/one %t/other %t/resumed
//
// The same tasks with a record each; the test of another module, later, kept that of the ops without weights.
// RUN: %python %S/Inputs/write_kinds.py %t/lines 0,-1 > %t/both.lines && %autotune records import %t/both.lines %t/both
// RUN: %python %S/Inputs/write_kinds.py %t/lines 0 > %t/warm.lines && %autotune records import %t/warm.lines %t/warm
// RUN: %python %S/Inputs/write_kinds.py %t/lines -1 > %t/cold.lines && %autotune records import %t/cold.lines %t/cold
// DEFINE: %{store} = both
// DEFINE: %{data} = 2
// DEFINE: %{opt} = autotune-opt %s --mlir-disable-threading --autotune="target=host model=none require=record remarks=all records=%t/%{store} data-arguments=%{data}" -o /dev/null 2>&1
// RUN: %{opt} | FileCheck %s --check-prefixes=FIRST-WARM,REST-COLD
// FIRST-WARM: linalg.matmul tuned (record): direct(vector=i1x4, block=[2,8,1]{{.*}}, measured 1.000e-06 s
// FIRST-COLD: linalg.matmul tuned (record): direct(vector=i1x4, block=[4,8,1]{{.*}}, measured 9.000e-06 s
// REST-WARM-COUNT-2: linalg.matmul tuned (record): direct(vector=i1x4, block=[2,8,1]{{.*}}, measured 1.000e-06 s
// REST-COLD-COUNT-2: linalg.matmul tuned (record): direct(vector=i1x4, block=[4,8,1]{{.*}}, measured 9.000e-06 s
// One argument that is data, as without the option, makes weights of all others.
// REDEFINE: %{data} = 1
// RUN: %{opt} | FileCheck %s --check-prefixes=FIRST-COLD,REST-COLD
// RUN: autotune-opt %s --mlir-disable-threading --autotune="target=host model=none require=record remarks=all records=%t/both" -o /dev/null 2>&1 | FileCheck %s --check-prefixes=FIRST-COLD,REST-COLD
// REDEFINE: %{data} = 4
// RUN: %{opt} | FileCheck %s --check-prefixes=FIRST-WARM,REST-WARM
// REDEFINE: %{data} = 2
//
// The other kind where there is none of its own.
// REDEFINE: %{store} = warm
// RUN: %{opt} | FileCheck %s --check-prefixes=FIRST-WARM,REST-WARM
// REDEFINE: %{store} = cold
// RUN: %{opt} | FileCheck %s --check-prefixes=FIRST-COLD,REST-COLD
//
// The program has the number of NAME.args.json.
// RUN: %autotune run %s --target host --model none --records %t/both --require record --verbose 2>&1 | FileCheck %s --check-prefix=ROWS
// RUN: %autotune run %s --target host --model none --records %t/both --require record --verbose --data 4 2>&1 | FileCheck %s --check-prefix=DATA
// RUN: %autotune compile %s -o %t/kinds.so --target host --model none --records %t/both --require record --verbose 2>&1 | FileCheck %s --check-prefix=ROWS
// ROWS: block=[2,8,1]
// ROWS-COUNT-2: block=[4,8,1]
// DATA-COUNT-3: block=[2,8,1]

func.func @attend(%q: tensor<48x64xf32>, %k: tensor<64x80xf32>, %w: tensor<64x80xf32>, %v: tensor<64x80xf32>)
    -> (tensor<48x80xf32>, tensor<48x80xf32>, tensor<48x80xf32>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<48x80xf32>
  %start0 = linalg.fill ins(%zero : f32) outs(%empty : tensor<48x80xf32>) -> tensor<48x80xf32>
  %scores = linalg.matmul ins(%q, %k : tensor<48x64xf32>, tensor<64x80xf32>) outs(%start0 : tensor<48x80xf32>) -> tensor<48x80xf32>
  %start1 = linalg.fill ins(%zero : f32) outs(%empty : tensor<48x80xf32>) -> tensor<48x80xf32>
  %one = linalg.matmul ins(%q, %w : tensor<48x64xf32>, tensor<64x80xf32>) outs(%start1 : tensor<48x80xf32>) -> tensor<48x80xf32>
  %start2 = linalg.fill ins(%zero : f32) outs(%empty : tensor<48x80xf32>) -> tensor<48x80xf32>
  %other = linalg.matmul ins(%q, %v : tensor<48x64xf32>, tensor<64x80xf32>) outs(%start2 : tensor<48x80xf32>) -> tensor<48x80xf32>
  return %scores, %one, %other : tensor<48x80xf32>, tensor<48x80xf32>, tensor<48x80xf32>
}
