// A race, to see that one is seen: all iterations write one element.
func.func @race() -> memref<1xf32> attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4000 = arith.constant 4000 : index
  %m = memref.alloc() : memref<1xf32>
  %one = arith.constant 1.0 : f32
  memref.store %one, %m[%c0] : memref<1xf32>
  scf.parallel (%i) = (%c0) to (%c4000) step (%c1) {
    %v = memref.load %m[%c0] : memref<1xf32>
    %w = arith.addf %v, %one : f32
    memref.store %w, %m[%c0] : memref<1xf32>
    scf.reduce
  } {autotune.threads = 4 : i64}
  return %m : memref<1xf32>
}
