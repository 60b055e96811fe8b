// A schedule that no op accepts, one that some do not accept, and what options may require.

// RUN: autotune-opt %s --autotune="schedule={direct(vector=i1x8, block=[7,16,1])}" -o %t 2>&1 | FileCheck %s --check-prefix=NOBODY
// NOBODY: warning: autotune: option 'schedule': no op accepts it; remarks=missed says why
// RUN: autotune-opt %s --autotune="remarks=missed schedule={direct(vector=i1x8, block=[7,16,1])}" -o %t 2>&1 | FileCheck %s --check-prefix=WHY
// WHY: remark: autotune: linalg.matmul: does not accept the option 'schedule': schedule {{.+}}
// RUN: autotune-opt %s --autotune="schedule={direct(vector=i1x8, block=[4,16,1])}" -o %t 2>&1 | FileCheck %s --check-prefix=SOME
// SOME-NOT: warning
// SOME: remark: autotune: linalg.matmul left untouched: dynamic shape
// SOME-NOT: warning
// RUN: not autotune-opt %s --autotune="schedule={direct(vector=i1x8, blok=[4,16,1])}" 2>&1 | FileCheck %s --check-prefix=KNOB
// KNOB: error: autotune: option 'schedule': '{{.*}}': schedule: knob 'blok' is unknown; known: vector, block
// RUN: not autotune-opt %s --autotune="schedule={direct(vector=i1x8, vector=i1x8)}" 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: knob 'vector' is given twice

// RUN: not autotune-opt %s --autotune=require=tuned 2>&1 | FileCheck %s --check-prefix=TUNED
// TUNED: require.mlir:{{[0-9]+}}:{{.*}}: error: autotune: option 'require': linalg.matmul stays untouched: dynamic shape
// RUN: autotune-opt %s --autotune="require=any" -o %t 2>/dev/null

func.func @static(%a: tensor<24x16xf32>, %b: tensor<16x40xf32>, %c: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<24x16xf32>, tensor<16x40xf32>) outs(%c : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}
func.func @dynamic(%a: memref<?x16xf32, 1>, %b: memref<16x40xf32, 1>, %c: memref<?x40xf32, 1>) {
  linalg.matmul ins(%a, %b : memref<?x16xf32, 1>, memref<16x40xf32, 1>) outs(%c : memref<?x40xf32, 1>)
  return
}
