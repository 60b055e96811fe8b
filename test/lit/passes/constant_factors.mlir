// Factors that are scaled, of constant arguments, are computed by @f_prepack where 32 rows or more meet them, and in every call where
// fewer do, where they are read twice, are no more than cast, or depend on what a call brings. Each result has the bits of the untouched
// code under fp=strict.
// RUN: autotune-opt %s --autotune="target=zen4 remarks=none" | FileCheck %s
// RUN: autotune-opt %s --autotune="target=zen4 remarks=all" -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK-COUNT-4: linalg.generic rewritten: of constant arguments, it is computed before all calls
// REMARK-NOT: computed before all calls
// RUN: %autotune run %s --check --target zen4 | FileCheck %s --check-prefix=AGREES
// RUN: %autotune run %s --check --target x86-64-v3 --fp strict | FileCheck %s --check-prefix=BITS
// AGREES-COUNT-8: agrees
// BITS-COUNT-8: agrees, max error 0

// CHECK: func.func @odd(%{{.*}}: tensor<37x80xf32>, %{{.*}}: tensor<{{.*}}xf32> {autotune.packed}) ->
func.func @odd(%x: tensor<37x80xf32>, %w: tensor<53x5x16xi8> {autotune.constant}, %s: tensor<53x5xf32> {autotune.constant}) -> tensor<37x53xf32> {
  %zero = arith.constant 0.0 : f32
  %ed = tensor.empty() : tensor<53x5x16xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(n, g, t) -> (n, g, t)>, affine_map<(n, g, t) -> (n, g)>, affine_map<(n, g, t) -> (n, g, t)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%w, %s : tensor<53x5x16xi8>, tensor<53x5xf32>) outs(%ed : tensor<53x5x16xf32>) {
  ^bb0(%q: i8, %c: f32, %o: f32):
    %f = arith.sitofp %q : i8 to f32
    %r = arith.mulf %f, %c : f32
    linalg.yield %r : f32
  } -> tensor<53x5x16xf32>
  %v = tensor.collapse_shape %d [[0], [1, 2]] : tensor<53x5x16xf32> into tensor<53x80xf32>
  %e = tensor.empty() : tensor<37x53xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<37x53xf32>) -> tensor<37x53xf32>
  %p = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%x, %v : tensor<37x80xf32>, tensor<53x80xf32>) outs(%i : tensor<37x53xf32>) -> tensor<37x53xf32>
  return %p : tensor<37x53xf32>
}

// CHECK: func.func @prime(%{{.*}}: tensor<131x21xf32>, %{{.*}}: tensor<{{.*}}xf32> {autotune.packed}) ->
func.func @prime(%x: tensor<131x21xf32>, %w: tensor<7x3x7xi8> {autotune.constant}, %s: tensor<7x3xf32> {autotune.constant}) -> tensor<131x7xf32> {
  %zero = arith.constant 0.0 : f32
  %ed = tensor.empty() : tensor<7x3x7xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(n, g, t) -> (n, g, t)>, affine_map<(n, g, t) -> (n, g)>, affine_map<(n, g, t) -> (n, g, t)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%w, %s : tensor<7x3x7xi8>, tensor<7x3xf32>) outs(%ed : tensor<7x3x7xf32>) {
  ^bb0(%q: i8, %c: f32, %o: f32):
    %f = arith.sitofp %q : i8 to f32
    %r = arith.mulf %f, %c : f32
    linalg.yield %r : f32
  } -> tensor<7x3x7xf32>
  %v = tensor.collapse_shape %d [[0], [1, 2]] : tensor<7x3x7xf32> into tensor<7x21xf32>
  %e = tensor.empty() : tensor<131x7xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<131x7xf32>) -> tensor<131x7xf32>
  %p = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%x, %v : tensor<131x21xf32>, tensor<7x21xf32>) outs(%i : tensor<131x7xf32>) -> tensor<131x7xf32>
  return %p : tensor<131x7xf32>
}

