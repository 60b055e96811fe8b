// One row of an attention, as of a new token: each thread has a part of the keys and values, or of the heads, where that is
// predicted to be faster than kernels that are shared one by one.
//
// RUN: autotune-opt %s --autotune="target=zen5 model=analytical threads=2 remarks=all" -o %t.two 2>&1 | FileCheck %s --check-prefix=TOLD
// RUN: FileCheck %s --check-prefix=TWO < %t.two
// RUN: autotune-opt %s --autotune="target=zen5 model=analytical remarks=all" 2>&1 -o /dev/null | FileCheck %s --check-prefix=ONE
// The order of sums stays the source's unless fp= allows another one; heads are shared in any mode.
// RUN: autotune-opt %s --autotune="target=zen5 model=analytical threads=2 fp=strict remarks=all" 2>&1 -o /dev/null | FileCheck %s --check-prefix=STRICT
// RUN: %autotune run %s --check --target zen5 --model analytical --threads 2 | FileCheck %s --check-prefix=AGREES
// RUN: %autotune run %s --check --target zen5 --model analytical --threads 2 --fp strict | FileCheck %s --check-prefix=AGREES
//
// TOLD: rewritten: rows in 2 parts, blocks of 1 of 2 with the products beside are for a thread each; predicted {{.*}} s on 2 threads, {{.*}} s with them
// TOLD: rewritten: blocks of 2 of 4 with the products beside are for a thread each; predicted
// TOLD: rewritten: rows in 2 parts, blocks of 1 of 2 with the products beside are for a thread each; predicted
// TOLD: rewritten: rows in 2 parts, blocks of 1 of 2 with the products beside are for a thread each; predicted
// TOLD-NOT: for a thread each
// ONE-NOT: for a thread each
// STRICT-NOT: rows in
// STRICT: rewritten: blocks of 2 of 4 with the products beside are for a thread each; predicted
// STRICT-NOT: rows in
// AGREES: @row: agrees
// AGREES: @heads: agrees
// AGREES: @three: agrees
// AGREES: @prime: agrees
// AGREES: @few: agrees

