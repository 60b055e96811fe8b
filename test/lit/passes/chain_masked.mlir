// Rows of an attention are computed in parts that read the keys that a mask leaves of them, where it takes
// away minus infinity and ops may be reassociated; fp=strict does nothing of the kind. Rows that are masked as a whole stay NaN.
//
// RUN: autotune-opt %s --autotune="target=zen4 model=analytical max-candidates=40 remarks=all" -o /dev/null 2>&1 | FileCheck %s --check-prefix=TOLD
// RUN: autotune-opt %s --autotune="target=zen4 model=analytical max-candidates=40 fp=source remarks=all" -o /dev/null 2>&1 | FileCheck %s --check-prefix=SOURCE
// RUN: %autotune run %s --function causal --check --target zen4 --model analytical --max-candidates 40
// RUN: %autotune run %s --function window --check --target zen4 --model analytical --max-candidates 40
// RUN: %autotune run %s --function whole_rows --check --target zen4 --model analytical --max-candidates 40 --threads 2
// RUN: %autotune run %s --function narrow --check --target x86-64-v3 --model analytical --max-candidates 8
//
// TOLD: rewritten: in 2 parts its rows read the {{[0-9]+}} % of their elements that a mask leaves
// TOLD: rewritten: in 4 parts its rows read the {{[0-9]+}} % of their elements that a mask leaves
// TOLD: rewritten: in 3 parts its rows read the {{[0-9]+}} % of their elements that a mask leaves
// TOLD: rewritten: in 2 parts its rows read the {{[0-9]+}} % of their elements that a mask leaves
// TOLD: rewritten: in 2 parts its rows read the {{[0-9]+}} % of their elements that a mask leaves
// TOLD-NOT: that a mask leaves
// SOURCE-NOT: that a mask leaves

#hij = affine_map<(h, i, j) -> (h, i, j)>

func.func @causal(%q: tensor<2x131x5xf32>, %k: tensor<2x5x131xf32>, %v: tensor<2x131x5xf32>) -> tensor<2x131x5xf32> {
  %z = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
  %e = tensor.empty() : tensor<2x131x131xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<2x131x131xf32>) -> tensor<2x131x131xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<2x131x5xf32>, tensor<2x5x131xf32>) outs(%f : tensor<2x131x131xf32>) -> tensor<2x131x131xf32>
  %c = linalg.generic {indexing_maps = [#hij, #hij], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<2x131x131xf32>) outs(%e : tensor<2x131x131xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.mulf %a, %scale : f32
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %later = arith.cmpi sgt, %j, %i : index
    %low = arith.constant 0xFF800000 : f32
    %y = arith.select %later, %low, %t : f32
    linalg.yield %y : f32
  } -> tensor<2x131x131xf32>
  %p = linalg.softmax dimension(2) ins(%c : tensor<2x131x131xf32>) outs(%e : tensor<2x131x131xf32>) -> tensor<2x131x131xf32>
  %w = tensor.empty() : tensor<2x131x5xf32>
  %g = linalg.fill ins(%z : f32) outs(%w : tensor<2x131x5xf32>) -> tensor<2x131x5xf32>
  %r = linalg.batch_matmul ins(%p, %v : tensor<2x131x131xf32>, tensor<2x131x5xf32>) outs(%g : tensor<2x131x5xf32>) -> tensor<2x131x5xf32>
  return %r : tensor<2x131x5xf32>
}

func.func @past(%q: tensor<1x257x4xf32>, %k: tensor<1x4x331xf32>, %v: tensor<1x331x4xf32>) -> tensor<1x257x4xf32> {
  %z = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
  %e = tensor.empty() : tensor<1x257x331xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x257x331xf32>) -> tensor<1x257x331xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<1x257x4xf32>, tensor<1x4x331xf32>) outs(%f : tensor<1x257x331xf32>) -> tensor<1x257x331xf32>
  %c = linalg.generic {indexing_maps = [#hij, #hij], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<1x257x331xf32>) outs(%e : tensor<1x257x331xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.mulf %a, %scale : f32
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %past = arith.constant 70 : index
    %last = arith.addi %i, %past : index
    %later = arith.cmpi ugt, %j, %last : index
    %low = arith.constant 0xFF800000 : f32
    %y = arith.select %later, %low, %t : f32
    linalg.yield %y : f32
  } -> tensor<1x257x331xf32>
  %p = linalg.softmax dimension(2) ins(%c : tensor<1x257x331xf32>) outs(%e : tensor<1x257x331xf32>) -> tensor<1x257x331xf32>
  %w = tensor.empty() : tensor<1x257x4xf32>
  %g = linalg.fill ins(%z : f32) outs(%w : tensor<1x257x4xf32>) -> tensor<1x257x4xf32>
  %r = linalg.batch_matmul ins(%p, %v : tensor<1x257x331xf32>, tensor<1x331x4xf32>) outs(%g : tensor<1x257x4xf32>) -> tensor<1x257x4xf32>
  return %r : tensor<1x257x4xf32>
}

