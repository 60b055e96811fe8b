func.func @s8(%a: memref<64x256xi8>, %b: memref<256x128xi8>, %c: memref<64x128xi32>) {
  linalg.matmul ins(%a, %b : memref<64x256xi8>, memref<256x128xi8>) outs(%c : memref<64x128xi32>)
  return
}
func.func @u8(%a: memref<64x256xi8>, %b: memref<256x128xi8>, %c: memref<64x128xi32>) {
  linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a, %b : memref<64x256xi8>, memref<256x128xi8>) outs(%c : memref<64x128xi32>)
  return
}
#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>
func.func @mixed(%a: memref<64x256xi8>, %b: memref<256x128xi8>, %c: memref<64x128xi32>) {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<64x256xi8>, memref<256x128xi8>) outs(%c : memref<64x128xi32>) {
  ^bb0(%x: i8, %y: i8, %z: i32):
    %p = arith.extui %x : i8 to i32
    %q = arith.extsi %y : i8 to i32
    %m = arith.muli %p, %q : i32
    %r = arith.addi %z, %m : i32
    linalg.yield %r : i32
  }
  return
}
func.func @shifted(%a: memref<64x256xi8>, %b: memref<256x128xi8>, %c: memref<64x128xi32>) {
  %zero = arith.constant 7 : i32
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<64x256xi8>, memref<256x128xi8>) outs(%c : memref<64x128xi32>) {
  ^bb0(%x: i8, %y: i8, %z: i32):
    %u = arith.extui %x : i8 to i32
    %p = arith.subi %u, %zero : i32
    %q = arith.extsi %y : i8 to i32
    %m = arith.muli %p, %q : i32
    %r = arith.addi %z, %m : i32
    linalg.yield %r : i32
  }
  return
}
func.func @bf16(%a: memref<64x256xbf16>, %b: memref<256x128xbf16>, %c: memref<64x128xf32>) {
  linalg.matmul ins(%a, %b : memref<64x256xbf16>, memref<256x128xbf16>) outs(%c : memref<64x128xf32>)
  return
}
func.func @half(%a: memref<64x256xf16>, %b: memref<256x128xf16>, %c: memref<64x128xf16>) {
  linalg.matmul ins(%a, %b : memref<64x256xf16>, memref<256x128xf16>) outs(%c : memref<64x128xf16>)
  return
}
func.func @long(%a: memref<64x256xf16>, %b: memref<256x160xf16>, %c: memref<64x160xf32>) {
  linalg.matmul ins(%a, %b : memref<64x256xf16>, memref<256x160xf16>) outs(%c : memref<64x160xf32>)
  return
}
