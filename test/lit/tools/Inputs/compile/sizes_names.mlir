// Two names that are equal in C, and one that is the number of the second.
func.func @f(%a: tensor<?xf32> {autotune.dims = ["2"]}, %b: tensor<?xf32> {autotune.dims = ["a-b"]}, %c: tensor<?xf32> {autotune.dims = ["a_b"]}) -> tensor<?xf32> {
  return %c : tensor<?xf32>
}
