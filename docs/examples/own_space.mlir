// A search space of one's own: `autotune script dense.mlir own_space.mlir` selects its knobs.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %product = transform.structured.match ops{["linalg.matmul"]} in %module : (!transform.any_op) -> !transform.any_op
    transform.tune.alternatives<"tiles"> {
      transform.yield
    }, {
      %rows = transform.tune.knob<"rows"> options = [1, 2, 4, 8] -> !transform.param<i64>
      %columns = transform.tune.knob<"columns"> options = [16, 32, 48] -> !transform.param<i64>
      %depth = transform.tune.knob<"depth"> options = [0, 8, 16] -> !transform.param<i64>
      %tiled, %loops:3 = transform.structured.tile_using_for %product tile_sizes [%rows, %columns, %depth]
        : (!transform.any_op, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>)
        -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    }, {
      %rows = transform.tune.knob<"vector rows"> options = [2, 4, 8] -> !transform.param<i64>
      %columns = transform.tune.knob<"vector columns"> options = [16, 32] -> !transform.param<i64>
      %tiled, %loops:3 = transform.structured.tile_using_for %product tile_sizes [%rows, %columns, 1]
        : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
      %function = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
      %vectors = transform.structured.vectorize_children_and_apply_patterns %function : (!transform.any_op) -> !transform.any_op
      transform.apply_patterns to %vectors {
        transform.apply_patterns.vector.reduction_to_contract
        transform.apply_patterns.vector.lower_contraction lowering_strategy = "outerproduct"
        transform.apply_patterns.vector.lower_outerproduct
        transform.apply_patterns.vector.transfer_permutation_patterns
        transform.apply_patterns.canonicalization
      } : !transform.any_op
    }
    transform.yield
  }
}
