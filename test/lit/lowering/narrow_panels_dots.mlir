// Panels that are parts of a register tile, whose lanes hold the neighbours of a dot product; the last ones end where columns and terms do.
//
// RUN: %autotune run %s --check --target zen5 --fp relaxed --schedule "direct(vector=i0x16,block=[64,2],pack=[2:0],instruction=vdpbf16ps)" | FileCheck %s
// RUN: %autotune run %s --check --target zen5 --fp relaxed --schedule "direct(vector=i0x16,block=[128,4],pack=[2:0],instruction=vpdpbusd,remainder=mask)" | FileCheck %s
// RUN: autotune-opt %s --autotune="target=zen5 remarks=none fp=relaxed schedule={direct(vector=i0x16,block=[64,4],pack=[2:0],instruction=vpdpbusd)}" | FileCheck %s --check-prefix=BYTES
// CHECK: @halves: agrees
// CHECK: @bytes: agrees

func.func @halves(%x: tensor<1x37xbf16>, %w: tensor<37x131xbf16> {autotune.constant}, %start: tensor<1x131xf32>) -> tensor<1x131xf32> {
  %r = linalg.matmul ins(%x, %w : tensor<1x37xbf16>, tensor<37x131xbf16>) outs(%start : tensor<1x131xf32>) -> tensor<1x131xf32>
  return %r : tensor<1x131xf32>
}

// BYTES: func.func @bytes(%{{.*}}: tensor<1x39xi8>, %{{.*}}: tensor<9x10x64xi8> {autotune.packed}
func.func @bytes(%x: tensor<1x39xi8>, %w: tensor<39x131xi8> {autotune.constant}, %start: tensor<1x131xi32>) -> tensor<1x131xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(n, k) -> (0, k)>, affine_map<(n, k) -> (k, n)>, affine_map<(n, k) -> (0, n)>], iterator_types = ["parallel", "reduction"]}
    ins(%x, %w : tensor<1x39xi8>, tensor<39x131xi8>) outs(%start : tensor<1x131xi32>) {
  ^bb0(%a: i8, %b: i8, %o: i32):
    %left = arith.extui %a : i8 to i32
    %right = arith.extsi %b : i8 to i32
    %p = arith.muli %left, %right : i32
    %s = arith.addi %o, %p : i32
    linalg.yield %s : i32
  } -> tensor<1x131xi32>
  return %r : tensor<1x131xi32>
}
