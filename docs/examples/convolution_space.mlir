// Ways of computing the convolution of convolution.mlir: in tiles, or pixel by pixel in vectors of channels.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %sum = transform.structured.match ops{["linalg.conv_2d_nhwc_hwcf"]} in %module : (!transform.any_op) -> !transform.any_op
    transform.tune.alternatives<"code"> {
      %row = transform.tune.knob<"row"> options = [1, 4, 13] -> !transform.param<i64>
      %pixels = transform.tune.knob<"pixels"> options = [1, 4, 13] -> !transform.param<i64>
      %channels = transform.tune.knob<"channels"> options = [8, 32] -> !transform.param<i64>
      %inputs = transform.tune.knob<"inputs"> options = [0, 8] -> !transform.param<i64>
      %tiled, %loops:5 = transform.structured.tile_using_for %sum tile_sizes [1, %row, %pixels, %channels, 0, 0, %inputs] interchange = [0, 1, 2, 3, 6, 4, 5]
        : (!transform.any_op, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>)
        -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    }, {
      %pixels = transform.tune.knob<"vector pixels"> options = [1, 13] -> !transform.param<i64>
      %channels = transform.tune.knob<"vector channels"> options = [8, 16, 32] -> !transform.param<i64>
      %inputs = transform.tune.knob<"vector inputs"> options = [1, 2, 4] -> !transform.param<i64>
      %generic = transform.structured.generalize %sum : (!transform.any_op) -> !transform.any_op
      %tiled, %loops:7 = transform.structured.tile_using_for %generic tile_sizes [1, 1, %pixels, %channels, 1, 1, %inputs]
        : (!transform.any_op, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>)
        -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
      %function = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
      transform.apply_patterns to %function {
        transform.apply_patterns.linalg.fold_unit_extent_dims_via_slices
        transform.apply_patterns.canonicalization
      } : !transform.any_op
      %vectors = transform.structured.vectorize_children_and_apply_patterns %function : (!transform.any_op) -> !transform.any_op
      transform.apply_patterns to %vectors {
        transform.apply_patterns.vector.reduction_to_contract
        transform.apply_patterns.vector.lower_contraction lowering_strategy = "outerproduct"
        transform.apply_patterns.vector.lower_outerproduct
        transform.apply_patterns.vector.lower_multi_reduction lowering_strategy = "innerparallel"
        transform.apply_patterns.vector.transfer_permutation_patterns
        transform.apply_patterns.vector.lower_transpose
        transform.apply_patterns.canonicalization
      } : !transform.any_op
    }
    transform.yield
  }
}
