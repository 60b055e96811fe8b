// What threads update in place, each reads where it writes: nothing is copied before. Rows that no vector covers, a sum
// that goes on from what is there, single rows cut along columns, and two results as well.
//
// RUN: autotune-opt %s --autotune="target=zen4 model=analytical max-candidates=40 threads=2 fusion=none" -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: autotune-opt %t.mlir --autotune-to-llvm --mlir-print-ir-after=convert-bufferization-to-memref -o /dev/null 2>&1 | FileCheck %s --check-prefix=PLACED
// RUN: %autotune run %s --check --target zen4 --model analytical --max-candidates 40 --threads 2 --fusion none | FileCheck %s --check-prefix=AGREES
// RUN: %autotune run %s --check --target x86-64-v3 --model analytical --max-candidates 8 --threads 3 --fusion none --fp strict | FileCheck %s --check-prefix=AGREES
//
// AGREES: @scaled: agrees
// AGREES: @summed: agrees
// AGREES: @row: agrees
// AGREES: @both: agrees
// AGREES: @empty: agrees
// AGREES: @turned: agrees
// AGREES: @read_twice: agrees
// AGREES: @twice: agrees
// AGREES: @given: agrees

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#ji = affine_map<(i, j) -> (j, i)>

// CHECK-LABEL: func.func @scaled(
// CHECK: scf.forall
// CHECK: scf.forall {{.*}} shared_outs(%[[OUT:[^ ]*]] = %[[BEFORE:[^)]*]])
// CHECK-NOT: transfer_read %[[BEFORE]][
// CHECK: scf.forall.in_parallel
// PLACED-LABEL: func.func @scaled(
// PLACED: memref.alloc()
// PLACED-NOT: memref.{{alloc|copy}}
// PLACED: return
func.func @scaled(%x: tensor<67x20011xf32>, %r: tensor<67xf32>) -> tensor<67x20011xf32> {
  %e = tensor.empty() : tensor<67x20011xf32>
  %q = linalg.exp ins(%x : tensor<67x20011xf32>) outs(%e : tensor<67x20011xf32>) -> tensor<67x20011xf32>
  %y = linalg.generic {indexing_maps = [#i, #ij], iterator_types = ["parallel", "parallel"]} ins(%r : tensor<67xf32>) outs(%q : tensor<67x20011xf32>) {
  ^bb0(%a: f32, %o: f32):
    %c = arith.mulf %o, %a : f32
    linalg.yield %c : f32
  } -> tensor<67x20011xf32>
  return %y : tensor<67x20011xf32>
}

// PLACED-LABEL: func.func @summed(
// PLACED: memref.alloc()
// PLACED-NOT: memref.{{alloc|copy}}
// PLACED: return
func.func @summed(%x: tensor<211x509xf32>, %a: tensor<211x307xf32>, %b: tensor<307x509xf32>) -> tensor<211x509xf32> {
  %e = tensor.empty() : tensor<211x509xf32>
  %q = linalg.exp ins(%x : tensor<211x509xf32>) outs(%e : tensor<211x509xf32>) -> tensor<211x509xf32>
  %y = linalg.matmul ins(%a, %b : tensor<211x307xf32>, tensor<307x509xf32>) outs(%q : tensor<211x509xf32>) -> tensor<211x509xf32>
  return %y : tensor<211x509xf32>
}

func.func @row(%x: tensor<1x1000003xf32>, %r: tensor<1xf32>) -> tensor<1x1000003xf32> {
  %e = tensor.empty() : tensor<1x1000003xf32>
  %q = linalg.exp ins(%x : tensor<1x1000003xf32>) outs(%e : tensor<1x1000003xf32>) -> tensor<1x1000003xf32>
  %y = linalg.generic {indexing_maps = [#i, #ij], iterator_types = ["parallel", "parallel"]} ins(%r : tensor<1xf32>) outs(%q : tensor<1x1000003xf32>) {
  ^bb0(%a: f32, %o: f32):
    %c = arith.subf %o, %a : f32
    linalg.yield %c : f32
  } -> tensor<1x1000003xf32>
  return %y : tensor<1x1000003xf32>
}

// The second result reads what the first one was.
func.func @both(%x: tensor<33x10007xf64>, %z: tensor<33x10007xf64>) -> (tensor<33x10007xf64>, tensor<33x10007xf64>) {
  %e = tensor.empty() : tensor<33x10007xf64>
  %q = linalg.exp ins(%x : tensor<33x10007xf64>) outs(%e : tensor<33x10007xf64>) -> tensor<33x10007xf64>
  %p = linalg.abs ins(%z : tensor<33x10007xf64>) outs(%e : tensor<33x10007xf64>) -> tensor<33x10007xf64>
  %y:2 = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} outs(%q, %p : tensor<33x10007xf64>, tensor<33x10007xf64>) {
  ^bb0(%a: f64, %b: f64):
    %c = arith.addf %a, %b : f64
    %d = arith.subf %a, %b : f64
    linalg.yield %c, %d : f64, f64
  } -> (tensor<33x10007xf64>, tensor<33x10007xf64>)
  return %y#0, %y#1 : tensor<33x10007xf64>, tensor<33x10007xf64>
}

func.func @empty(%x: tensor<0x100xf32>, %r: tensor<0xf32>) -> tensor<0x100xf32> {
  %e = tensor.empty() : tensor<0x100xf32>
  %q = linalg.exp ins(%x : tensor<0x100xf32>) outs(%e : tensor<0x100xf32>) -> tensor<0x100xf32>
  %y = linalg.generic {indexing_maps = [#i, #ij], iterator_types = ["parallel", "parallel"]} ins(%r : tensor<0xf32>) outs(%q : tensor<0x100xf32>) {
  ^bb0(%a: f32, %o: f32):
    %c = arith.mulf %o, %a : f32
    linalg.yield %c : f32
  } -> tensor<0x100xf32>
  return %y : tensor<0x100xf32>
}

// What is read lies elsewhere in the tensor than what is written: in other pieces.
func.func @turned(%x: tensor<1009x1009xf32>) -> tensor<1009x1009xf32> {
  %e = tensor.empty() : tensor<1009x1009xf32>
  %q = linalg.exp ins(%x : tensor<1009x1009xf32>) outs(%e : tensor<1009x1009xf32>) -> tensor<1009x1009xf32>
  %y = linalg.generic {indexing_maps = [#ji, #ij], iterator_types = ["parallel", "parallel"]} ins(%q : tensor<1009x1009xf32>) outs(%q : tensor<1009x1009xf32>) {
  ^bb0(%a: f32, %o: f32):
    %c = arith.subf %o, %a : f32
    linalg.yield %c : f32
  } -> tensor<1009x1009xf32>
  return %y : tensor<1009x1009xf32>
}

func.func @read_twice(%x: tensor<131x4099xf32>) -> tensor<131x4099xf32> {
  %e = tensor.empty() : tensor<131x4099xf32>
  %q = linalg.exp ins(%x : tensor<131x4099xf32>) outs(%e : tensor<131x4099xf32>) -> tensor<131x4099xf32>
  %y = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%q : tensor<131x4099xf32>) outs(%q : tensor<131x4099xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.mulf %a, %a : f32
    %c = arith.subf %o, %s : f32
    linalg.yield %c : f32
  } -> tensor<131x4099xf32>
  return %y : tensor<131x4099xf32>
}

// One tensor is where both results begin.
func.func @twice(%x: tensor<131x4099xf32>) -> (tensor<131x4099xf32>, tensor<131x4099xf32>) {
  %e = tensor.empty() : tensor<131x4099xf32>
  %q = linalg.exp ins(%x : tensor<131x4099xf32>) outs(%e : tensor<131x4099xf32>) -> tensor<131x4099xf32>
  %y:2 = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<131x4099xf32>) outs(%q, %q : tensor<131x4099xf32>, tensor<131x4099xf32>) {
  ^bb0(%a: f32, %o: f32, %p: f32):
    %c = arith.addf %o, %a : f32
    %d = arith.subf %p, %a : f32
    linalg.yield %c, %d : f32, f32
  } -> (tensor<131x4099xf32>, tensor<131x4099xf32>)
  return %y#0, %y#1 : tensor<131x4099xf32>, tensor<131x4099xf32>
}

// The caller's tensor stays what it is: the second result is made of what it was.
func.func @given(%q: tensor<509x509xf32>, %a: tensor<509x61xf32>, %b: tensor<61x509xf32>) -> (tensor<509x509xf32>, tensor<509x509xf32>) {
  %y = linalg.matmul ins(%a, %b : tensor<509x61xf32>, tensor<61x509xf32>) outs(%q : tensor<509x509xf32>) -> tensor<509x509xf32>
  %e = tensor.empty() : tensor<509x509xf32>
  %z = linalg.exp ins(%q : tensor<509x509xf32>) outs(%e : tensor<509x509xf32>) -> tensor<509x509xf32>
  return %y, %z : tensor<509x509xf32>, tensor<509x509xf32>
}
