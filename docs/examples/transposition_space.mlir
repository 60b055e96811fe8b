// Ways of walking the matrices of transposition.mlir: tiles, their order, and vectors in them.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %sum = transform.structured.match ops{["linalg.generic"]} in %module : (!transform.any_op) -> !transform.any_op
    %rows = transform.tune.knob<"rows"> options = [1, 4, 8, 16, 64] -> !transform.param<i64>
    %columns = transform.tune.knob<"columns"> options = [1, 4, 8, 16, 64] -> !transform.param<i64>
    %tiled, %loops:2 = transform.structured.tile_using_for %sum tile_sizes [%rows, %columns]
      : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.tune.alternatives<"vectors"> {
      transform.yield
    }, {
      transform.structured.vectorize %tiled : !transform.any_op
      %function = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
      transform.apply_patterns to %function {
        transform.apply_patterns.vector.transfer_permutation_patterns
        transform.apply_patterns.vector.lower_transpose lowering_strategy = "shuffle_1d"
        transform.apply_patterns.canonicalization
      } : !transform.any_op
    }
    transform.yield
  }
}
