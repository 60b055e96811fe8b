// An option that asks for more than LLVM compiles the function for is followed, and a remark tells it.
//
// RUN: autotune-opt %s --autotune=target=zen4 -o /dev/null 2> %t.remarks
// RUN: FileCheck %s < %t.remarks
// RUN: grep -c "remark:" %t.remarks | grep -x 2
// RUN: autotune-opt %s --autotune=target=zen4 -o /dev/null --remarks-filter=autotune --remark-format=yaml --remarks-output-file=%t.yaml 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=ENGINE < %t.yaml
// RUN: autotune-opt %s --autotune="target=zen4 remarks=none" -o /dev/null 2>&1 | count 0
//
// CHECK: :[[#@LINE+8]]:1: remark: autotune: tuned for zen4, as the option says, but the function is for haswell (target_cpu); target=auto tunes for that
// CHECK: remark: autotune: tuned for zen4, as the option says, although processor 'sifive-u74' is no x86-64 or AArch64 (target_cpu)
//
// ENGINE: Name:{{ *}}target
// ENGINE: Target:{{ *}}zen4
// ENGINE: Source:{{ *}}option
// ENGINE: Reason:{{.*}}haswell
//
func.func @less(%a: memref<64xf32>, %b: memref<64xf32>) attributes {target_cpu = "haswell"} {
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<64xf32>) outs(%b : memref<64xf32>)
  return
}
func.func @agrees(%a: memref<64xf32>, %b: memref<64xf32>) attributes {target_cpu = "znver5"} {
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<64xf32>) outs(%b : memref<64xf32>)
  return
}
func.func @says_nothing(%a: memref<64xf32>, %b: memref<64xf32>) {
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<64xf32>) outs(%b : memref<64xf32>)
  return
}
func.func @foreign(%a: memref<64xf32>, %b: memref<64xf32>) attributes {target_cpu = "sifive-u74"} {
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<64xf32>) outs(%b : memref<64xf32>)
  return
}
