func.func @a_b() {
  return
}
func.func @"a.b"() {
  return
}
