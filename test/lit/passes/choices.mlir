// Where a schedule comes from.
//
// RUN: autotune-opt %s --autotune="remarks=all model=analytical" -o /dev/null 2>&1 | FileCheck %s --check-prefix=MODEL
// MODEL: linalg.matmul tuned (analytical model): {{.*}}, predicted
// RUN: autotune-opt %s --autotune="remarks=all require=model model=analytical" -o /dev/null 2>&1 | FileCheck %s --check-prefix=MODEL
// RUN: autotune-opt %s --autotune="remarks=all model=none" -o /dev/null 2>&1 | FileCheck %s --check-prefix=DEFAULT
// RUN: autotune-opt %s --autotune-kernels=remarks=all -o /dev/null 2>&1 | FileCheck %s --check-prefix=DEFAULT
// DEFAULT: linalg.matmul tuned (default): direct(vector=i1x8, block=[4,16,1])
// RUN: autotune-opt %s --autotune="remarks=all schedule={direct(vector=i1x4, block=[2,8,1])}" -o %t 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FORCED
// FORCED: linalg.matmul tuned (forced): direct(vector=i1x4, block=[2,8,1])
// RUN: FileCheck %s < %t
// CHECK: vector<4xf32>
// CHECK: {autotune.schedule = "direct(vector=i1x4, block=[2,8,1])"}
//
// A schedule that the op does not accept leaves it to the model.
// RUN: autotune-opt %s --autotune="remarks=all model=analytical schedule={direct(vector=i1x4, block=[2,8])}" -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MODEL
//
// The target decides about lanes; an annotation for a wider one is refused.
// RUN: autotune-opt %s --autotune="target=x86-64-v4 emit=annotate schedule={direct(vector=i1x16, block=[4,16,1])}" -o %t
// RUN: autotune-opt %t --autotune-kernels=target=x86-64-v4 | FileCheck %s --check-prefix=WIDE
// WIDE: vector<16xf32>
// RUN: not autotune-opt %t --autotune-kernels 2>&1 | FileCheck %s --check-prefix=NARROW
// NARROW: error: autotune-kernels: annotation autotune.schedule cannot be followed for target=x86-64-v3: {{.*}}pass the target it was made for
// RUN: not autotune-opt %t --autotune="target=x86-64-v4 require=model" 2>&1 | FileCheck %s --check-prefix=REQUIRE
// REQUIRE: error: autotune: option 'require': the schedule of linalg.matmul comes from its annotation, not from a model
func.func @matmul(%a: tensor<16x32xf32>, %b: tensor<32x32xf32>, %c: tensor<16x32xf32>)
    -> tensor<16x32xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<16x32xf32>, tensor<32x32xf32>)
                     outs(%c : tensor<16x32xf32>) -> tensor<16x32xf32>
  return %0 : tensor<16x32xf32>
}

// What is required is checked before anything is rewritten: the op without an annotation, which
// comes first, is still there.
// RUN: autotune-opt %s --autotune="target=x86-64-v4 emit=annotate schedule={direct(vector=i1x16, block=[4,16,1])}" \
// RUN:   | sed 's/func.func @matmul/func.func @annotated/' > %t.two
// RUN: grep -v RUN %s >> %t.two
// RUN: not autotune-opt %t.two --mlir-print-ir-after-failure --mlir-disable-threading \
// RUN:   --autotune="target=x86-64-v4 require=model" 2>&1 | FileCheck %s --check-prefix=WHOLE
// WHOLE: error: autotune: option 'require'
// WHOLE-COUNT-2: linalg.matmul