func.func @window(%q: tensor<1x199x3xf32>, %k: tensor<1x3x197xf32>, %v: tensor<1x197x3xf32>) -> tensor<1x199x3xf32> {
  %z = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
  %e = tensor.empty() : tensor<1x199x197xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x199x197xf32>) -> tensor<1x199x197xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<1x199x3xf32>, tensor<1x3x197xf32>) outs(%f : tensor<1x199x197xf32>) -> tensor<1x199x197xf32>
  %c = linalg.generic {indexing_maps = [#hij, #hij], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<1x199x197xf32>) outs(%e : tensor<1x199x197xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.mulf %a, %scale : f32
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %wide = arith.constant 40 : index
    %end = arith.addi %j, %wide : index
    %later = arith.cmpi sgt, %j, %i : index
    %far = arith.cmpi slt, %end, %i : index
    %is = arith.ori %later, %far : i1
    %low = arith.constant 0xFF800000 : f32
    %y = arith.select %is, %low, %t : f32
    linalg.yield %y : f32
  } -> tensor<1x199x197xf32>
  %p = linalg.softmax dimension(2) ins(%c : tensor<1x199x197xf32>) outs(%e : tensor<1x199x197xf32>) -> tensor<1x199x197xf32>
  %w = tensor.empty() : tensor<1x199x3xf32>
  %g = linalg.fill ins(%z : f32) outs(%w : tensor<1x199x3xf32>) -> tensor<1x199x3xf32>
  %r = linalg.batch_matmul ins(%p, %v : tensor<1x199x197xf32>, tensor<1x197x3xf32>) outs(%g : tensor<1x199x3xf32>) -> tensor<1x199x3xf32>
  return %r : tensor<1x199x3xf32>
}

func.func @additive(%q: tensor<2x128x7xf32>, %k: tensor<2x7x128xf32>, %v: tensor<2x128x7xf32>) -> tensor<2x128x7xf32> {
  %z = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
  %e = tensor.empty() : tensor<2x128x128xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<2x128x128xf32>) -> tensor<2x128x128xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<2x128x7xf32>, tensor<2x7x128xf32>) outs(%f : tensor<2x128x128xf32>) -> tensor<2x128x128xf32>
  %c = linalg.generic {indexing_maps = [#hij, #hij], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<2x128x128xf32>) outs(%e : tensor<2x128x128xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.mulf %a, %scale : f32
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %sees = arith.cmpi sle, %j, %i : index
    %zero = arith.constant 0.0 : f32
    %low = arith.constant 0xFF800000 : f32
    %b = arith.select %sees, %zero, %low : f32
    %y = arith.addf %t, %b : f32
    linalg.yield %y : f32
  } -> tensor<2x128x128xf32>
  %p = linalg.softmax dimension(2) ins(%c : tensor<2x128x128xf32>) outs(%e : tensor<2x128x128xf32>) -> tensor<2x128x128xf32>
  %w = tensor.empty() : tensor<2x128x7xf32>
  %g = linalg.fill ins(%z : f32) outs(%w : tensor<2x128x7xf32>) -> tensor<2x128x7xf32>
  %r = linalg.batch_matmul ins(%p, %v : tensor<2x128x128xf32>, tensor<2x128x7xf32>) outs(%g : tensor<2x128x7xf32>) -> tensor<2x128x7xf32>
  return %r : tensor<2x128x7xf32>
}

