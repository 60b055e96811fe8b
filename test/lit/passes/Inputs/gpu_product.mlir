func.func @product(%a: memref<1024x512xf32>, %b: memref<512x768xf32>, %c: memref<1024x768xf32>) {
  linalg.matmul {autotune.schedule = "direct(vector=i1x4, block=[8,8,4], tile0=[128,128,16])"} ins(%a, %b : memref<1024x512xf32>, memref<512x768xf32>) outs(%c : memref<1024x768xf32>)
  return
}