// TWO-LABEL: func.func @row
// TWO-NOT: tensor<1x4096xf32>
// TWO: scf.forall {{.*}} in (2) shared_outs
// TWO-NOT: tensor<1x4096xf32>
// TWO: autotune.threads = 2
// TWO: return
// TWO-LABEL: func.func @heads
// TWO: scf.forall {{.*}} shared_outs
// TWO: tensor<2x1x1x2048xf32>
// TWO: autotune.threads = 2
// TWO: return
// 3 elements are left.
// TWO-LABEL: func.func @prime
// TWO-NOT: tensor<1x4099xf32>
// TWO: tensor<1x3xf32>
// TWO-NOT: tensor<1x4099xf32>
// TWO: return
// TWO-LABEL: func.func @few
// TWO-NOT: scf.forall
func.func @row(%arg0: tensor<1x64xf32>, %arg1: tensor<4096x64xf32>, %arg2: tensor<4096x64xf32>) -> (tensor<1x64xf32>) {
%v1 = arith.constant 0.0 : f32
%v2 = tensor.empty() : tensor<1x4096xf32>
%v3 = linalg.fill ins(%v1 : f32) outs(%v2 : tensor<1x4096xf32>) -> tensor<1x4096xf32>
%v4 = linalg.generic {indexing_maps = [affine_map<(s, l, d) -> (s, d)>, affine_map<(s, l, d) -> (l, d)>, affine_map<(s, l, d) -> (s, l)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<1x64xf32>, tensor<4096x64xf32>) outs(%v3 : tensor<1x4096xf32>) {
^bb0(%x0: f32, %x1: f32, %o: f32):
%p = arith.mulf %x0, %x1 : f32
%y = arith.addf %o, %p : f32
linalg.yield %y : f32
} -> tensor<1x4096xf32>
%v5 = tensor.empty() : tensor<1x4096xf32>
%v6 = linalg.generic {indexing_maps = [affine_map<(s, l) -> (s, l)>, affine_map<(s, l) -> (s, l)>], iterator_types = ["parallel", "parallel"]} ins(%v4 : tensor<1x4096xf32>) outs(%v5 : tensor<1x4096xf32>) {
^bb0(%x0: f32, %o: f32):
%c = arith.constant 0.0883 : f32
%y = arith.mulf %x0, %c : f32
linalg.yield %y : f32
} -> tensor<1x4096xf32>
%v7 = tensor.empty() : tensor<1x4096xf32>
%v8 = linalg.softmax dimension(1) ins(%v6 : tensor<1x4096xf32>) outs(%v7 : tensor<1x4096xf32>) -> tensor<1x4096xf32>
%v9 = arith.constant 0.0 : f32
%v10 = tensor.empty() : tensor<1x64xf32>
%v11 = linalg.fill ins(%v9 : f32) outs(%v10 : tensor<1x64xf32>) -> tensor<1x64xf32>
%v12 = linalg.generic {indexing_maps = [affine_map<(s, d, l) -> (s, l)>, affine_map<(s, d, l) -> (l, d)>, affine_map<(s, d, l) -> (s, d)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%v8, %arg2 : tensor<1x4096xf32>, tensor<4096x64xf32>) outs(%v11 : tensor<1x64xf32>) {
^bb0(%x0: f32, %x1: f32, %o: f32):
%p = arith.mulf %x0, %x1 : f32
%y = arith.addf %o, %p : f32
linalg.yield %y : f32
} -> tensor<1x64xf32>
return %v12 : tensor<1x64xf32>
}

func.func @heads(%arg0: tensor<4x1x1x32xf32>, %arg1: tensor<4x2048x32xf32>, %arg2: tensor<4x2048x32xf32>) -> (tensor<4x1x1x32xf32>) {
%v1 = arith.constant 0.0 : f32
%v2 = tensor.empty() : tensor<4x1x1x2048xf32>
%v3 = linalg.fill ins(%v1 : f32) outs(%v2 : tensor<4x1x1x2048xf32>) -> tensor<4x1x1x2048xf32>
%v4 = linalg.generic {indexing_maps = [affine_map<(g, r, s, l, d) -> (g, r, s, d)>, affine_map<(g, r, s, l, d) -> (g, l, d)>, affine_map<(g, r, s, l, d) -> (g, r, s, l)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<4x1x1x32xf32>, tensor<4x2048x32xf32>) outs(%v3 : tensor<4x1x1x2048xf32>) {
^bb0(%x0: f32, %x1: f32, %o: f32):
%p = arith.mulf %x0, %x1 : f32
%y = arith.addf %o, %p : f32
linalg.yield %y : f32
} -> tensor<4x1x1x2048xf32>
%v5 = tensor.empty() : tensor<4x1x1x2048xf32>
%v6 = linalg.generic {indexing_maps = [affine_map<(g, r, s, l) -> (g, r, s, l)>, affine_map<(g, r, s, l) -> (g, r, s, l)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v4 : tensor<4x1x1x2048xf32>) outs(%v5 : tensor<4x1x1x2048xf32>) {
^bb0(%x0: f32, %o: f32):
%c = arith.constant 0.0883 : f32
%y = arith.mulf %x0, %c : f32
linalg.yield %y : f32
} -> tensor<4x1x1x2048xf32>
%v7 = tensor.empty() : tensor<4x1x1x2048xf32>
%v8 = linalg.softmax dimension(3) ins(%v6 : tensor<4x1x1x2048xf32>) outs(%v7 : tensor<4x1x1x2048xf32>) -> tensor<4x1x1x2048xf32>
%v9 = arith.constant 0.0 : f32
%v10 = tensor.empty() : tensor<4x1x1x32xf32>
%v11 = linalg.fill ins(%v9 : f32) outs(%v10 : tensor<4x1x1x32xf32>) -> tensor<4x1x1x32xf32>
%v12 = linalg.generic {indexing_maps = [affine_map<(g, r, s, d, l) -> (g, r, s, l)>, affine_map<(g, r, s, d, l) -> (g, l, d)>, affine_map<(g, r, s, d, l) -> (g, r, s, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%v8, %arg2 : tensor<4x1x1x2048xf32>, tensor<4x2048x32xf32>) outs(%v11 : tensor<4x1x1x32xf32>) {
^bb0(%x0: f32, %x1: f32, %o: f32):
%p = arith.mulf %x0, %x1 : f32
%y = arith.addf %o, %p : f32
linalg.yield %y : f32
} -> tensor<4x1x1x32xf32>
return %v12 : tensor<4x1x1x32xf32>
}

func.func @three(%arg0: tensor<3x32xf32>, %arg1: tensor<2048x32xf32>, %arg2: tensor<2048x32xf32>) -> (tensor<3x32xf32>) {
%v1 = arith.constant 0.0 : f32
%v2 = tensor.empty() : tensor<3x2048xf32>
%v3 = linalg.fill ins(%v1 : f32) outs(%v2 : tensor<3x2048xf32>) -> tensor<3x2048xf32>
%v4 = linalg.generic {indexing_maps = [affine_map<(s, l, d) -> (s, d)>, affine_map<(s, l, d) -> (l, d)>, affine_map<(s, l, d) -> (s, l)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<3x32xf32>, tensor<2048x32xf32>) outs(%v3 : tensor<3x2048xf32>) {
^bb0(%x0: f32, %x1: f32, %o: f32):
%p = arith.mulf %x0, %x1 : f32
%y = arith.addf %o, %p : f32
linalg.yield %y : f32
} -> tensor<3x2048xf32>
%v5 = tensor.empty() : tensor<3x2048xf32>
%v6 = linalg.generic {indexing_maps = [affine_map<(s, l) -> (s, l)>, affine_map<(s, l) -> (s, l)>], iterator_types = ["parallel", "parallel"]} ins(%v4 : tensor<3x2048xf32>) outs(%v5 : tensor<3x2048xf32>) {
^bb0(%x0: f32, %o: f32):
%c = arith.constant 0.0883 : f32
%y = arith.mulf %x0, %c : f32
linalg.yield %y : f32
} -> tensor<3x2048xf32>
%v7 = tensor.empty() : tensor<3x2048xf32>
%v8 = linalg.softmax dimension(1) ins(%v6 : tensor<3x2048xf32>) outs(%v7 : tensor<3x2048xf32>) -> tensor<3x2048xf32>
%v9 = arith.constant 0.0 : f32
%v10 = tensor.empty() : tensor<3x32xf32>
%v11 = linalg.fill ins(%v9 : f32) outs(%v10 : tensor<3x32xf32>) -> tensor<3x32xf32>
%v12 = linalg.generic {indexing_maps = [affine_map<(s, d, l) -> (s, l)>, affine_map<(s, d, l) -> (l, d)>, affine_map<(s, d, l) -> (s, d)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%v8, %arg2 : tensor<3x2048xf32>, tensor<2048x32xf32>) outs(%v11 : tensor<3x32xf32>) {
^bb0(%x0: f32, %x1: f32, %o: f32):
%p = arith.mulf %x0, %x1 : f32
%y = arith.addf %o, %p : f32
linalg.yield %y : f32
} -> tensor<3x32xf32>
return %v12 : tensor<3x32xf32>
}

func.func @prime(%arg0: tensor<1x64xf32>, %arg1: tensor<4099x64xf32>, %arg2: tensor<4099x64xf32>) -> (tensor<1x64xf32>) {
%v1 = arith.constant 0.0 : f32
%v2 = tensor.empty() : tensor<1x4099xf32>
%v3 = linalg.fill ins(%v1 : f32) outs(%v2 : tensor<1x4099xf32>) -> tensor<1x4099xf32>
%v4 = linalg.generic {indexing_maps = [affine_map<(s, l, d) -> (s, d)>, affine_map<(s, l, d) -> (l, d)>, affine_map<(s, l, d) -> (s, l)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<1x64xf32>, tensor<4099x64xf32>) outs(%v3 : tensor<1x4099xf32>) {
^bb0(%x0: f32, %x1: f32, %o: f32):
%p = arith.mulf %x0, %x1 : f32
%y = arith.addf %o, %p : f32
linalg.yield %y : f32
} -> tensor<1x4099xf32>
%v5 = tensor.empty() : tensor<1x4099xf32>
%v6 = linalg.generic {indexing_maps = [affine_map<(s, l) -> (s, l)>, affine_map<(s, l) -> (s, l)>], iterator_types = ["parallel", "parallel"]} ins(%v4 : tensor<1x4099xf32>) outs(%v5 : tensor<1x4099xf32>) {
^bb0(%x0: f32, %o: f32):
%c = arith.constant 0.0883 : f32
%y = arith.mulf %x0, %c : f32
linalg.yield %y : f32
} -> tensor<1x4099xf32>
%v7 = tensor.empty() : tensor<1x4099xf32>
%v8 = linalg.softmax dimension(1) ins(%v6 : tensor<1x4099xf32>) outs(%v7 : tensor<1x4099xf32>) -> tensor<1x4099xf32>
%v9 = arith.constant 0.0 : f32
%v10 = tensor.empty() : tensor<1x64xf32>
%v11 = linalg.fill ins(%v9 : f32) outs(%v10 : tensor<1x64xf32>) -> tensor<1x64xf32>
%v12 = linalg.generic {indexing_maps = [affine_map<(s, d, l) -> (s, l)>, affine_map<(s, d, l) -> (l, d)>, affine_map<(s, d, l) -> (s, d)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%v8, %arg2 : tensor<1x4099xf32>, tensor<4099x64xf32>) outs(%v11 : tensor<1x64xf32>) {
^bb0(%x0: f32, %x1: f32, %o: f32):
%p = arith.mulf %x0, %x1 : f32
%y = arith.addf %o, %p : f32
linalg.yield %y : f32
} -> tensor<1x64xf32>
return %v12 : tensor<1x64xf32>
}

func.func @few(%arg0: tensor<1x16xf32>, %arg1: tensor<128x16xf32>, %arg2: tensor<128x16xf32>) -> (tensor<1x16xf32>) {
%v1 = arith.constant 0.0 : f32
%v2 = tensor.empty() : tensor<1x128xf32>
%v3 = linalg.fill ins(%v1 : f32) outs(%v2 : tensor<1x128xf32>) -> tensor<1x128xf32>
%v4 = linalg.generic {indexing_maps = [affine_map<(s, l, d) -> (s, d)>, affine_map<(s, l, d) -> (l, d)>, affine_map<(s, l, d) -> (s, l)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<1x16xf32>, tensor<128x16xf32>) outs(%v3 : tensor<1x128xf32>) {
^bb0(%x0: f32, %x1: f32, %o: f32):
%p = arith.mulf %x0, %x1 : f32
%y = arith.addf %o, %p : f32
linalg.yield %y : f32
} -> tensor<1x128xf32>
%v5 = tensor.empty() : tensor<1x128xf32>
%v6 = linalg.generic {indexing_maps = [affine_map<(s, l) -> (s, l)>, affine_map<(s, l) -> (s, l)>], iterator_types = ["parallel", "parallel"]} ins(%v4 : tensor<1x128xf32>) outs(%v5 : tensor<1x128xf32>) {
^bb0(%x0: f32, %o: f32):
%c = arith.constant 0.0883 : f32
%y = arith.mulf %x0, %c : f32
linalg.yield %y : f32
} -> tensor<1x128xf32>
%v7 = tensor.empty() : tensor<1x128xf32>
%v8 = linalg.softmax dimension(1) ins(%v6 : tensor<1x128xf32>) outs(%v7 : tensor<1x128xf32>) -> tensor<1x128xf32>
%v9 = arith.constant 0.0 : f32
%v10 = tensor.empty() : tensor<1x16xf32>
%v11 = linalg.fill ins(%v9 : f32) outs(%v10 : tensor<1x16xf32>) -> tensor<1x16xf32>
%v12 = linalg.generic {indexing_maps = [affine_map<(s, d, l) -> (s, l)>, affine_map<(s, d, l) -> (l, d)>, affine_map<(s, d, l) -> (s, d)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%v8, %arg2 : tensor<1x128xf32>, tensor<128x16xf32>) outs(%v11 : tensor<1x16xf32>) {
^bb0(%x0: f32, %x1: f32, %o: f32):
%p = arith.mulf %x0, %x1 : f32
%y = arith.addf %o, %p : f32
linalg.yield %y : f32
} -> tensor<1x16xf32>
return %v12 : tensor<1x16xf32>
}