// CHECK: func.func @unit(%{{.*}}: tensor<32x1xf32>, %{{.*}}: tensor<{{.*}}f32> {autotune.packed}) ->
func.func @unit(%x: tensor<32x1xf32>, %w: tensor<1x1x1xi8> {autotune.constant}, %s: tensor<1x1xf32> {autotune.constant}) -> tensor<32x1xf32> {
  %zero = arith.constant 0.0 : f32
  %ed = tensor.empty() : tensor<1x1x1xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(n, g, t) -> (n, g, t)>, affine_map<(n, g, t) -> (n, g)>, affine_map<(n, g, t) -> (n, g, t)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%w, %s : tensor<1x1x1xi8>, tensor<1x1xf32>) outs(%ed : tensor<1x1x1xf32>) {
  ^bb0(%q: i8, %c: f32, %o: f32):
    %f = arith.sitofp %q : i8 to f32
    %r = arith.mulf %f, %c : f32
    linalg.yield %r : f32
  } -> tensor<1x1x1xf32>
  %v = tensor.collapse_shape %d [[0], [1, 2]] : tensor<1x1x1xf32> into tensor<1x1xf32>
  %e = tensor.empty() : tensor<32x1xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<32x1xf32>) -> tensor<32x1xf32>
  %p = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%x, %v : tensor<32x1xf32>, tensor<1x1xf32>) outs(%i : tensor<32x1xf32>) -> tensor<32x1xf32>
  return %p : tensor<32x1xf32>
}

// CHECK: func.func @large(%{{.*}}: tensor<64x2048xf32>, %{{.*}}: tensor<{{.*}}xf32> {autotune.packed}) ->
func.func @large(%x: tensor<64x2048xf32>, %w: tensor<512x64x32xi8> {autotune.constant}, %s: tensor<512x64xf32> {autotune.constant}) -> tensor<64x512xf32> {
  %zero = arith.constant 0.0 : f32
  %ed = tensor.empty() : tensor<512x64x32xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(n, g, t) -> (n, g, t)>, affine_map<(n, g, t) -> (n, g)>, affine_map<(n, g, t) -> (n, g, t)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%w, %s : tensor<512x64x32xi8>, tensor<512x64xf32>) outs(%ed : tensor<512x64x32xf32>) {
  ^bb0(%q: i8, %c: f32, %o: f32):
    %f = arith.sitofp %q : i8 to f32
    %r = arith.mulf %f, %c : f32
    linalg.yield %r : f32
  } -> tensor<512x64x32xf32>
  %v = tensor.collapse_shape %d [[0], [1, 2]] : tensor<512x64x32xf32> into tensor<512x2048xf32>
  %e = tensor.empty() : tensor<64x512xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<64x512xf32>) -> tensor<64x512xf32>
  %p = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%x, %v : tensor<64x2048xf32>, tensor<512x2048xf32>) outs(%i : tensor<64x512xf32>) -> tensor<64x512xf32>
  return %p : tensor<64x512xf32>
}

func.func @few(%x: tensor<31x80xf32>, %w: tensor<53x5x16xi8> {autotune.constant}, %s: tensor<53x5xf32> {autotune.constant}) -> tensor<31x53xf32> {
  %zero = arith.constant 0.0 : f32
  %ed = tensor.empty() : tensor<53x5x16xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(n, g, t) -> (n, g, t)>, affine_map<(n, g, t) -> (n, g)>, affine_map<(n, g, t) -> (n, g, t)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%w, %s : tensor<53x5x16xi8>, tensor<53x5xf32>) outs(%ed : tensor<53x5x16xf32>) {
  ^bb0(%q: i8, %c: f32, %o: f32):
    %f = arith.sitofp %q : i8 to f32
    %r = arith.mulf %f, %c : f32
    linalg.yield %r : f32
  } -> tensor<53x5x16xf32>
  %v = tensor.collapse_shape %d [[0], [1, 2]] : tensor<53x5x16xf32> into tensor<53x80xf32>
  %e = tensor.empty() : tensor<31x53xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<31x53xf32>) -> tensor<31x53xf32>
  %p = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%x, %v : tensor<31x80xf32>, tensor<53x80xf32>) outs(%i : tensor<31x53xf32>) -> tensor<31x53xf32>
  return %p : tensor<31x53xf32>
}

