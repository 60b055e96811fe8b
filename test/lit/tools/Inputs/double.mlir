// Makes 2 of every constant.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %constants = transform.structured.match ops{["arith.constant"]} in %root : (!transform.any_op) -> !transform.any_op
    %two = transform.param.constant 2.0 : f32 -> !transform.any_param
    transform.annotate %constants "value" = %two : !transform.any_op, !transform.any_param
    transform.yield
  }
}
