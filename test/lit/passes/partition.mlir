// A partition says which ops share kernels. It is given as an attribute or searched for, written
// down by both ways of annotating, and followed when it is given back.
//
// RUN: autotune-opt %s --autotune=remarks=none | FileCheck %s --check-prefix=GIVEN
// RUN: autotune-opt %s --autotune="remarks=none model=none" | FileCheck %s --check-prefix=GIVEN
// RUN: autotune-opt %s --autotune="remarks=none emit=annotate" | FileCheck %s --check-prefix=WRITTEN
//
// RUN: sed -e '/autotune.partition/s/attributes.*{$/{/' %s > %t.plain
// RUN: autotune-opt %t.plain --autotune="remarks=none partition=beam" -o %t.ir
// RUN: autotune-opt %t.plain --autotune="remarks=none partition=beam emit=annotate" -o %t.annotate
// RUN: FileCheck %s --check-prefix=BEAM < %t.annotate
// RUN: autotune-opt %t.annotate --autotune-kernels=remarks=none -o %t.kernels
// RUN: diff %t.ir %t.kernels
// RUN: autotune-opt %t.annotate --autotune="remarks=none emit=annotate partition=anneal" | diff %t.annotate -
// RUN: autotune-opt %t.plain --autotune="remarks=none partition=beam emit=schedule" -o %t.schedule
// RUN: FileCheck %s --check-prefix=SCHEDULE < %t.schedule
// RUN: autotune-opt %t.plain -o %t.library \
// RUN:   --transform-preload-library=transform-library-paths=%t.schedule --transform-interpreter
// RUN: diff %t.ir %t.library
// RUN: autotune-opt %t.plain --autotune="remarks=none partition=anneal seed=3" -o %t.one
// RUN: autotune-opt %t.plain --autotune="remarks=none partition=anneal seed=3" -o %t.two
// RUN: diff %t.one %t.two
// RUN: autotune-opt %t.plain --autotune="remarks=none partition=greedy" -o %t.one
// RUN: autotune-opt %t.plain --autotune="remarks=none" -o %t.two
// RUN: diff %t.one %t.two
//
// What is no partition is an error at the function.
// RUN: sed -e 's/"1 2(3,4) 6"/"1 2(3)"/' %s | not autotune-opt - --autotune 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: error: {{.*}}partition: op 4 computes and is in no group
// RUN: sed -e 's/"1 2(3,4) 6"/"1 2(3,4) 6 9"/' %s | not autotune-opt - --autotune 2>&1 | FileCheck %s --check-prefix=NUMBER
// NUMBER: error: {{.*}}partition: '9' is no op; use 0 to 6
// RUN: sed -e 's/"1 2(3,4) 6"/7/' %s | not autotune-opt - --autotune 2>&1 | FileCheck %s --check-prefix=KIND
// KIND: error: {{.*}}autotune.partition is no text; remove it or write the groups

// Ops: 0 fill, 1 product, 2 activation, 3 sum, 4 scale, 5 fill, 6 product. The partition that is given
// keeps the elementwise ops out of both products.
// GIVEN-LABEL: func.func @network
// GIVEN-COUNT-3: autotune.schedule = "
// GIVEN-NOT: autotune.
// GIVEN: return
// WRITTEN: attributes {autotune.partition = "1 2(3,4) 6"}
// WRITTEN: linalg.matmul {autotune.schedule
// BEAM: autotune.partition = "{{[0-9(), ]+}}"
// SCHEDULE: transform.structured.match ops{["func.func"]} attributes {sym_name = "network"}
// SCHEDULE: transform.annotate {{.*}} "autotune.partition"
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @network(%a: tensor<24x40xf32>, %b: tensor<40x56xf32>, %c: tensor<24x56xf32>, %d: tensor<56x24xf32>) -> tensor<24x24xf32> attributes {autotune.partition = "1 2(3,4) 6"} {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2.0 : f32
  %e = tensor.empty() : tensor<24x56xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%e : tensor<24x56xf32>) -> tensor<24x56xf32>
  %product = linalg.matmul ins(%a, %b : tensor<24x40xf32>, tensor<40x56xf32>) outs(%fill : tensor<24x56xf32>) -> tensor<24x56xf32>
  %active = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%product : tensor<24x56xf32>) outs(%e : tensor<24x56xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = arith.maximumf %x, %zero : f32
    linalg.yield %y : f32
  } -> tensor<24x56xf32>
  %sum = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%active, %c : tensor<24x56xf32>, tensor<24x56xf32>) outs(%e : tensor<24x56xf32>) {
  ^bb0(%x: f32, %z: f32, %o: f32):
    %y = arith.addf %x, %z : f32
    linalg.yield %y : f32
  } -> tensor<24x56xf32>
  %scaled = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%sum : tensor<24x56xf32>) outs(%e : tensor<24x56xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = arith.mulf %x, %two : f32
    linalg.yield %y : f32
  } -> tensor<24x56xf32>
  %e2 = tensor.empty() : tensor<24x24xf32>
  %fill2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<24x24xf32>) -> tensor<24x24xf32>
  %last = linalg.matmul ins(%scaled, %d : tensor<24x56xf32>, tensor<56x24xf32>) outs(%fill2 : tensor<24x24xf32>) -> tensor<24x24xf32>
  return %last : tensor<24x24xf32>
}
