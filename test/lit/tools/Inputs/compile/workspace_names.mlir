func.func @f_in(%a: memref<1xf32>) {
  return
}
func.func @f(%a: memref<1xf32>) {
  return
}
