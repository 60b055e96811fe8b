// f16 and bf16 in kernels: vectors are converted by instructions, or by shifts and integer rounding,
// and no lane by itself or by a function; sums of products of bf16 are dot products where there are. HALF stands for the type.
//
// RUN: sed s/HALF/f16/g %s > %t.f16.mlir
// RUN: sed s/HALF/bf16/g %s > %t.bf16.mlir
// RUN: %autotune compile %t.f16.mlir -o %t.f16.v3.s --prefix h --target x86-64-v3 --quiet
// RUN: %autotune compile %t.f16.mlir -o %t.f16.zen3.s --prefix h --target zen3 --quiet
// RUN: %autotune compile %t.f16.mlir -o %t.f16.zen4.s --prefix h --target zen4 --quiet
// RUN: %autotune compile %t.f16.mlir -o %t.f16.skx.s --prefix h --target skylake-avx512 --quiet
// RUN: %autotune compile %t.f16.mlir -o %t.f16.spr.s --prefix h --target sapphirerapids --quiet
// RUN: %autotune compile %t.bf16.mlir -o %t.bf16.v3.s --prefix h --target x86-64-v3 --quiet
// RUN: %autotune compile %t.bf16.mlir -o %t.bf16.zen4.s --prefix h --target zen4 --quiet
// RUN: %autotune compile %t.bf16.mlir -o %t.bf16.spr.s --prefix h --target sapphirerapids --quiet
// RUN: cat %t.f16.v3.s %t.f16.zen3.s %t.f16.zen4.s %t.f16.skx.s %t.f16.spr.s %t.bf16.v3.s %t.bf16.zen4.s %t.bf16.spr.s | FileCheck %s
// CHECK-NOT: {{(call|jmp)q?.*(fmax|fmin|__)}}
//
// RUN: FileCheck %s --check-prefix=F16 --input-file %t.f16.v3.s
// RUN: FileCheck %s --check-prefix=F16 --input-file %t.f16.zen3.s
// RUN: FileCheck %s --check-prefix=F16 --input-file %t.f16.zen4.s
// RUN: FileCheck %s --check-prefix=F16 --input-file %t.f16.skx.s
// RUN: FileCheck %s --check-prefix=BF16 --input-file %t.bf16.v3.s
// RUN: FileCheck %s --check-prefix=DOT --input-file %t.bf16.zen4.s
// F16-LABEL: chain:
// F16: vcvtph2ps {{.*}}, %{{[yz]}}mm
// F16: vcvtps2ph {{.*}}%{{[yz]}}mm
// F16-LABEL: row:
// F16-NOT: vpinsrw
// F16: vcvtph2ps {{.*}}, %{{[yz]}}mm
// F16: vfmadd
// F16-LABEL: largest:
// BF16-LABEL: chain:
// BF16: vpslld $16, %{{[yz]}}mm
// BF16: vpsrld $16, %{{[yz]}}mm
// BF16-LABEL: row:
// BF16-NOT: vpinsrw
// BF16: vpslld $16, %{{[yz]}}mm
// BF16: vfmadd
// BF16-LABEL: largest:
// DOT-LABEL: chain:
// DOT: vpslld $16, %{{[yz]}}mm
// DOT: vpsrld $16, %{{[yz]}}mm
// DOT-LABEL: row:
// DOT-NOT: vpinsrw
// DOT: vdpbf16ps
// DOT-LABEL: largest:
#id = affine_map<(i) -> (i)>
func.func @chain(%a: tensor<4096xHALF>, %b: tensor<4096xHALF>) -> tensor<4096xHALF> {
  %e = tensor.empty() : tensor<4096xHALF>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%a, %b : tensor<4096xHALF>, tensor<4096xHALF>) outs(%e : tensor<4096xHALF>) {
  ^bb0(%x: HALF, %y: HALF, %o: HALF):
    %0 = arith.mulf %x, %y : HALF
    %1 = arith.addf %0, %x : HALF
    linalg.yield %1 : HALF
  } -> tensor<4096xHALF>
  return %r : tensor<4096xHALF>
}
func.func @row(%a: tensor<512x1024xHALF>, %b: tensor<1024xHALF>) -> tensor<512xHALF> {
  %z = arith.constant 0.0 : HALF
  %e = tensor.empty() : tensor<512xHALF>
  %i = linalg.fill ins(%z : HALF) outs(%e : tensor<512xHALF>) -> tensor<512xHALF>
  %r = linalg.matvec ins(%a, %b : tensor<512x1024xHALF>, tensor<1024xHALF>) outs(%i : tensor<512xHALF>) -> tensor<512xHALF>
  return %r : tensor<512xHALF>
}
func.func @largest(%a: tensor<64x512xHALF>) -> tensor<64x512xHALF> {
  %e = tensor.empty() : tensor<64x512xHALF>
  %r = linalg.softmax dimension(1) ins(%a : tensor<64x512xHALF>) outs(%e : tensor<64x512xHALF>) -> tensor<64x512xHALF>
  return %r : tensor<64x512xHALF>
}
