// Products, sums, minima, functions and casts on f16 and bf16: tuned, untouched (the loop), and
// in vector code of the module's own. HALF stands for the type.
#id = affine_map<(i) -> (i)>
func.func @product(%a: tensor<48x40xHALF>, %b: tensor<40x56xHALF>) -> tensor<48x56xHALF> {
  %zero = arith.constant 0.0 : HALF
  %empty = tensor.empty() : tensor<48x56xHALF>
  %start = linalg.fill ins(%zero : HALF) outs(%empty : tensor<48x56xHALF>) -> tensor<48x56xHALF>
  %sum = linalg.matmul ins(%a, %b : tensor<48x40xHALF>, tensor<40x56xHALF>) outs(%start : tensor<48x56xHALF>) -> tensor<48x56xHALF>
  return %sum : tensor<48x56xHALF>
}
func.func @body(%a: tensor<61xHALF>, %b: tensor<61xHALF>, %d: tensor<61xf64>, %n: tensor<61xi64>) -> tensor<61xHALF> {
  %empty = tensor.empty() : tensor<61xHALF>
  %r = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id], iterator_types = ["parallel"]}
    ins(%a, %b, %d, %n : tensor<61xHALF>, tensor<61xHALF>, tensor<61xf64>, tensor<61xi64>) outs(%empty : tensor<61xHALF>) {
  ^bb0(%x: HALF, %y: HALF, %z: f64, %k: i64, %o: HALF):
    %0 = arith.divf %x, %y : HALF
    %1 = arith.maximumf %0, %x : HALF
    %2 = arith.minnumf %1, %y : HALF
    %3 = math.sqrt %2 : HALF
    %4 = math.floor %3 : HALF
    %5 = arith.truncf %z : f64 to HALF
    %6 = arith.sitofp %k : i64 to HALF
    %7 = arith.uitofp %k : i64 to HALF
    %8 = arith.negf %4 : HALF
    %9 = math.absf %8 : HALF
    %10 = arith.cmpf olt, %5, %6 : HALF
    %11 = arith.select %10, %9, %7 : HALF
    %12 = arith.fptosi %11 : HALF to i32
    %13 = arith.sitofp %12 : i32 to HALF
    %14 = arith.mulf %13, %x : HALF
    %15 = arith.subf %14, %y : HALF
    linalg.yield %15 : HALF
  } -> tensor<61xHALF>
  return %r : tensor<61xHALF>
}
func.func @untouched(%a: memref<64xHALF>, %b: memref<64xHALF>) -> HALF {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %size = memref.dim %a, %zero : memref<64xHALF>
  %start = memref.load %b[%zero] : memref<64xHALF>
  %r = scf.for %i = %zero to %size step %one iter_args(%s = %start) -> HALF {
    %x = memref.load %a[%i] : memref<64xHALF>
    %y = memref.load %b[%i] : memref<64xHALF>
    %p = arith.mulf %x, %y : HALF
    %q = arith.addf %s, %p : HALF
    memref.store %q, %b[%i] : memref<64xHALF>
    scf.yield %q : HALF
  }
  return %r : HALF
}
func.func @vectors(%a: memref<64x8xHALF>, %m: memref<8xi1>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %end = arith.constant 64 : index
  %pad = arith.constant 1.0 : HALF
  %no = arith.constant false
  %mask = vector.transfer_read %m[%zero], %no {in_bounds = [true]} : memref<8xi1>, vector<8xi1>
  %start = vector.transfer_read %a[%zero, %zero], %pad {in_bounds = [true]} : memref<64x8xHALF>, vector<8xHALF>
  %r = scf.for %i = %zero to %end step %one iter_args(%s = %start) -> vector<8xHALF> {
    %x = vector.transfer_read %a[%i, %zero], %pad, %mask {in_bounds = [true]} : memref<64x8xHALF>, vector<8xHALF>
    %y = vector.fma %x, %s, %s : vector<8xHALF>
    %z = arith.maxnumf %y, %x : vector<8xHALF>
    vector.transfer_write %z, %a[%i, %zero] {in_bounds = [true]} : vector<8xHALF>, memref<64x8xHALF>
    scf.yield %z : vector<8xHALF>
  }
  vector.transfer_write %r, %a[%zero, %zero] {in_bounds = [true]} : vector<8xHALF>, memref<64x8xHALF>
  return
}
