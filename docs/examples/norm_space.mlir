// Ways of computing norm.mlir: the sums in so many parts side by side, and the quotients in tiles or vectors.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %sums = transform.structured.match attributes {reduces} in %module : (!transform.any_op) -> !transform.any_op
    %quotients = transform.structured.match attributes {scales} in %module : (!transform.any_op) -> !transform.any_op
    transform.tune.alternatives<"sums"> {
      transform.yield
    }, {
      %fill, %split, %join, %loop = transform.structured.tile_reduction_using_for %sums by tile_sizes = [0, 8]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    }, {
      %fill, %split, %join, %loop = transform.structured.tile_reduction_using_for %sums by tile_sizes = [0, 32]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    }, {
      %fill, %split, %join, %loop = transform.structured.tile_reduction_using_for %sums by tile_sizes = [0, 128]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    }, {
      %rows = transform.tune.knob<"rows"> options = [1, 4, 8] -> !transform.param<i64>
      %columns = transform.tune.knob<"columns"> options = [0, 64, 256] -> !transform.param<i64>
      %tiled, %loops:2 = transform.structured.tile_using_for %sums tile_sizes [%rows, %columns]
        : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    }
    transform.tune.alternatives<"quotients"> {
      transform.yield
    }, {
      %width = transform.tune.knob<"width"> options = [8, 16, 32, 64] -> !transform.param<i64>
      %tiled, %loops:2 = transform.structured.tile_using_for %quotients tile_sizes [1, %width]
        : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op)
      transform.tune.alternatives<"vectors"> {
        transform.yield
      }, {
        transform.structured.vectorize %tiled : !transform.any_op
      }
    }
    transform.yield
  }
}
