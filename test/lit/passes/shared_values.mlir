// Values that several ops share are computed once: code grows with the number of ops, not with the
// number of ways through them.
//
// RUN: autotune-opt %s --autotune -o - 2>&1 | FileCheck %s
// RUN: autotune-opt %s --autotune | grep -c "arith.mulf" | FileCheck %s --check-prefix=COUNT
// CHECK-NOT: linalg
// COUNT: {{^[1-9][0-9]?[0-9]?$}}

// CHECK-LABEL: func.func @ops
// CHECK: autotune.schedule
func.func @ops(%x0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %e = tensor.empty() : tensor<8x8xf32>
  %x1 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x0, %x0 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x2 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x1, %x1 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x3 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x2, %x2 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x4 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x3, %x3 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x5 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x4, %x4 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x6 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x5, %x5 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x7 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x6, %x6 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x8 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x7, %x7 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x9 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x8, %x8 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x10 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x9, %x9 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x11 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x10, %x10 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x12 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x11, %x11 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x13 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x12, %x12 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x14 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x13, %x13 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x15 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x14, %x14 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x16 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x15, %x15 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x17 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x16, %x16 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x18 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x17, %x17 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x19 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x18, %x18 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x20 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x19, %x19 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x21 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x20, %x20 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x22 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x21, %x21 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x23 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x22, %x22 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x24 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x23, %x23 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x25 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x24, %x24 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x26 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x25, %x25 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x27 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x26, %x26 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x28 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x27, %x27 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x29 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x28, %x28 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x30 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x29, %x29 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x31 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x30, %x30 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x32 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x31, %x31 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x33 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x32, %x32 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x34 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x33, %x33 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x35 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x34, %x34 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x36 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x35, %x35 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x37 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x36, %x36 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x38 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x37, %x37 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x39 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x38, %x38 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x40 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x39, %x39 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %x40 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @body
// CHECK: autotune.schedule
func.func @body(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]} outs(%x : tensor<8x8xf32>) {
  ^bb0(%v0: f32):
    %v1 = arith.mulf %v0, %v0 : f32
    %v2 = arith.mulf %v1, %v1 : f32
    %v3 = arith.mulf %v2, %v2 : f32
    %v4 = arith.mulf %v3, %v3 : f32
    %v5 = arith.mulf %v4, %v4 : f32
    %v6 = arith.mulf %v5, %v5 : f32
    %v7 = arith.mulf %v6, %v6 : f32
    %v8 = arith.mulf %v7, %v7 : f32
    %v9 = arith.mulf %v8, %v8 : f32
    %v10 = arith.mulf %v9, %v9 : f32
    %v11 = arith.mulf %v10, %v10 : f32
    %v12 = arith.mulf %v11, %v11 : f32
    %v13 = arith.mulf %v12, %v12 : f32
    %v14 = arith.mulf %v13, %v13 : f32
    %v15 = arith.mulf %v14, %v14 : f32
    %v16 = arith.mulf %v15, %v15 : f32
    %v17 = arith.mulf %v16, %v16 : f32
    %v18 = arith.mulf %v17, %v17 : f32
    %v19 = arith.mulf %v18, %v18 : f32
    %v20 = arith.mulf %v19, %v19 : f32
    %v21 = arith.mulf %v20, %v20 : f32
    %v22 = arith.mulf %v21, %v21 : f32
    %v23 = arith.mulf %v22, %v22 : f32
    %v24 = arith.mulf %v23, %v23 : f32
    %v25 = arith.mulf %v24, %v24 : f32
    %v26 = arith.mulf %v25, %v25 : f32
    %v27 = arith.mulf %v26, %v26 : f32
    %v28 = arith.mulf %v27, %v27 : f32
    %v29 = arith.mulf %v28, %v28 : f32
    %v30 = arith.mulf %v29, %v29 : f32
    %v31 = arith.mulf %v30, %v30 : f32
    %v32 = arith.mulf %v31, %v31 : f32
    %v33 = arith.mulf %v32, %v32 : f32
    %v34 = arith.mulf %v33, %v33 : f32
    %v35 = arith.mulf %v34, %v34 : f32
    %v36 = arith.mulf %v35, %v35 : f32
    %v37 = arith.mulf %v36, %v36 : f32
    %v38 = arith.mulf %v37, %v37 : f32
    %v39 = arith.mulf %v38, %v38 : f32
    %v40 = arith.mulf %v39, %v39 : f32
    %v41 = arith.mulf %v40, %v40 : f32
    %v42 = arith.mulf %v41, %v41 : f32
    %v43 = arith.mulf %v42, %v42 : f32
    %v44 = arith.mulf %v43, %v43 : f32
    %v45 = arith.mulf %v44, %v44 : f32
    %v46 = arith.mulf %v45, %v45 : f32
    %v47 = arith.mulf %v46, %v46 : f32
    %v48 = arith.mulf %v47, %v47 : f32
    %v49 = arith.mulf %v48, %v48 : f32
    %v50 = arith.mulf %v49, %v49 : f32
    %v51 = arith.mulf %v50, %v50 : f32
    %v52 = arith.mulf %v51, %v51 : f32
    %v53 = arith.mulf %v52, %v52 : f32
    %v54 = arith.mulf %v53, %v53 : f32
    %v55 = arith.mulf %v54, %v54 : f32
    %v56 = arith.mulf %v55, %v55 : f32
    %v57 = arith.mulf %v56, %v56 : f32
    %v58 = arith.mulf %v57, %v57 : f32
    %v59 = arith.mulf %v58, %v58 : f32
    %v60 = arith.mulf %v59, %v59 : f32
    %v61 = arith.mulf %v60, %v60 : f32
    %v62 = arith.mulf %v61, %v61 : f32
    %v63 = arith.mulf %v62, %v62 : f32
    %v64 = arith.mulf %v63, %v63 : f32
    %v65 = arith.mulf %v64, %v64 : f32
    %v66 = arith.mulf %v65, %v65 : f32
    %v67 = arith.mulf %v66, %v66 : f32
    %v68 = arith.mulf %v67, %v67 : f32
    %v69 = arith.mulf %v68, %v68 : f32
    %v70 = arith.mulf %v69, %v69 : f32
    %v71 = arith.mulf %v70, %v70 : f32
    %v72 = arith.mulf %v71, %v71 : f32
    %v73 = arith.mulf %v72, %v72 : f32
    %v74 = arith.mulf %v73, %v73 : f32
    %v75 = arith.mulf %v74, %v74 : f32
    %v76 = arith.mulf %v75, %v75 : f32
    %v77 = arith.mulf %v76, %v76 : f32
    %v78 = arith.mulf %v77, %v77 : f32
    %v79 = arith.mulf %v78, %v78 : f32
    %v80 = arith.mulf %v79, %v79 : f32
    %v81 = arith.mulf %v80, %v80 : f32
    %v82 = arith.mulf %v81, %v81 : f32
    %v83 = arith.mulf %v82, %v82 : f32
    %v84 = arith.mulf %v83, %v83 : f32
    %v85 = arith.mulf %v84, %v84 : f32
    %v86 = arith.mulf %v85, %v85 : f32
    %v87 = arith.mulf %v86, %v86 : f32
    %v88 = arith.mulf %v87, %v87 : f32
    %v89 = arith.mulf %v88, %v88 : f32
    %v90 = arith.mulf %v89, %v89 : f32
    %v91 = arith.mulf %v90, %v90 : f32
    %v92 = arith.mulf %v91, %v91 : f32
    %v93 = arith.mulf %v92, %v92 : f32
    %v94 = arith.mulf %v93, %v93 : f32
    %v95 = arith.mulf %v94, %v94 : f32
    %v96 = arith.mulf %v95, %v95 : f32
    %v97 = arith.mulf %v96, %v96 : f32
    %v98 = arith.mulf %v97, %v97 : f32
    %v99 = arith.mulf %v98, %v98 : f32
    %v100 = arith.mulf %v99, %v99 : f32
    %v101 = arith.mulf %v100, %v100 : f32
    %v102 = arith.mulf %v101, %v101 : f32
    %v103 = arith.mulf %v102, %v102 : f32
    %v104 = arith.mulf %v103, %v103 : f32
    %v105 = arith.mulf %v104, %v104 : f32
    %v106 = arith.mulf %v105, %v105 : f32
    %v107 = arith.mulf %v106, %v106 : f32
    %v108 = arith.mulf %v107, %v107 : f32
    %v109 = arith.mulf %v108, %v108 : f32
    %v110 = arith.mulf %v109, %v109 : f32
    %v111 = arith.mulf %v110, %v110 : f32
    %v112 = arith.mulf %v111, %v111 : f32
    %v113 = arith.mulf %v112, %v112 : f32
    %v114 = arith.mulf %v113, %v113 : f32
    %v115 = arith.mulf %v114, %v114 : f32
    %v116 = arith.mulf %v115, %v115 : f32
    %v117 = arith.mulf %v116, %v116 : f32
    %v118 = arith.mulf %v117, %v117 : f32
    %v119 = arith.mulf %v118, %v118 : f32
    %v120 = arith.mulf %v119, %v119 : f32
    linalg.yield %v120 : f32
  } -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