func.func @whole_rows(%q: tensor<1x150x4xf32>, %k: tensor<1x4x100xf32>, %v: tensor<1x100x4xf32>) -> tensor<1x150x4xf32> {
  %z = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
  %e = tensor.empty() : tensor<1x150x100xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x150x100xf32>) -> tensor<1x150x100xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<1x150x4xf32>, tensor<1x4x100xf32>) outs(%f : tensor<1x150x100xf32>) -> tensor<1x150x100xf32>
  %c = linalg.generic {indexing_maps = [#hij, #hij], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<1x150x100xf32>) outs(%e : tensor<1x150x100xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.mulf %a, %scale : f32
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %wide = arith.constant 30 : index
    %end = arith.addi %j, %wide : index
    %later = arith.cmpi sgt, %end, %i : index
    %low = arith.constant 0xFF800000 : f32
    %y = arith.select %later, %low, %t : f32
    linalg.yield %y : f32
  } -> tensor<1x150x100xf32>
  %p = linalg.softmax dimension(2) ins(%c : tensor<1x150x100xf32>) outs(%e : tensor<1x150x100xf32>) -> tensor<1x150x100xf32>
  %w = tensor.empty() : tensor<1x150x4xf32>
  %g = linalg.fill ins(%z : f32) outs(%w : tensor<1x150x4xf32>) -> tensor<1x150x4xf32>
  %r = linalg.batch_matmul ins(%p, %v : tensor<1x150x100xf32>, tensor<1x100x4xf32>) outs(%g : tensor<1x150x4xf32>) -> tensor<1x150x4xf32>
  return %r : tensor<1x150x4xf32>
}

func.func @finite(%q: tensor<1x131x3xf32>, %k: tensor<1x3x131xf32>, %v: tensor<1x131x3xf32>) -> tensor<1x131x3xf32> {
  %z = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
  %e = tensor.empty() : tensor<1x131x131xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x131x131xf32>) -> tensor<1x131x131xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<1x131x3xf32>, tensor<1x3x131xf32>) outs(%f : tensor<1x131x131xf32>) -> tensor<1x131x131xf32>
  %c = linalg.generic {indexing_maps = [#hij, #hij], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<1x131x131xf32>) outs(%e : tensor<1x131x131xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.mulf %a, %scale : f32
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %later = arith.cmpi sgt, %j, %i : index
    %low = arith.constant -1.0e4 : f32
    %y = arith.select %later, %low, %t : f32
    linalg.yield %y : f32
  } -> tensor<1x131x131xf32>
  %p = linalg.softmax dimension(2) ins(%c : tensor<1x131x131xf32>) outs(%e : tensor<1x131x131xf32>) -> tensor<1x131x131xf32>
  %w = tensor.empty() : tensor<1x131x3xf32>
  %g = linalg.fill ins(%z : f32) outs(%w : tensor<1x131x3xf32>) -> tensor<1x131x3xf32>
  %r = linalg.batch_matmul ins(%p, %v : tensor<1x131x131xf32>, tensor<1x131x3xf32>) outs(%g : tensor<1x131x3xf32>) -> tensor<1x131x3xf32>
  return %r : tensor<1x131x3xf32>
}

func.func @few_rows(%q: tensor<1x67x3xf32>, %k: tensor<1x3x67xf32>, %v: tensor<1x67x3xf32>) -> tensor<1x67x3xf32> {
  %z = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
  %e = tensor.empty() : tensor<1x67x67xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x67x67xf32>) -> tensor<1x67x67xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<1x67x3xf32>, tensor<1x3x67xf32>) outs(%f : tensor<1x67x67xf32>) -> tensor<1x67x67xf32>
  %c = linalg.generic {indexing_maps = [#hij, #hij], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<1x67x67xf32>) outs(%e : tensor<1x67x67xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.mulf %a, %scale : f32
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %later = arith.cmpi sgt, %j, %i : index
    %low = arith.constant 0xFF800000 : f32
    %y = arith.select %later, %low, %t : f32
    linalg.yield %y : f32
  } -> tensor<1x67x67xf32>
  %p = linalg.softmax dimension(2) ins(%c : tensor<1x67x67xf32>) outs(%e : tensor<1x67x67xf32>) -> tensor<1x67x67xf32>
  %w = tensor.empty() : tensor<1x67x3xf32>
  %g = linalg.fill ins(%z : f32) outs(%w : tensor<1x67x3xf32>) -> tensor<1x67x3xf32>
  %r = linalg.batch_matmul ins(%p, %v : tensor<1x67x67xf32>, tensor<1x67x3xf32>) outs(%g : tensor<1x67x3xf32>) -> tensor<1x67x3xf32>
  return %r : tensor<1x67x3xf32>
}

