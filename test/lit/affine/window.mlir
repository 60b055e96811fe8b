// Every loop of a linalg op is by itself the subscript of some operand. Those of a window without
// weights are not, and stay loops around the op.
// RUN: autotune-opt %s --autotune="target=x86-64-v3 remarks=all" -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: affine.for raised: 1 linalg ops and 0 scalar statements
// RUN: autotune-opt %s --autotune="target=x86-64-v3" | FileCheck %s
// CHECK-LABEL: func.func @pool
// CHECK: scf.for %[[R:.*]] = %c0 to %c2 step %c1
// CHECK: scf.for %[[S:.*]] = %c0 to %c2 step %c1
// CHECK: memref.subview %{{.*}}[0, %[[R]], %[[S]]] [8, 31, 31]
func.func @pool(%in: memref<8x32x32xf32>, %out: memref<8x16x16xf32>) {
  affine.for %c = 0 to 8 {
    affine.for %y = 0 to 16 {
      affine.for %x = 0 to 16 {
        affine.for %r = 0 to 2 {
          affine.for %s = 0 to 2 {
            %o = affine.load %out[%c, %y, %x] : memref<8x16x16xf32>
            %i = affine.load %in[%c, %y * 2 + %r, %x * 2 + %s] : memref<8x32x32xf32>
            %n = arith.addf %o, %i : f32
            affine.store %n, %out[%c, %y, %x] : memref<8x16x16xf32>
          }
        }
      }
    }
  }
  return
}
