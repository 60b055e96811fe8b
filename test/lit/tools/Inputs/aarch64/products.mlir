func.func @small(%a: memref<37x65xf32>, %b: memref<65x83xf32>, %c: memref<37x83xf32>) {
  linalg.matmul ins(%a, %b : memref<37x65xf32>, memref<65x83xf32>) outs(%c : memref<37x83xf32>)
  return
}
func.func @square(%a: memref<384x384xf32>, %b: memref<384x384xf32>, %c: memref<384x384xf32>) {
  linalg.matmul ins(%a, %b : memref<384x384xf32>, memref<384x384xf32>) outs(%c : memref<384x384xf32>)
  return
}
func.func @double(%a: memref<128x256xf64>, %b: memref<256x192xf64>, %c: memref<128x192xf64>) {
  linalg.matmul ins(%a, %b : memref<128x256xf64>, memref<256x192xf64>) outs(%c : memref<128x192xf64>)
  return
}
func.func @dense(%a: memref<256x512xf32>, %b: memref<512x1024xf32>, %c: memref<256x1024xf32>) {
  linalg.matmul ins(%a, %b : memref<256x512xf32>, memref<512x1024xf32>) outs(%c : memref<256x1024xf32>)
  return
}
