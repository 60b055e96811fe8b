// What a sum has read and its last reader scales is scaled in place, in a block of rows too, whose end no vector covers: no
// block has a row of its own. What is read later, or by another op, or is nobody's own, stays as it is.
//
// RUN: autotune-opt %s --autotune="target=zen4,cache_bytes.0=1024,cache_bytes.1=8192,cache_bytes_per_cycle.1=1,cache_bytes_per_cycle.2=0.5,memory_bytes_per_cycle=0.25 model=analytical max-candidates=40 remarks=all" -o %t.mlir 2>&1 | FileCheck %s --check-prefix=TOLD
// RUN: autotune-opt %t.mlir --autotune-to-llvm --mlir-print-ir-after=convert-bufferization-to-memref -o /dev/null 2>&1 | FileCheck %s --check-prefix=PLACED
// RUN: %autotune run %s --check --target zen4,cache_bytes.0=1024,cache_bytes.1=8192,cache_bytes_per_cycle.1=1,cache_bytes_per_cycle.2=0.5,memory_bytes_per_cycle=0.25 --model analytical --max-candidates 40 | FileCheck %s --check-prefix=AGREES
// RUN: %autotune run %s --check --target x86-64-v3 --model analytical --max-candidates 8 --threads 2 --fp strict | FileCheck %s --check-prefix=AGREES
//
// TOLD: rewritten: it is computed in place
// TOLD: rewritten: it is computed in place
// TOLD: rewritten: it is computed in place
// TOLD-NOT: computed in place
// TOLD: blocks of {{.*}} stay in a cache
// PLACED-LABEL: func.func @rows
// PLACED-NOT: memref.alloc() {{.*}} memref<1x1009xf32>
// PLACED: return
// AGREES: @rows: agrees
// AGREES: @wide: agrees
// AGREES: @unit: agrees
// AGREES: @read_later: agrees
// AGREES: @read_by_kernel: agrees
// AGREES: @empty: agrees
// AGREES: @argument: agrees
// AGREES: @reads_both: agrees

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>

func.func @rows(%x: tensor<37x1009xf32>) -> tensor<37x1009xf32> {
  %o = tensor.empty() : tensor<37x1009xf32>
  %y = linalg.softmax dimension(1) ins(%x : tensor<37x1009xf32>) outs(%o : tensor<37x1009xf32>) -> tensor<37x1009xf32>
  return %y : tensor<37x1009xf32>
}

func.func @wide(%x: tensor<3x5x131xf64>) -> tensor<3x5x131xf64> {
  %o = tensor.empty() : tensor<3x5x131xf64>
  %y = linalg.softmax dimension(2) ins(%x : tensor<3x5x131xf64>) outs(%o : tensor<3x5x131xf64>) -> tensor<3x5x131xf64>
  return %y : tensor<3x5x131xf64>
}

func.func @unit(%x: tensor<1x1100xf32>) -> tensor<1x1100xf32> {
  %o = tensor.empty() : tensor<1x1100xf32>
  %y = linalg.softmax dimension(1) ins(%x : tensor<1x1100xf32>) outs(%o : tensor<1x1100xf32>) -> tensor<1x1100xf32>
  return %y : tensor<1x1100xf32>
}

// The squares are returned, too.
func.func @read_later(%x: tensor<37x64xf32>) -> (tensor<37x64xf32>, tensor<37x64xf32>) {
  %z = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<37x64xf32>
  %r = tensor.empty() : tensor<37xf32>
  %q = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<37x64xf32>) outs(%e : tensor<37x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %b = math.exp %a : f32
    linalg.yield %b : f32
  } -> tensor<37x64xf32>
  %f = linalg.fill ins(%z : f32) outs(%r : tensor<37xf32>) -> tensor<37xf32>
  %s = linalg.reduce { arith.addf } ins(%q : tensor<37x64xf32>) outs(%f : tensor<37xf32>) dimensions = [1]
  %y = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]} ins(%q, %s : tensor<37x64xf32>, tensor<37xf32>) outs(%e : tensor<37x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.divf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<37x64xf32>
  return %y, %q : tensor<37x64xf32>, tensor<37x64xf32>
}

func.func @read_by_kernel(%x: tensor<37x64xf32>) -> tensor<37x64xf32> {
  %o = tensor.empty() : tensor<37x64xf32>
  %y = linalg.softmax dimension(1) ins(%x : tensor<37x64xf32>) outs(%o : tensor<37x64xf32>) -> tensor<37x64xf32>
  %w = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%y, %x : tensor<37x64xf32>, tensor<37x64xf32>) outs(%o : tensor<37x64xf32>) -> tensor<37x64xf32>
  return %w : tensor<37x64xf32>
}

func.func @empty(%x: tensor<0x1000xf32>) -> tensor<0x1000xf32> {
  %o = tensor.empty() : tensor<0x1000xf32>
  %y = linalg.softmax dimension(1) ins(%x : tensor<0x1000xf32>) outs(%o : tensor<0x1000xf32>) -> tensor<0x1000xf32>
  return %y : tensor<0x1000xf32>
}

func.func @argument(%x: tensor<37x64xf32>) -> tensor<37x64xf32> {
  %z = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<37x64xf32>
  %r = tensor.empty() : tensor<37xf32>
  %f = linalg.fill ins(%z : f32) outs(%r : tensor<37xf32>) -> tensor<37xf32>
  %s = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<37x64xf32>) outs(%f : tensor<37xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %p = arith.addf %q, %o : f32
    linalg.yield %p : f32
  } -> tensor<37xf32>
  %y = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<37x64xf32>, tensor<37xf32>) outs(%e : tensor<37x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.divf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<37x64xf32>
  return %y : tensor<37x64xf32>
}

// A destination that the terms of the sum read, too.
func.func @reads_both(%a: tensor<300xf32>, %c: tensor<17x131xf32>) -> tensor<17x131xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (k)>, affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %c : tensor<300xf32>, tensor<17x131xf32>) outs(%c : tensor<17x131xf32>) {
  ^bb0(%x: f32, %w: f32, %o: f32):
    %p = arith.mulf %x, %w : f32
    %y = arith.addf %p, %o : f32
    linalg.yield %y : f32
  } -> tensor<17x131xf32>
  return %r : tensor<17x131xf32>
}
