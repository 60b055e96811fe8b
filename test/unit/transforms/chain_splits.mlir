// Attentions whose rows test_chain_split splits: 12 elements of each row, so into 2, 3, 4, 6 or 12 parts, or 5 or 7 and what is left.

// Every head has keys and values of its own.
func.func @heads(%q: tensor<3x13x5xf32>, %k: tensor<3x12x5xf32>, %v: tensor<3x12x5xf32>) -> tensor<3x13x5xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %v100 = tensor.empty() : tensor<3x13x12xf32>
  %v101 = linalg.fill ins(%zero : f32) outs(%v100 : tensor<3x13x12xf32>) -> tensor<3x13x12xf32>
  %v102 = linalg.generic {indexing_maps = [affine_map<(g, i, d, j) -> (g, i, d)>, affine_map<(g, i, d, j) -> (g, j, d)>, affine_map<(g, i, d, j) -> (g, i, j)>], iterator_types = ["parallel", "parallel", "reduction", "parallel"]}
      ins(%q, %k : tensor<3x13x5xf32>, tensor<3x12x5xf32>) outs(%v101 : tensor<3x13x12xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %y = arith.addf %o, %p : f32
    linalg.yield %y : f32
  } -> tensor<3x13x12xf32>
  %v103 = tensor.empty() : tensor<3x13xf32>
  %v104 = linalg.fill ins(%low : f32) outs(%v103 : tensor<3x13xf32>) -> tensor<3x13xf32>
  %v105 = linalg.generic {indexing_maps = [affine_map<(g, i, j) -> (g, i, j)>, affine_map<(g, i, j) -> (g, i)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%v102 : tensor<3x13x12xf32>) outs(%v104 : tensor<3x13xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.maximumf %o, %a : f32
    linalg.yield %y : f32
  } -> tensor<3x13xf32>
  %v106 = tensor.empty() : tensor<3x13x12xf32>
  %v107 = linalg.generic {indexing_maps = [affine_map<(g, i, j) -> (g, i, j)>, affine_map<(g, i, j) -> (g, i)>, affine_map<(g, i, j) -> (g, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%v102, %v105 : tensor<3x13x12xf32>, tensor<3x13xf32>) outs(%v106 : tensor<3x13x12xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    %y = math.exp %d : f32
    linalg.yield %y : f32
  } -> tensor<3x13x12xf32>
  %v108 = tensor.empty() : tensor<3x13xf32>
  %v109 = linalg.fill ins(%zero : f32) outs(%v108 : tensor<3x13xf32>) -> tensor<3x13xf32>
  %v110 = linalg.generic {indexing_maps = [affine_map<(g, i, j) -> (g, i, j)>, affine_map<(g, i, j) -> (g, i)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%v107 : tensor<3x13x12xf32>) outs(%v109 : tensor<3x13xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.addf %o, %a : f32
    linalg.yield %y : f32
  } -> tensor<3x13xf32>
  %v111 = tensor.empty() : tensor<3x13x5xf32>
  %v112 = linalg.fill ins(%zero : f32) outs(%v111 : tensor<3x13x5xf32>) -> tensor<3x13x5xf32>
  %v113 = linalg.generic {indexing_maps = [affine_map<(g, i, j, d) -> (g, i, j)>, affine_map<(g, i, j, d) -> (g, j, d)>, affine_map<(g, i, j, d) -> (g, i, d)>], iterator_types = ["parallel", "parallel", "reduction", "parallel"]}
      ins(%v107, %v : tensor<3x13x12xf32>, tensor<3x12x5xf32>) outs(%v112 : tensor<3x13x5xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %y = arith.addf %o, %p : f32
    linalg.yield %y : f32
  } -> tensor<3x13x5xf32>
  %v114 = tensor.empty() : tensor<3x13x5xf32>
  %v115 = linalg.generic {indexing_maps = [affine_map<(g, i, d) -> (g, i, d)>, affine_map<(g, i, d) -> (g, i)>, affine_map<(g, i, d) -> (g, i, d)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%v113, %v110 : tensor<3x13x5xf32>, tensor<3x13xf32>) outs(%v114 : tensor<3x13x5xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %y = arith.divf %a, %b : f32
    linalg.yield %y : f32
  } -> tensor<3x13x5xf32>
  return %v115 : tensor<3x13x5xf32>
}

// No heads, and the sums are read as well.
func.func @plain(%q: tensor<17x7xf32>, %k: tensor<12x7xf32>, %v: tensor<12x7xf32>) -> (tensor<17x7xf32>, tensor<17xf32>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %v100 = tensor.empty() : tensor<17x12xf32>
  %v101 = linalg.fill ins(%zero : f32) outs(%v100 : tensor<17x12xf32>) -> tensor<17x12xf32>
  %v102 = linalg.generic {indexing_maps = [affine_map<(i, d, j) -> (i, d)>, affine_map<(i, d, j) -> (j, d)>, affine_map<(i, d, j) -> (i, j)>], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%q, %k : tensor<17x7xf32>, tensor<12x7xf32>) outs(%v101 : tensor<17x12xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %y = arith.addf %o, %p : f32
    linalg.yield %y : f32
  } -> tensor<17x12xf32>
  %v103 = tensor.empty() : tensor<17xf32>
  %v104 = linalg.fill ins(%low : f32) outs(%v103 : tensor<17xf32>) -> tensor<17xf32>
  %v105 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%v102 : tensor<17x12xf32>) outs(%v104 : tensor<17xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.maximumf %o, %a : f32
    linalg.yield %y : f32
  } -> tensor<17xf32>
  %v106 = tensor.empty() : tensor<17x12xf32>
  %v107 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%v102, %v105 : tensor<17x12xf32>, tensor<17xf32>) outs(%v106 : tensor<17x12xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    %y = math.exp %d : f32
    linalg.yield %y : f32
  } -> tensor<17x12xf32>
  %v108 = tensor.empty() : tensor<17xf32>
  %v109 = linalg.fill ins(%zero : f32) outs(%v108 : tensor<17xf32>) -> tensor<17xf32>
  %v110 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%v107 : tensor<17x12xf32>) outs(%v109 : tensor<17xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.addf %o, %a : f32
    linalg.yield %y : f32
  } -> tensor<17xf32>
  %v111 = tensor.empty() : tensor<17x7xf32>
  %v112 = linalg.fill ins(%zero : f32) outs(%v111 : tensor<17x7xf32>) -> tensor<17x7xf32>
  %v113 = linalg.generic {indexing_maps = [affine_map<(i, j, d) -> (i, j)>, affine_map<(i, j, d) -> (j, d)>, affine_map<(i, j, d) -> (i, d)>], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%v107, %v : tensor<17x12xf32>, tensor<12x7xf32>) outs(%v112 : tensor<17x7xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %y = arith.addf %o, %p : f32
    linalg.yield %y : f32
  } -> tensor<17x7xf32>
  %v114 = tensor.empty() : tensor<17x7xf32>
  %v115 = linalg.generic {indexing_maps = [affine_map<(i, d) -> (i, d)>, affine_map<(i, d) -> (i)>, affine_map<(i, d) -> (i, d)>], iterator_types = ["parallel", "parallel"]}
      ins(%v113, %v110 : tensor<17x7xf32>, tensor<17xf32>) outs(%v114 : tensor<17x7xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %y = arith.divf %a, %b : f32
    linalg.yield %y : f32
  } -> tensor<17x7xf32>
  return %v115, %v110 : tensor<17x7xf32>, tensor<17xf32>
}

// Whole parts of the first rows are masked.
func.func @causal(%q: tensor<2x13x3xf32>, %k: tensor<2x12x3xf32>, %v: tensor<2x12x3xf32>) -> tensor<2x13x3xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %v100 = tensor.empty() : tensor<2x13x12xf32>
  %v101 = linalg.fill ins(%zero : f32) outs(%v100 : tensor<2x13x12xf32>) -> tensor<2x13x12xf32>
  %v102 = linalg.generic {indexing_maps = [affine_map<(g, i, d, j) -> (g, i, d)>, affine_map<(g, i, d, j) -> (g, j, d)>, affine_map<(g, i, d, j) -> (g, i, j)>], iterator_types = ["parallel", "parallel", "reduction", "parallel"]}
      ins(%q, %k : tensor<2x13x3xf32>, tensor<2x12x3xf32>) outs(%v101 : tensor<2x13x12xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %y = arith.addf %o, %p : f32
    linalg.yield %y : f32
  } -> tensor<2x13x12xf32>
  %v103 = tensor.empty() : tensor<2x13x12xf32>
  %v104 = linalg.generic {indexing_maps = [affine_map<(g, i, j) -> (g, i, j)>, affine_map<(g, i, j) -> (g, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%v102 : tensor<2x13x12xf32>) outs(%v103 : tensor<2x13x12xf32>) {
  ^bb0(%a: f32, %o: f32):
    %j = linalg.index 2 : index
    %i = linalg.index 1 : index
    %by = arith.constant 0 : index
    %end = arith.addi %i, %by : index
    %is = arith.cmpi ugt, %j, %end : index
    %least = arith.constant 0xFF800000 : f32
    %y = arith.select %is, %least, %a : f32
    linalg.yield %y : f32
  } -> tensor<2x13x12xf32>
  %v105 = tensor.empty() : tensor<2x13xf32>
  %v106 = linalg.fill ins(%low : f32) outs(%v105 : tensor<2x13xf32>) -> tensor<2x13xf32>
  %v107 = linalg.generic {indexing_maps = [affine_map<(g, i, j) -> (g, i, j)>, affine_map<(g, i, j) -> (g, i)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%v104 : tensor<2x13x12xf32>) outs(%v106 : tensor<2x13xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.maximumf %o, %a : f32
    linalg.yield %y : f32
  } -> tensor<2x13xf32>
  %v108 = tensor.empty() : tensor<2x13x12xf32>
  %v109 = linalg.generic {indexing_maps = [affine_map<(g, i, j) -> (g, i, j)>, affine_map<(g, i, j) -> (g, i)>, affine_map<(g, i, j) -> (g, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%v104, %v107 : tensor<2x13x12xf32>, tensor<2x13xf32>) outs(%v108 : tensor<2x13x12xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    %y = math.exp %d : f32
    linalg.yield %y : f32
  } -> tensor<2x13x12xf32>
  %v110 = tensor.empty() : tensor<2x13xf32>
  %v111 = linalg.fill ins(%zero : f32) outs(%v110 : tensor<2x13xf32>) -> tensor<2x13xf32>
  %v112 = linalg.generic {indexing_maps = [affine_map<(g, i, j) -> (g, i, j)>, affine_map<(g, i, j) -> (g, i)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%v109 : tensor<2x13x12xf32>) outs(%v111 : tensor<2x13xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.addf %o, %a : f32
    linalg.yield %y : f32
  } -> tensor<2x13xf32>
  %v113 = tensor.empty() : tensor<2x13x3xf32>
  %v114 = linalg.fill ins(%zero : f32) outs(%v113 : tensor<2x13x3xf32>) -> tensor<2x13x3xf32>
  %v115 = linalg.generic {indexing_maps = [affine_map<(g, i, j, d) -> (g, i, j)>, affine_map<(g, i, j, d) -> (g, j, d)>, affine_map<(g, i, j, d) -> (g, i, d)>], iterator_types = ["parallel", "parallel", "reduction", "parallel"]}
      ins(%v109, %v : tensor<2x13x12xf32>, tensor<2x12x3xf32>) outs(%v114 : tensor<2x13x3xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %y = arith.addf %o, %p : f32
    linalg.yield %y : f32
  } -> tensor<2x13x3xf32>
  %v116 = tensor.empty() : tensor<2x13x3xf32>
  %v117 = linalg.generic {indexing_maps = [affine_map<(g, i, d) -> (g, i, d)>, affine_map<(g, i, d) -> (g, i)>, affine_map<(g, i, d) -> (g, i, d)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%v115, %v112 : tensor<2x13x3xf32>, tensor<2x13xf32>) outs(%v116 : tensor<2x13x3xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %y = arith.divf %a, %b : f32
    linalg.yield %y : f32
  } -> tensor<2x13x3xf32>
  return %v117 : tensor<2x13x3xf32>
}

// The last rows are masked as a whole: NaN.
func.func @window(%q: tensor<2x29x3xf32>, %k: tensor<2x12x3xf32>, %v: tensor<2x12x3xf32>) -> (tensor<2x29x3xf32>, tensor<2x29xf32>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %v100 = tensor.empty() : tensor<2x29x12xf32>
  %v101 = linalg.fill ins(%zero : f32) outs(%v100 : tensor<2x29x12xf32>) -> tensor<2x29x12xf32>
  %v102 = linalg.generic {indexing_maps = [affine_map<(g, i, d, j) -> (g, i, d)>, affine_map<(g, i, d, j) -> (g, j, d)>, affine_map<(g, i, d, j) -> (g, i, j)>], iterator_types = ["parallel", "parallel", "reduction", "parallel"]}
      ins(%q, %k : tensor<2x29x3xf32>, tensor<2x12x3xf32>) outs(%v101 : tensor<2x29x12xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %y = arith.addf %o, %p : f32
    linalg.yield %y : f32
  } -> tensor<2x29x12xf32>
  %v103 = tensor.empty() : tensor<2x29x12xf32>
  %v104 = linalg.generic {indexing_maps = [affine_map<(g, i, j) -> (g, i, j)>, affine_map<(g, i, j) -> (g, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%v102 : tensor<2x29x12xf32>) outs(%v103 : tensor<2x29x12xf32>) {
  ^bb0(%a: f32, %o: f32):
    %j = linalg.index 2 : index
    %i = linalg.index 1 : index
    %by = arith.constant 0 : index
    %end = arith.addi %i, %by : index
    %is = arith.cmpi ugt, %j, %end : index
    %least = arith.constant 0xFF800000 : f32
    %y = arith.select %is, %least, %a : f32
    linalg.yield %y : f32
  } -> tensor<2x29x12xf32>
  %v105 = tensor.empty() : tensor<2x29x12xf32>
  %v106 = linalg.generic {indexing_maps = [affine_map<(g, i, j) -> (g, i, j)>, affine_map<(g, i, j) -> (g, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%v104 : tensor<2x29x12xf32>) outs(%v105 : tensor<2x29x12xf32>) {
  ^bb0(%a: f32, %o: f32):
    %j = linalg.index 2 : index
    %i = linalg.index 1 : index
    %by = arith.constant -9 : index
    %end = arith.addi %i, %by : index
    %is = arith.cmpi slt, %j, %end : index
    %least = arith.constant 0xFF800000 : f32
    %y = arith.select %is, %least, %a : f32
    linalg.yield %y : f32
  } -> tensor<2x29x12xf32>
  %v107 = tensor.empty() : tensor<2x29xf32>
  %v108 = linalg.fill ins(%low : f32) outs(%v107 : tensor<2x29xf32>) -> tensor<2x29xf32>
  %v109 = linalg.generic {indexing_maps = [affine_map<(g, i, j) -> (g, i, j)>, affine_map<(g, i, j) -> (g, i)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%v106 : tensor<2x29x12xf32>) outs(%v108 : tensor<2x29xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.maximumf %o, %a : f32
    linalg.yield %y : f32
  } -> tensor<2x29xf32>
  %v110 = tensor.empty() : tensor<2x29x12xf32>
  %v111 = linalg.generic {indexing_maps = [affine_map<(g, i, j) -> (g, i, j)>, affine_map<(g, i, j) -> (g, i)>, affine_map<(g, i, j) -> (g, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%v106, %v109 : tensor<2x29x12xf32>, tensor<2x29xf32>) outs(%v110 : tensor<2x29x12xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    %y = math.exp %d : f32
    linalg.yield %y : f32
  } -> tensor<2x29x12xf32>
  %v112 = tensor.empty() : tensor<2x29xf32>
  %v113 = linalg.fill ins(%zero : f32) outs(%v112 : tensor<2x29xf32>) -> tensor<2x29xf32>
  %v114 = linalg.generic {indexing_maps = [affine_map<(g, i, j) -> (g, i, j)>, affine_map<(g, i, j) -> (g, i)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%v111 : tensor<2x29x12xf32>) outs(%v113 : tensor<2x29xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.addf %o, %a : f32
    linalg.yield %y : f32
  } -> tensor<2x29xf32>
  %v115 = tensor.empty() : tensor<2x29x3xf32>
  %v116 = linalg.fill ins(%zero : f32) outs(%v115 : tensor<2x29x3xf32>) -> tensor<2x29x3xf32>
  %v117 = linalg.generic {indexing_maps = [affine_map<(g, i, j, d) -> (g, i, j)>, affine_map<(g, i, j, d) -> (g, j, d)>, affine_map<(g, i, j, d) -> (g, i, d)>], iterator_types = ["parallel", "parallel", "reduction", "parallel"]}
      ins(%v111, %v : tensor<2x29x12xf32>, tensor<2x12x3xf32>) outs(%v116 : tensor<2x29x3xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %y = arith.addf %o, %p : f32
    linalg.yield %y : f32
  } -> tensor<2x29x3xf32>
  %v118 = tensor.empty() : tensor<2x29x3xf32>
  %v119 = linalg.generic {indexing_maps = [affine_map<(g, i, d) -> (g, i, d)>, affine_map<(g, i, d) -> (g, i)>, affine_map<(g, i, d) -> (g, i, d)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%v117, %v114 : tensor<2x29x3xf32>, tensor<2x29xf32>) outs(%v118 : tensor<2x29x3xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %y = arith.divf %a, %b : f32
    linalg.yield %y : f32
  } -> tensor<2x29x3xf32>
  return %v119, %v114 : tensor<2x29x3xf32>, tensor<2x29xf32>
}

// Rows masked as a whole by the least number are means.
func.func @least(%q: tensor<2x29x3xf32>, %k: tensor<2x12x3xf32>, %v: tensor<2x12x3xf32>) -> tensor<2x29x3xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %v100 = tensor.empty() : tensor<2x29x12xf32>
  %v101 = linalg.fill ins(%zero : f32) outs(%v100 : tensor<2x29x12xf32>) -> tensor<2x29x12xf32>
  %v102 = linalg.generic {indexing_maps = [affine_map<(g, i, d, j) -> (g, i, d)>, affine_map<(g, i, d, j) -> (g, j, d)>, affine_map<(g, i, d, j) -> (g, i, j)>], iterator_types = ["parallel", "parallel", "reduction", "parallel"]}
      ins(%q, %k : tensor<2x29x3xf32>, tensor<2x12x3xf32>) outs(%v101 : tensor<2x29x12xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %y = arith.addf %o, %p : f32
    linalg.yield %y : f32
  } -> tensor<2x29x12xf32>
  %v103 = tensor.empty() : tensor<2x29x12xf32>
  %v104 = linalg.generic {indexing_maps = [affine_map<(g, i, j) -> (g, i, j)>, affine_map<(g, i, j) -> (g, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%v102 : tensor<2x29x12xf32>) outs(%v103 : tensor<2x29x12xf32>) {
  ^bb0(%a: f32, %o: f32):
    %j = linalg.index 2 : index
    %i = linalg.index 1 : index
    %by = arith.constant -9 : index
    %end = arith.addi %i, %by : index
    %is = arith.cmpi slt, %j, %end : index
    %least = arith.constant 0xFF7FFFFF : f32
    %y = arith.select %is, %least, %a : f32
    linalg.yield %y : f32
  } -> tensor<2x29x12xf32>
  %v105 = tensor.empty() : tensor<2x29xf32>
  %v106 = linalg.fill ins(%low : f32) outs(%v105 : tensor<2x29xf32>) -> tensor<2x29xf32>
  %v107 = linalg.generic {indexing_maps = [affine_map<(g, i, j) -> (g, i, j)>, affine_map<(g, i, j) -> (g, i)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%v104 : tensor<2x29x12xf32>) outs(%v106 : tensor<2x29xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.maximumf %o, %a : f32
    linalg.yield %y : f32
  } -> tensor<2x29xf32>
  %v108 = tensor.empty() : tensor<2x29x12xf32>
  %v109 = linalg.generic {indexing_maps = [affine_map<(g, i, j) -> (g, i, j)>, affine_map<(g, i, j) -> (g, i)>, affine_map<(g, i, j) -> (g, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%v104, %v107 : tensor<2x29x12xf32>, tensor<2x29xf32>) outs(%v108 : tensor<2x29x12xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    %y = math.exp %d : f32
    linalg.yield %y : f32
  } -> tensor<2x29x12xf32>
  %v110 = tensor.empty() : tensor<2x29xf32>
  %v111 = linalg.fill ins(%zero : f32) outs(%v110 : tensor<2x29xf32>) -> tensor<2x29xf32>
  %v112 = linalg.generic {indexing_maps = [affine_map<(g, i, j) -> (g, i, j)>, affine_map<(g, i, j) -> (g, i)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%v109 : tensor<2x29x12xf32>) outs(%v111 : tensor<2x29xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.addf %o, %a : f32
    linalg.yield %y : f32
  } -> tensor<2x29xf32>
  %v113 = tensor.empty() : tensor<2x29x3xf32>
  %v114 = linalg.fill ins(%zero : f32) outs(%v113 : tensor<2x29x3xf32>) -> tensor<2x29x3xf32>
  %v115 = linalg.generic {indexing_maps = [affine_map<(g, i, j, d) -> (g, i, j)>, affine_map<(g, i, j, d) -> (g, j, d)>, affine_map<(g, i, j, d) -> (g, i, d)>], iterator_types = ["parallel", "parallel", "reduction", "parallel"]}
      ins(%v109, %v : tensor<2x29x12xf32>, tensor<2x12x3xf32>) outs(%v114 : tensor<2x29x3xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %y = arith.addf %o, %p : f32
    linalg.yield %y : f32
  } -> tensor<2x29x3xf32>
  %v116 = tensor.empty() : tensor<2x29x3xf32>
  %v117 = linalg.generic {indexing_maps = [affine_map<(g, i, d) -> (g, i, d)>, affine_map<(g, i, d) -> (g, i)>, affine_map<(g, i, d) -> (g, i, d)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%v115, %v112 : tensor<2x29x3xf32>, tensor<2x29xf32>) outs(%v116 : tensor<2x29x3xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %y = arith.divf %a, %b : f32
    linalg.yield %y : f32
  } -> tensor<2x29x3xf32>
  return %v117 : tensor<2x29x3xf32>
}

// One element is infinite, one is no number.
func.func @infinite(%q: tensor<2x29x3xf32>, %k: tensor<2x12x3xf32>, %v: tensor<2x12x3xf32>) -> tensor<2x29x3xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %v100 = tensor.empty() : tensor<2x29x12xf32>
  %v101 = linalg.fill ins(%zero : f32) outs(%v100 : tensor<2x29x12xf32>) -> tensor<2x29x12xf32>
  %v102 = linalg.generic {indexing_maps = [affine_map<(g, i, d, j) -> (g, i, d)>, affine_map<(g, i, d, j) -> (g, j, d)>, affine_map<(g, i, d, j) -> (g, i, j)>], iterator_types = ["parallel", "parallel", "reduction", "parallel"]}
      ins(%q, %k : tensor<2x29x3xf32>, tensor<2x12x3xf32>) outs(%v101 : tensor<2x29x12xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %y = arith.addf %o, %p : f32
    linalg.yield %y : f32
  } -> tensor<2x29x12xf32>
  %v103 = tensor.empty() : tensor<2x29x12xf32>
  %v104 = linalg.generic {indexing_maps = [affine_map<(g, i, j) -> (g, i, j)>, affine_map<(g, i, j) -> (g, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%v102 : tensor<2x29x12xf32>) outs(%v103 : tensor<2x29x12xf32>) {
  ^bb0(%a: f32, %o: f32):
    %j = linalg.index 2 : index
    %i = linalg.index 1 : index
    %by = arith.constant -20 : index
    %end = arith.addi %i, %by : index
    %is = arith.cmpi eq, %j, %end : index
    %least = arith.constant 0x7F800000 : f32
    %y = arith.select %is, %least, %a : f32
    linalg.yield %y : f32
  } -> tensor<2x29x12xf32>
  %v105 = tensor.empty() : tensor<2x29x12xf32>
  %v106 = linalg.generic {indexing_maps = [affine_map<(g, i, j) -> (g, i, j)>, affine_map<(g, i, j) -> (g, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%v104 : tensor<2x29x12xf32>) outs(%v105 : tensor<2x29x12xf32>) {
  ^bb0(%a: f32, %o: f32):
    %j = linalg.index 2 : index
    %i = linalg.index 1 : index
    %by = arith.constant -9 : index
    %end = arith.addi %i, %by : index
    %is = arith.cmpi eq, %j, %end : index
    %least = arith.constant 0x7FC00000 : f32
    %y = arith.select %is, %least, %a : f32
    linalg.yield %y : f32
  } -> tensor<2x29x12xf32>
  %v107 = tensor.empty() : tensor<2x29xf32>
  %v108 = linalg.fill ins(%low : f32) outs(%v107 : tensor<2x29xf32>) -> tensor<2x29xf32>
  %v109 = linalg.generic {indexing_maps = [affine_map<(g, i, j) -> (g, i, j)>, affine_map<(g, i, j) -> (g, i)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%v106 : tensor<2x29x12xf32>) outs(%v108 : tensor<2x29xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.maximumf %o, %a : f32
    linalg.yield %y : f32
  } -> tensor<2x29xf32>
  %v110 = tensor.empty() : tensor<2x29x12xf32>
  %v111 = linalg.generic {indexing_maps = [affine_map<(g, i, j) -> (g, i, j)>, affine_map<(g, i, j) -> (g, i)>, affine_map<(g, i, j) -> (g, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%v106, %v109 : tensor<2x29x12xf32>, tensor<2x29xf32>) outs(%v110 : tensor<2x29x12xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    %y = math.exp %d : f32
    linalg.yield %y : f32
  } -> tensor<2x29x12xf32>
  %v112 = tensor.empty() : tensor<2x29xf32>
  %v113 = linalg.fill ins(%zero : f32) outs(%v112 : tensor<2x29xf32>) -> tensor<2x29xf32>
  %v114 = linalg.generic {indexing_maps = [affine_map<(g, i, j) -> (g, i, j)>, affine_map<(g, i, j) -> (g, i)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%v111 : tensor<2x29x12xf32>) outs(%v113 : tensor<2x29xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.addf %o, %a : f32
    linalg.yield %y : f32
  } -> tensor<2x29xf32>
  %v115 = tensor.empty() : tensor<2x29x3xf32>
  %v116 = linalg.fill ins(%zero : f32) outs(%v115 : tensor<2x29x3xf32>) -> tensor<2x29x3xf32>
  %v117 = linalg.generic {indexing_maps = [affine_map<(g, i, j, d) -> (g, i, j)>, affine_map<(g, i, j, d) -> (g, j, d)>, affine_map<(g, i, j, d) -> (g, i, d)>], iterator_types = ["parallel", "parallel", "reduction", "parallel"]}
      ins(%v111, %v : tensor<2x29x12xf32>, tensor<2x12x3xf32>) outs(%v116 : tensor<2x29x3xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %y = arith.addf %o, %p : f32
    linalg.yield %y : f32
  } -> tensor<2x29x3xf32>
  %v118 = tensor.empty() : tensor<2x29x3xf32>
  %v119 = linalg.generic {indexing_maps = [affine_map<(g, i, d) -> (g, i, d)>, affine_map<(g, i, d) -> (g, i)>, affine_map<(g, i, d) -> (g, i, d)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%v117, %v114 : tensor<2x29x3xf32>, tensor<2x29xf32>) outs(%v118 : tensor<2x29x3xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %y = arith.divf %a, %b : f32
    linalg.yield %y : f32
  } -> tensor<2x29x3xf32>
  return %v119 : tensor<2x29x3xf32>
}

// A maximum that skips what is no number.
func.func @numbers(%q: tensor<29x3xf32>, %k: tensor<12x3xf32>, %v: tensor<12x3xf32>) -> tensor<29x3xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %v100 = tensor.empty() : tensor<29x12xf32>
  %v101 = linalg.fill ins(%zero : f32) outs(%v100 : tensor<29x12xf32>) -> tensor<29x12xf32>
  %v102 = linalg.generic {indexing_maps = [affine_map<(i, d, j) -> (i, d)>, affine_map<(i, d, j) -> (j, d)>, affine_map<(i, d, j) -> (i, j)>], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%q, %k : tensor<29x3xf32>, tensor<12x3xf32>) outs(%v101 : tensor<29x12xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %y = arith.addf %o, %p : f32
    linalg.yield %y : f32
  } -> tensor<29x12xf32>
  %v103 = tensor.empty() : tensor<29x12xf32>
  %v104 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%v102 : tensor<29x12xf32>) outs(%v103 : tensor<29x12xf32>) {
  ^bb0(%a: f32, %o: f32):
    %j = linalg.index 1 : index
    %i = linalg.index 0 : index
    %by = arith.constant -9 : index
    %end = arith.addi %i, %by : index
    %is = arith.cmpi slt, %j, %end : index
    %least = arith.constant 0x7FC00000 : f32
    %y = arith.select %is, %least, %a : f32
    linalg.yield %y : f32
  } -> tensor<29x12xf32>
  %v105 = tensor.empty() : tensor<29xf32>
  %v106 = linalg.fill ins(%low : f32) outs(%v105 : tensor<29xf32>) -> tensor<29xf32>
  %v107 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%v104 : tensor<29x12xf32>) outs(%v106 : tensor<29xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.maxnumf %o, %a : f32
    linalg.yield %y : f32
  } -> tensor<29xf32>
  %v108 = tensor.empty() : tensor<29x12xf32>
  %v109 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%v104, %v107 : tensor<29x12xf32>, tensor<29xf32>) outs(%v108 : tensor<29x12xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    %y = math.exp %d : f32
    linalg.yield %y : f32
  } -> tensor<29x12xf32>
  %v110 = tensor.empty() : tensor<29xf32>
  %v111 = linalg.fill ins(%zero : f32) outs(%v110 : tensor<29xf32>) -> tensor<29xf32>
  %v112 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%v109 : tensor<29x12xf32>) outs(%v111 : tensor<29xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.addf %o, %a : f32
    linalg.yield %y : f32
  } -> tensor<29xf32>
  %v113 = tensor.empty() : tensor<29x3xf32>
  %v114 = linalg.fill ins(%zero : f32) outs(%v113 : tensor<29x3xf32>) -> tensor<29x3xf32>
  %v115 = linalg.generic {indexing_maps = [affine_map<(i, j, d) -> (i, j)>, affine_map<(i, j, d) -> (j, d)>, affine_map<(i, j, d) -> (i, d)>], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%v109, %v : tensor<29x12xf32>, tensor<12x3xf32>) outs(%v114 : tensor<29x3xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %y = arith.addf %o, %p : f32
    linalg.yield %y : f32
  } -> tensor<29x3xf32>
  %v116 = tensor.empty() : tensor<29x3xf32>
  %v117 = linalg.generic {indexing_maps = [affine_map<(i, d) -> (i, d)>, affine_map<(i, d) -> (i)>, affine_map<(i, d) -> (i, d)>], iterator_types = ["parallel", "parallel"]}
      ins(%v115, %v112 : tensor<29x3xf32>, tensor<29xf32>) outs(%v116 : tensor<29x3xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %y = arith.divf %a, %b : f32
    linalg.yield %y : f32
  } -> tensor<29x3xf32>
  return %v117 : tensor<29x3xf32>
}

// Two query heads read one head of keys and values of bf16.
func.func @grouped(%q: tensor<3x2x9x5xf32>, %k: tensor<3x12x5xbf16>, %v: tensor<3x12x5xbf16>) -> tensor<3x2x9x5xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %v100 = tensor.empty() : tensor<3x2x9x12xf32>
  %v101 = linalg.fill ins(%zero : f32) outs(%v100 : tensor<3x2x9x12xf32>) -> tensor<3x2x9x12xf32>
  %v102 = linalg.generic {indexing_maps = [affine_map<(g, r, i, d, j) -> (g, r, i, d)>, affine_map<(g, r, i, d, j) -> (g, j, d)>, affine_map<(g, r, i, d, j) -> (g, r, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "parallel"]}
      ins(%q, %k : tensor<3x2x9x5xf32>, tensor<3x12x5xbf16>) outs(%v101 : tensor<3x2x9x12xf32>) {
  ^bb0(%a: f32, %b: bf16, %o: f32):
    %w = arith.extf %b : bf16 to f32
    %p = arith.mulf %a, %w : f32
    %y = arith.addf %o, %p : f32
    linalg.yield %y : f32
  } -> tensor<3x2x9x12xf32>
  %v103 = tensor.empty() : tensor<3x2x9xf32>
  %v104 = linalg.fill ins(%low : f32) outs(%v103 : tensor<3x2x9xf32>) -> tensor<3x2x9xf32>
  %v105 = linalg.generic {indexing_maps = [affine_map<(g, r, i, j) -> (g, r, i, j)>, affine_map<(g, r, i, j) -> (g, r, i)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%v102 : tensor<3x2x9x12xf32>) outs(%v104 : tensor<3x2x9xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.maximumf %o, %a : f32
    linalg.yield %y : f32
  } -> tensor<3x2x9xf32>
  %v106 = tensor.empty() : tensor<3x2x9x12xf32>
  %v107 = linalg.generic {indexing_maps = [affine_map<(g, r, i, j) -> (g, r, i, j)>, affine_map<(g, r, i, j) -> (g, r, i)>, affine_map<(g, r, i, j) -> (g, r, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%v102, %v105 : tensor<3x2x9x12xf32>, tensor<3x2x9xf32>) outs(%v106 : tensor<3x2x9x12xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    %y = math.exp %d : f32
    linalg.yield %y : f32
  } -> tensor<3x2x9x12xf32>
  %v108 = tensor.empty() : tensor<3x2x9xf32>
  %v109 = linalg.fill ins(%zero : f32) outs(%v108 : tensor<3x2x9xf32>) -> tensor<3x2x9xf32>
  %v110 = linalg.generic {indexing_maps = [affine_map<(g, r, i, j) -> (g, r, i, j)>, affine_map<(g, r, i, j) -> (g, r, i)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%v107 : tensor<3x2x9x12xf32>) outs(%v109 : tensor<3x2x9xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.addf %o, %a : f32
    linalg.yield %y : f32
  } -> tensor<3x2x9xf32>
  %v111 = tensor.empty() : tensor<3x2x9x5xf32>
  %v112 = linalg.fill ins(%zero : f32) outs(%v111 : tensor<3x2x9x5xf32>) -> tensor<3x2x9x5xf32>
  %v113 = linalg.generic {indexing_maps = [affine_map<(g, r, i, j, d) -> (g, r, i, j)>, affine_map<(g, r, i, j, d) -> (g, j, d)>, affine_map<(g, r, i, j, d) -> (g, r, i, d)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "parallel"]}
      ins(%v107, %v : tensor<3x2x9x12xf32>, tensor<3x12x5xbf16>) outs(%v112 : tensor<3x2x9x5xf32>) {
  ^bb0(%a: f32, %b: bf16, %o: f32):
    %w = arith.extf %b : bf16 to f32
    %p = arith.mulf %a, %w : f32
    %y = arith.addf %o, %p : f32
    linalg.yield %y : f32
  } -> tensor<3x2x9x5xf32>
  %v114 = tensor.empty() : tensor<3x2x9x5xf32>
  %v115 = linalg.generic {indexing_maps = [affine_map<(g, r, i, d) -> (g, r, i, d)>, affine_map<(g, r, i, d) -> (g, r, i)>, affine_map<(g, r, i, d) -> (g, r, i, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%v113, %v110 : tensor<3x2x9x5xf32>, tensor<3x2x9xf32>) outs(%v114 : tensor<3x2x9x5xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %y = arith.divf %a, %b : f32
    linalg.yield %y : f32
  } -> tensor<3x2x9x5xf32>
  return %v115 : tensor<3x2x9x5xf32>
}

// Keys and values of f16.
func.func @halves(%q: tensor<2x9x5xf32>, %k: tensor<2x12x5xf16>, %v: tensor<2x12x5xf16>) -> tensor<2x9x5xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %v100 = tensor.empty() : tensor<2x9x12xf32>
  %v101 = linalg.fill ins(%zero : f32) outs(%v100 : tensor<2x9x12xf32>) -> tensor<2x9x12xf32>
  %v102 = linalg.generic {indexing_maps = [affine_map<(g, i, d, j) -> (g, i, d)>, affine_map<(g, i, d, j) -> (g, j, d)>, affine_map<(g, i, d, j) -> (g, i, j)>], iterator_types = ["parallel", "parallel", "reduction", "parallel"]}
      ins(%q, %k : tensor<2x9x5xf32>, tensor<2x12x5xf16>) outs(%v101 : tensor<2x9x12xf32>) {
  ^bb0(%a: f32, %b: f16, %o: f32):
    %w = arith.extf %b : f16 to f32
    %p = arith.mulf %a, %w : f32
    %y = arith.addf %o, %p : f32
    linalg.yield %y : f32
  } -> tensor<2x9x12xf32>
  %v103 = tensor.empty() : tensor<2x9xf32>
  %v104 = linalg.fill ins(%low : f32) outs(%v103 : tensor<2x9xf32>) -> tensor<2x9xf32>
  %v105 = linalg.generic {indexing_maps = [affine_map<(g, i, j) -> (g, i, j)>, affine_map<(g, i, j) -> (g, i)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%v102 : tensor<2x9x12xf32>) outs(%v104 : tensor<2x9xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.maximumf %o, %a : f32
    linalg.yield %y : f32
  } -> tensor<2x9xf32>
  %v106 = tensor.empty() : tensor<2x9x12xf32>
  %v107 = linalg.generic {indexing_maps = [affine_map<(g, i, j) -> (g, i, j)>, affine_map<(g, i, j) -> (g, i)>, affine_map<(g, i, j) -> (g, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%v102, %v105 : tensor<2x9x12xf32>, tensor<2x9xf32>) outs(%v106 : tensor<2x9x12xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    %y = math.exp %d : f32
    linalg.yield %y : f32
  } -> tensor<2x9x12xf32>
  %v108 = tensor.empty() : tensor<2x9xf32>
  %v109 = linalg.fill ins(%zero : f32) outs(%v108 : tensor<2x9xf32>) -> tensor<2x9xf32>
  %v110 = linalg.generic {indexing_maps = [affine_map<(g, i, j) -> (g, i, j)>, affine_map<(g, i, j) -> (g, i)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%v107 : tensor<2x9x12xf32>) outs(%v109 : tensor<2x9xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.addf %o, %a : f32
    linalg.yield %y : f32
  } -> tensor<2x9xf32>
  %v111 = tensor.empty() : tensor<2x9x5xf32>
  %v112 = linalg.fill ins(%zero : f32) outs(%v111 : tensor<2x9x5xf32>) -> tensor<2x9x5xf32>
  %v113 = linalg.generic {indexing_maps = [affine_map<(g, i, j, d) -> (g, i, j)>, affine_map<(g, i, j, d) -> (g, j, d)>, affine_map<(g, i, j, d) -> (g, i, d)>], iterator_types = ["parallel", "parallel", "reduction", "parallel"]}
      ins(%v107, %v : tensor<2x9x12xf32>, tensor<2x12x5xf16>) outs(%v112 : tensor<2x9x5xf32>) {
  ^bb0(%a: f32, %b: f16, %o: f32):
    %w = arith.extf %b : f16 to f32
    %p = arith.mulf %a, %w : f32
    %y = arith.addf %o, %p : f32
    linalg.yield %y : f32
  } -> tensor<2x9x5xf32>
  %v114 = tensor.empty() : tensor<2x9x5xf32>
  %v115 = linalg.generic {indexing_maps = [affine_map<(g, i, d) -> (g, i, d)>, affine_map<(g, i, d) -> (g, i)>, affine_map<(g, i, d) -> (g, i, d)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%v113, %v110 : tensor<2x9x5xf32>, tensor<2x9xf32>) outs(%v114 : tensor<2x9x5xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %y = arith.divf %a, %b : f32
    linalg.yield %y : f32
  } -> tensor<2x9x5xf32>
  return %v115 : tensor<2x9x5xf32>
}

// Keys and values of i8.
func.func @bytes(%q: tensor<2x9x5xf32>, %k: tensor<2x12x5xi8>, %v: tensor<2x12x5xi8>) -> tensor<2x9x5xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %v100 = tensor.empty() : tensor<2x9x12xf32>
  %v101 = linalg.fill ins(%zero : f32) outs(%v100 : tensor<2x9x12xf32>) -> tensor<2x9x12xf32>
  %v102 = linalg.generic {indexing_maps = [affine_map<(g, i, d, j) -> (g, i, d)>, affine_map<(g, i, d, j) -> (g, j, d)>, affine_map<(g, i, d, j) -> (g, i, j)>], iterator_types = ["parallel", "parallel", "reduction", "parallel"]}
      ins(%q, %k : tensor<2x9x5xf32>, tensor<2x12x5xi8>) outs(%v101 : tensor<2x9x12xf32>) {
  ^bb0(%a: f32, %b: i8, %o: f32):
    %w = arith.sitofp %b : i8 to f32
    %p = arith.mulf %a, %w : f32
    %y = arith.addf %o, %p : f32
    linalg.yield %y : f32
  } -> tensor<2x9x12xf32>
  %v103 = tensor.empty() : tensor<2x9xf32>
  %v104 = linalg.fill ins(%low : f32) outs(%v103 : tensor<2x9xf32>) -> tensor<2x9xf32>
  %v105 = linalg.generic {indexing_maps = [affine_map<(g, i, j) -> (g, i, j)>, affine_map<(g, i, j) -> (g, i)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%v102 : tensor<2x9x12xf32>) outs(%v104 : tensor<2x9xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.maximumf %o, %a : f32
    linalg.yield %y : f32
  } -> tensor<2x9xf32>
  %v106 = tensor.empty() : tensor<2x9x12xf32>
  %v107 = linalg.generic {indexing_maps = [affine_map<(g, i, j) -> (g, i, j)>, affine_map<(g, i, j) -> (g, i)>, affine_map<(g, i, j) -> (g, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%v102, %v105 : tensor<2x9x12xf32>, tensor<2x9xf32>) outs(%v106 : tensor<2x9x12xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    %y = math.exp %d : f32
    linalg.yield %y : f32
  } -> tensor<2x9x12xf32>
  %v108 = tensor.empty() : tensor<2x9xf32>
  %v109 = linalg.fill ins(%zero : f32) outs(%v108 : tensor<2x9xf32>) -> tensor<2x9xf32>
  %v110 = linalg.generic {indexing_maps = [affine_map<(g, i, j) -> (g, i, j)>, affine_map<(g, i, j) -> (g, i)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%v107 : tensor<2x9x12xf32>) outs(%v109 : tensor<2x9xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.addf %o, %a : f32
    linalg.yield %y : f32
  } -> tensor<2x9xf32>
  %v111 = tensor.empty() : tensor<2x9x5xf32>
  %v112 = linalg.fill ins(%zero : f32) outs(%v111 : tensor<2x9x5xf32>) -> tensor<2x9x5xf32>
  %v113 = linalg.generic {indexing_maps = [affine_map<(g, i, j, d) -> (g, i, j)>, affine_map<(g, i, j, d) -> (g, j, d)>, affine_map<(g, i, j, d) -> (g, i, d)>], iterator_types = ["parallel", "parallel", "reduction", "parallel"]}
      ins(%v107, %v : tensor<2x9x12xf32>, tensor<2x12x5xi8>) outs(%v112 : tensor<2x9x5xf32>) {
  ^bb0(%a: f32, %b: i8, %o: f32):
    %w = arith.sitofp %b : i8 to f32
    %p = arith.mulf %a, %w : f32
    %y = arith.addf %o, %p : f32
    linalg.yield %y : f32
  } -> tensor<2x9x5xf32>
  %v114 = tensor.empty() : tensor<2x9x5xf32>
  %v115 = linalg.generic {indexing_maps = [affine_map<(g, i, d) -> (g, i, d)>, affine_map<(g, i, d) -> (g, i)>, affine_map<(g, i, d) -> (g, i, d)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%v113, %v110 : tensor<2x9x5xf32>, tensor<2x9xf32>) outs(%v114 : tensor<2x9x5xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %y = arith.divf %a, %b : f32
    linalg.yield %y : f32
  } -> tensor<2x9x5xf32>
  return %v115 : tensor<2x9x5xf32>
}

// Of one number.
func.func @thin(%q: tensor<2x9x1xf32>, %k: tensor<2x12x1xf32>, %v: tensor<2x12x1xf32>) -> tensor<2x9x1xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %v100 = tensor.empty() : tensor<2x9x12xf32>
  %v101 = linalg.fill ins(%zero : f32) outs(%v100 : tensor<2x9x12xf32>) -> tensor<2x9x12xf32>
  %v102 = linalg.generic {indexing_maps = [affine_map<(g, i, d, j) -> (g, i, d)>, affine_map<(g, i, d, j) -> (g, j, d)>, affine_map<(g, i, d, j) -> (g, i, j)>], iterator_types = ["parallel", "parallel", "reduction", "parallel"]}
      ins(%q, %k : tensor<2x9x1xf32>, tensor<2x12x1xf32>) outs(%v101 : tensor<2x9x12xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %y = arith.addf %o, %p : f32
    linalg.yield %y : f32
  } -> tensor<2x9x12xf32>
  %v103 = tensor.empty() : tensor<2x9xf32>
  %v104 = linalg.fill ins(%low : f32) outs(%v103 : tensor<2x9xf32>) -> tensor<2x9xf32>
  %v105 = linalg.generic {indexing_maps = [affine_map<(g, i, j) -> (g, i, j)>, affine_map<(g, i, j) -> (g, i)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%v102 : tensor<2x9x12xf32>) outs(%v104 : tensor<2x9xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.maximumf %o, %a : f32
    linalg.yield %y : f32
  } -> tensor<2x9xf32>
  %v106 = tensor.empty() : tensor<2x9x12xf32>
  %v107 = linalg.generic {indexing_maps = [affine_map<(g, i, j) -> (g, i, j)>, affine_map<(g, i, j) -> (g, i)>, affine_map<(g, i, j) -> (g, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%v102, %v105 : tensor<2x9x12xf32>, tensor<2x9xf32>) outs(%v106 : tensor<2x9x12xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    %y = math.exp %d : f32
    linalg.yield %y : f32
  } -> tensor<2x9x12xf32>
  %v108 = tensor.empty() : tensor<2x9xf32>
  %v109 = linalg.fill ins(%zero : f32) outs(%v108 : tensor<2x9xf32>) -> tensor<2x9xf32>
  %v110 = linalg.generic {indexing_maps = [affine_map<(g, i, j) -> (g, i, j)>, affine_map<(g, i, j) -> (g, i)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%v107 : tensor<2x9x12xf32>) outs(%v109 : tensor<2x9xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.addf %o, %a : f32
    linalg.yield %y : f32
  } -> tensor<2x9xf32>
  %v111 = tensor.empty() : tensor<2x9x1xf32>
  %v112 = linalg.fill ins(%zero : f32) outs(%v111 : tensor<2x9x1xf32>) -> tensor<2x9x1xf32>
  %v113 = linalg.generic {indexing_maps = [affine_map<(g, i, j, d) -> (g, i, j)>, affine_map<(g, i, j, d) -> (g, j, d)>, affine_map<(g, i, j, d) -> (g, i, d)>], iterator_types = ["parallel", "parallel", "reduction", "parallel"]}
      ins(%v107, %v : tensor<2x9x12xf32>, tensor<2x12x1xf32>) outs(%v112 : tensor<2x9x1xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %y = arith.addf %o, %p : f32
    linalg.yield %y : f32
  } -> tensor<2x9x1xf32>
  %v114 = tensor.empty() : tensor<2x9x1xf32>
  %v115 = linalg.generic {indexing_maps = [affine_map<(g, i, d) -> (g, i, d)>, affine_map<(g, i, d) -> (g, i)>, affine_map<(g, i, d) -> (g, i, d)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%v113, %v110 : tensor<2x9x1xf32>, tensor<2x9xf32>) outs(%v114 : tensor<2x9x1xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %y = arith.divf %a, %b : f32
    linalg.yield %y : f32
  } -> tensor<2x9x1xf32>
  return %v115 : tensor<2x9x1xf32>
}

// The op of the exponentials has the maximum of other elements beside, and does not read it: rows stay whole.
func.func @other(%s: tensor<17x12xf32>, %t: tensor<17x12xf32>, %v: tensor<12x7xf32>) -> (tensor<17x7xf32>, tensor<17xf32>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<17x12xf32>
  %r = tensor.empty() : tensor<17xf32>
  %m0 = linalg.fill ins(%low : f32) outs(%r : tensor<17xf32>) -> tensor<17xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%s : tensor<17x12xf32>) outs(%m0 : tensor<17xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.maximumf %o, %a : f32
    linalg.yield %y : f32
  } -> tensor<17xf32>
  %m2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%t : tensor<17x12xf32>) outs(%m0 : tensor<17xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.maximumf %o, %a : f32
    linalg.yield %y : f32
  } -> tensor<17xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%t, %m2 : tensor<17x12xf32>, tensor<17xf32>) outs(%e : tensor<17x12xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %y = arith.subf %a, %b : f32
    linalg.yield %y : f32
  } -> tensor<17x12xf32>
  %x = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%d, %s, %m : tensor<17x12xf32>, tensor<17x12xf32>, tensor<17xf32>) outs(%e : tensor<17x12xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %y = math.exp %a : f32
    linalg.yield %y : f32
  } -> tensor<17x12xf32>
  %n0 = linalg.fill ins(%zero : f32) outs(%r : tensor<17xf32>) -> tensor<17xf32>
  %n = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<17x12xf32>) outs(%n0 : tensor<17xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.addf %o, %a : f32
    linalg.yield %y : f32
  } -> tensor<17xf32>
  %w = tensor.empty() : tensor<17x7xf32>
  %z0 = linalg.fill ins(%zero : f32) outs(%w : tensor<17x7xf32>) -> tensor<17x7xf32>
  %z = linalg.matmul ins(%x, %v : tensor<17x12xf32>, tensor<12x7xf32>) outs(%z0 : tensor<17x7xf32>) -> tensor<17x7xf32>
  return %z, %n : tensor<17x7xf32>, tensor<17xf32>
}