func.func @scores(%q: tensor<1x131x7xf32>, %k: tensor<1x7x131xf32>, %v: tensor<1x131x7xf32>) -> (tensor<1x131x7xf32>, tensor<1x131x131xf32>) {
  %z = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
  %e = tensor.empty() : tensor<1x131x131xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x131x131xf32>) -> tensor<1x131x131xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<1x131x7xf32>, tensor<1x7x131xf32>) outs(%f : tensor<1x131x131xf32>) -> tensor<1x131x131xf32>
  %c = linalg.generic {indexing_maps = [#hij, #hij], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<1x131x131xf32>) outs(%e : tensor<1x131x131xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.mulf %a, %scale : f32
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %later = arith.cmpi sgt, %j, %i : index
    %low = arith.constant 0xFF800000 : f32
    %y = arith.select %later, %low, %t : f32
    linalg.yield %y : f32
  } -> tensor<1x131x131xf32>
  %p = linalg.softmax dimension(2) ins(%c : tensor<1x131x131xf32>) outs(%e : tensor<1x131x131xf32>) -> tensor<1x131x131xf32>
  %w = tensor.empty() : tensor<1x131x7xf32>
  %g = linalg.fill ins(%z : f32) outs(%w : tensor<1x131x7xf32>) -> tensor<1x131x7xf32>
  %r = linalg.batch_matmul ins(%p, %v : tensor<1x131x131xf32>, tensor<1x131x7xf32>) outs(%g : tensor<1x131x7xf32>) -> tensor<1x131x7xf32>
  return %r, %p : tensor<1x131x7xf32>, tensor<1x131x131xf32>
}

func.func @strict(%q: tensor<1x131x3xf32>, %k: tensor<1x3x131xf32>, %v: tensor<1x131x3xf32>) -> tensor<1x131x3xf32> {
  %z = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
  %e = tensor.empty() : tensor<1x131x131xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x131x131xf32>) -> tensor<1x131x131xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<1x131x3xf32>, tensor<1x3x131xf32>) outs(%f : tensor<1x131x131xf32>) -> tensor<1x131x131xf32>
  %c = linalg.generic {autotune.fp = "strict", indexing_maps = [#hij, #hij], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<1x131x131xf32>) outs(%e : tensor<1x131x131xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.mulf %a, %scale : f32
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %later = arith.cmpi sgt, %j, %i : index
    %low = arith.constant 0xFF800000 : f32
    %y = arith.select %later, %low, %t : f32
    linalg.yield %y : f32
  } -> tensor<1x131x131xf32>
  %p = linalg.softmax dimension(2) ins(%c : tensor<1x131x131xf32>) outs(%e : tensor<1x131x131xf32>) -> tensor<1x131x131xf32>
  %w = tensor.empty() : tensor<1x131x3xf32>
  %g = linalg.fill ins(%z : f32) outs(%w : tensor<1x131x3xf32>) -> tensor<1x131x3xf32>
  %r = linalg.batch_matmul ins(%p, %v : tensor<1x131x131xf32>, tensor<1x131x3xf32>) outs(%g : tensor<1x131x3xf32>) -> tensor<1x131x3xf32>
  return %r : tensor<1x131x3xf32>
}

// Numbers of 8 bits begin again after 127, and a flag that is set is minus one: what that leaves is no part of the elements.
func.func @narrow(%q: tensor<1x131x3xf32>, %k: tensor<1x3x160xf32>, %v: tensor<1x160x3xf32>) -> tensor<1x131x3xf32> {
  %z = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
  %e = tensor.empty() : tensor<1x131x160xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x131x160xf32>) -> tensor<1x131x160xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<1x131x3xf32>, tensor<1x3x160xf32>) outs(%f : tensor<1x131x160xf32>) -> tensor<1x131x160xf32>
  %c = linalg.generic {indexing_maps = [#hij, #hij], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<1x131x160xf32>) outs(%e : tensor<1x131x160xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.mulf %a, %scale : f32
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %i8 = arith.index_cast %i : index to i8
    %j8 = arith.index_cast %j : index to i8
    %narrow = arith.cmpi sgt, %j8, %i8 : i8
    %later = arith.cmpi sgt, %j, %i : index
    %minus = arith.extsi %later : i1 to i8
    %none = arith.constant 0 : i8
    %never = arith.cmpi sgt, %minus, %none : i8
    %m = arith.ori %narrow, %never : i1
    %low = arith.constant 0xFF800000 : f32
    %y = arith.select %m, %low, %t : f32
    linalg.yield %y : f32
  } -> tensor<1x131x160xf32>
  %p = linalg.softmax dimension(2) ins(%c : tensor<1x131x160xf32>) outs(%e : tensor<1x131x160xf32>) -> tensor<1x131x160xf32>
  %w = tensor.empty() : tensor<1x131x3xf32>
  %g = linalg.fill ins(%z : f32) outs(%w : tensor<1x131x3xf32>) -> tensor<1x131x3xf32>
  %r = linalg.batch_matmul ins(%p, %v : tensor<1x131x160xf32>, tensor<1x160x3xf32>) outs(%g : tensor<1x131x3xf32>) -> tensor<1x131x3xf32>
  return %r : tensor<1x131x3xf32>
}
