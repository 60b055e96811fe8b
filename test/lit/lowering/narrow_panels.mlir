// Constants that are read once, by one row of data, lie in several panels for a register tile, of whole lines: here two of 16 lanes
// for tiles of 32 columns, the last of which end where the columns do.
//
// DEFINE: %{schedule} = direct(vector=i0x8,block=[32,2],pack=[2:0])
// RUN: autotune-opt %s --autotune="target=x86-64-v3 remarks=none schedule={%{schedule}}" | FileCheck %s
// RUN: %autotune run %s --check --target x86-64-v3 --schedule "%{schedule}"
// RUN: %autotune run %s --check --target x86-64-v3 --schedule "direct(vector=i0x8,block=[32,2],pack=[2:0],remainder=mask)"
// RUN: %autotune run %s --check --target x86-64-v3 --schedule "direct(vector=i0x8,block=[32,2],pack=[2:0],remainder=pad)"

// CHECK: func.func @odd(%{{.*}}: tensor<1x37xf32>, %{{.*}}: tensor<9x37x16xf32> {autotune.packed}
func.func @odd(%x: tensor<1x37xf32>, %w: tensor<37x131xf32> {autotune.constant},
               %start: tensor<1x131xf32>) -> tensor<1x131xf32> {
  %r = linalg.matmul ins(%x, %w : tensor<1x37xf32>, tensor<37x131xf32>) outs(%start : tensor<1x131xf32>) -> tensor<1x131xf32>
  return %r : tensor<1x131xf32>
}

// CHECK: func.func @whole(%{{.*}}: tensor<1x8xf32>, %{{.*}}: tensor<4x8x16xf32> {autotune.packed}
func.func @whole(%x: tensor<1x8xf32>, %w: tensor<8x64xf32> {autotune.constant},
                 %start: tensor<1x64xf32>) -> tensor<1x64xf32> {
  %r = linalg.matmul ins(%x, %w : tensor<1x8xf32>, tensor<8x64xf32>) outs(%start : tensor<1x64xf32>) -> tensor<1x64xf32>
  return %r : tensor<1x64xf32>
}

// CHECK: func.func @two_terms(%{{.*}}: tensor<1x2xf32>, %{{.*}}: tensor<3x2x16xf32> {autotune.packed}
func.func @two_terms(%x: tensor<1x2xf32>, %w: tensor<2x33xf32> {autotune.constant},
                    %start: tensor<1x33xf32>) -> tensor<1x33xf32> {
  %r = linalg.matmul ins(%x, %w : tensor<1x2xf32>, tensor<2x33xf32>) outs(%start : tensor<1x33xf32>) -> tensor<1x33xf32>
  return %r : tensor<1x33xf32>
}
