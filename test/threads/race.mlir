// A race, to see that one is seen: all iterations write one vector, longer than what the sanitizer
// looks at.
func.func @race() -> memref<8xf32> attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4000 = arith.constant 4000 : index
  %m = memref.alloc() : memref<8xf32>
  %ones = arith.constant dense<1.0> : vector<8xf32>
  vector.store %ones, %m[%c0] : memref<8xf32>, vector<8xf32>
  scf.parallel (%i) = (%c0) to (%c4000) step (%c1) {
    %v = vector.load %m[%c0] : memref<8xf32>, vector<8xf32>
    %w = arith.addf %v, %ones : vector<8xf32>
    vector.store %w, %m[%c0] : memref<8xf32>, vector<8xf32>
    scf.reduce
  } {autotune.threads = 4 : i64}
  return %m : memref<8xf32>
}
