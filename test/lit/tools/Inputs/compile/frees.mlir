// Ops that update memrefs, beside temporaries of unknown size on tensors.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
// A tensor temporary of unknown size, read by an op that updates a memref.
func.func @to_buffer(%a: tensor<?x40xf32>, %m: memref<?x40xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x40xf32>
  %e = tensor.empty(%n) : tensor<?x40xf32>
  %t = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : tensor<?x40xf32>) outs(%e : tensor<?x40xf32>) -> tensor<?x40xf32>
  %b = bufferization.to_buffer %t read_only : tensor<?x40xf32> to memref<?x40xf32>
  linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%b, %m : memref<?x40xf32>, memref<?x40xf32>) outs(%m : memref<?x40xf32>)
  return
}
// A sum of what a memref holds, beside updates of it.
func.func @to_tensor(%m: memref<?x40xf32>, %w: tensor<40x24xf32>, %res: memref<?x24xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%m : memref<?x40xf32>) outs(%m : memref<?x40xf32>)
  %t = bufferization.to_tensor %m restrict : memref<?x40xf32> to tensor<?x40xf32>
  %n = tensor.dim %t, %c0 : tensor<?x40xf32>
  %e = tensor.empty(%n) : tensor<?x24xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<?x24xf32>) -> tensor<?x24xf32>
  %p = linalg.matmul ins(%t, %w : tensor<?x40xf32>, tensor<40x24xf32>) outs(%i : tensor<?x24xf32>) -> tensor<?x24xf32>
  %e1 = tensor.empty(%n) : tensor<?xf32>
  %i1 = linalg.fill ins(%z : f32) outs(%e1 : tensor<?xf32>) -> tensor<?xf32>
  %s = linalg.reduce { arith.addf } ins(%p : tensor<?x24xf32>) outs(%i1 : tensor<?xf32>) dimensions = [1]
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%p, %s : tensor<?x24xf32>, tensor<?xf32>) outs(%e : tensor<?x24xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %v = arith.divf %x, %y : f32
    linalg.yield %v : f32
  } -> tensor<?x24xf32>
  bufferization.materialize_in_destination %r in restrict writable %res : (tensor<?x24xf32>, memref<?x24xf32>) -> ()
  return
}
// An allocation of the function's own beside tensors, freed by itself.
func.func @own(%a: tensor<?x40xf32>, %m: memref<?x40xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x40xf32>
  %own = memref.alloc(%n) : memref<?x40xf32>
  %e = tensor.empty(%n) : tensor<?x40xf32>
  %t = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : tensor<?x40xf32>) outs(%e : tensor<?x40xf32>) -> tensor<?x40xf32>
  bufferization.materialize_in_destination %t in writable %own : (tensor<?x40xf32>, memref<?x40xf32>) -> ()
  linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%own, %m : memref<?x40xf32>, memref<?x40xf32>) outs(%m : memref<?x40xf32>)
  memref.dealloc %own : memref<?x40xf32>
  return
}
// The same, in a loop and with a branch.
func.func @loop(%a: tensor<?x40xf32>, %m: memref<?x40xf32>, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %a, %c0 : tensor<?x40xf32>
  scf.for %q = %c0 to %k step %c1 {
    %e = tensor.empty(%n) : tensor<?x40xf32>
    %t = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : tensor<?x40xf32>) outs(%e : tensor<?x40xf32>) -> tensor<?x40xf32>
    %b = bufferization.to_buffer %t read_only : tensor<?x40xf32> to memref<?x40xf32>
    linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%b, %m : memref<?x40xf32>, memref<?x40xf32>) outs(%m : memref<?x40xf32>)
    %odd = arith.cmpi sgt, %q, %c1 : index
    scf.if %odd {
      %e2 = tensor.empty(%n) : tensor<?x40xf32>
      %t2 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%t, %a : tensor<?x40xf32>, tensor<?x40xf32>) outs(%e2 : tensor<?x40xf32>) -> tensor<?x40xf32>
      %b2 = bufferization.to_buffer %t2 read_only : tensor<?x40xf32> to memref<?x40xf32>
      linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%b2, %m : memref<?x40xf32>, memref<?x40xf32>) outs(%m : memref<?x40xf32>)
    }
  }
  return
}
// Pieces of columns update a copy, which they free; the maxima of the rows are a temporary of unknown size.
func.func @pieces(%a: tensor<?x40xf32>, %m: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %n = tensor.dim %a, %c0 : tensor<?x40xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %t = linalg.reduce { arith.maximumf } ins(%a : tensor<?x40xf32>) outs(%i : tensor<?xf32>) dimensions = [1]
  %b = bufferization.to_buffer %t read_only : tensor<?xf32> to memref<?xf32>
  linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]} ins(%b : memref<?xf32>) outs(%m : memref<?x?xf32>) {
  ^bb0(%x: f32, %o: f32):
    %v = arith.addf %x, %o : f32
    linalg.yield %v : f32
  }
  return
}
