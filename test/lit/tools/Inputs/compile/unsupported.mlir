// Nothing in the pipeline lowers the dialect async.
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %token = async.execute {
    async.yield
  }
  async.await %token : !async.token
  return %a : tensor<4xf32>
}