func.func @scaled_in_calls(%x: tensor<37x80xf32>, %w: tensor<53x5x16xi8> {autotune.constant}, %s: tensor<53x5xf32>) -> tensor<37x53xf32> {
  %zero = arith.constant 0.0 : f32
  %ed = tensor.empty() : tensor<53x5x16xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(n, g, t) -> (n, g, t)>, affine_map<(n, g, t) -> (n, g)>, affine_map<(n, g, t) -> (n, g, t)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%w, %s : tensor<53x5x16xi8>, tensor<53x5xf32>) outs(%ed : tensor<53x5x16xf32>) {
  ^bb0(%q: i8, %c: f32, %o: f32):
    %f = arith.sitofp %q : i8 to f32
    %r = arith.mulf %f, %c : f32
    linalg.yield %r : f32
  } -> tensor<53x5x16xf32>
  %v = tensor.collapse_shape %d [[0], [1, 2]] : tensor<53x5x16xf32> into tensor<53x80xf32>
  %e = tensor.empty() : tensor<37x53xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<37x53xf32>) -> tensor<37x53xf32>
  %p = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%x, %v : tensor<37x80xf32>, tensor<53x80xf32>) outs(%i : tensor<37x53xf32>) -> tensor<37x53xf32>
  return %p : tensor<37x53xf32>
}

func.func @cast(%x: tensor<37x80xf32>, %w: tensor<53x5x16xbf16> {autotune.constant}, %s: tensor<53x5xf32> {autotune.constant}) -> tensor<37x53xf32> {
  %zero = arith.constant 0.0 : f32
  %ed = tensor.empty() : tensor<53x5x16xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(n, g, t) -> (n, g, t)>, affine_map<(n, g, t) -> (n, g)>, affine_map<(n, g, t) -> (n, g, t)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%w, %s : tensor<53x5x16xbf16>, tensor<53x5xf32>) outs(%ed : tensor<53x5x16xf32>) {
  ^bb0(%q: bf16, %c: f32, %o: f32):
    %r = arith.extf %q : bf16 to f32
    linalg.yield %r : f32
  } -> tensor<53x5x16xf32>
  %v = tensor.collapse_shape %d [[0], [1, 2]] : tensor<53x5x16xf32> into tensor<53x80xf32>
  %e = tensor.empty() : tensor<37x53xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<37x53xf32>) -> tensor<37x53xf32>
  %p = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%x, %v : tensor<37x80xf32>, tensor<53x80xf32>) outs(%i : tensor<37x53xf32>) -> tensor<37x53xf32>
  return %p : tensor<37x53xf32>
}

func.func @read_twice(%x: tensor<37x80xf32>, %w: tensor<53x5x16xi8> {autotune.constant}, %s: tensor<53x5xf32> {autotune.constant}) -> (tensor<37x53xf32>, tensor<53x5x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %ed = tensor.empty() : tensor<53x5x16xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(n, g, t) -> (n, g, t)>, affine_map<(n, g, t) -> (n, g)>, affine_map<(n, g, t) -> (n, g, t)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%w, %s : tensor<53x5x16xi8>, tensor<53x5xf32>) outs(%ed : tensor<53x5x16xf32>) {
  ^bb0(%q: i8, %c: f32, %o: f32):
    %f = arith.sitofp %q : i8 to f32
    %r = arith.mulf %f, %c : f32
    linalg.yield %r : f32
  } -> tensor<53x5x16xf32>
  %v = tensor.collapse_shape %d [[0], [1, 2]] : tensor<53x5x16xf32> into tensor<53x80xf32>
  %e = tensor.empty() : tensor<37x53xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<37x53xf32>) -> tensor<37x53xf32>
  %p = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%x, %v : tensor<37x80xf32>, tensor<53x80xf32>) outs(%i : tensor<37x53xf32>) -> tensor<37x53xf32>
  return %p, %d : tensor<37x53xf32>, tensor<53x5x16xf32>
}

