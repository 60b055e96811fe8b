// A loop over pieces of an unknown extent may use more constants than a kernel may: two equal ones are one function.
//
// RUN: autotune-opt --autotune-share-kernels %s | FileCheck %s

// CHECK-LABEL: func.func @pieces(
// CHECK: call @autotune_kernel_0(%{{.+}}, %arg0)
// CHECK: call @autotune_kernel_0(%{{.+}}, %arg1)
// CHECK-NOT: scf.for
// CHECK: return
func.func @pieces(%a: memref<?xindex>, %b: memref<?xindex>, %n: index) {
  %k0 = arith.constant 0 : index %k1 = arith.constant 1 : index %k2 = arith.constant 2 : index %k3 = arith.constant 3 : index %k4 = arith.constant 4 : index %k5 = arith.constant 5 : index
  %k6 = arith.constant 6 : index %k7 = arith.constant 7 : index %k8 = arith.constant 8 : index %k9 = arith.constant 9 : index %k10 = arith.constant 10 : index %k11 = arith.constant 11 : index
  %k12 = arith.constant 12 : index %k13 = arith.constant 13 : index %k14 = arith.constant 14 : index %k15 = arith.constant 15 : index %k16 = arith.constant 16 : index %k17 = arith.constant 17 : index
  %k18 = arith.constant 18 : index %k19 = arith.constant 19 : index %k20 = arith.constant 20 : index %k21 = arith.constant 21 : index %k22 = arith.constant 22 : index %k23 = arith.constant 23 : index
  %k24 = arith.constant 24 : index %k25 = arith.constant 25 : index %k26 = arith.constant 26 : index %k27 = arith.constant 27 : index %k28 = arith.constant 28 : index %k29 = arith.constant 29 : index
  %k30 = arith.constant 30 : index %k31 = arith.constant 31 : index %k32 = arith.constant 32 : index %k33 = arith.constant 33 : index %k34 = arith.constant 34 : index %k35 = arith.constant 35 : index
  %k36 = arith.constant 36 : index %k37 = arith.constant 37 : index %k38 = arith.constant 38 : index %k39 = arith.constant 39 : index %k40 = arith.constant 40 : index %k41 = arith.constant 41 : index
  %k42 = arith.constant 42 : index %k43 = arith.constant 43 : index %k44 = arith.constant 44 : index %k45 = arith.constant 45 : index %k46 = arith.constant 46 : index %k47 = arith.constant 47 : index
  %k48 = arith.constant 48 : index %k49 = arith.constant 49 : index %k50 = arith.constant 50 : index %k51 = arith.constant 51 : index %k52 = arith.constant 52 : index %k53 = arith.constant 53 : index
  %k54 = arith.constant 54 : index %k55 = arith.constant 55 : index %k56 = arith.constant 56 : index %k57 = arith.constant 57 : index %k58 = arith.constant 58 : index %k59 = arith.constant 59 : index
  %k60 = arith.constant 60 : index %k61 = arith.constant 61 : index %k62 = arith.constant 62 : index %k63 = arith.constant 63 : index %k64 = arith.constant 64 : index %k65 = arith.constant 65 : index
  scf.for %at = %k0 to %n step %k64 {
    memref.store %k0, %a[%at] : memref<?xindex> memref.store %k1, %a[%at] : memref<?xindex> memref.store %k2, %a[%at] : memref<?xindex>
    memref.store %k3, %a[%at] : memref<?xindex> memref.store %k4, %a[%at] : memref<?xindex> memref.store %k5, %a[%at] : memref<?xindex>
    memref.store %k6, %a[%at] : memref<?xindex> memref.store %k7, %a[%at] : memref<?xindex> memref.store %k8, %a[%at] : memref<?xindex>
    memref.store %k9, %a[%at] : memref<?xindex> memref.store %k10, %a[%at] : memref<?xindex> memref.store %k11, %a[%at] : memref<?xindex>
    memref.store %k12, %a[%at] : memref<?xindex> memref.store %k13, %a[%at] : memref<?xindex> memref.store %k14, %a[%at] : memref<?xindex>
    memref.store %k15, %a[%at] : memref<?xindex> memref.store %k16, %a[%at] : memref<?xindex> memref.store %k17, %a[%at] : memref<?xindex>
    memref.store %k18, %a[%at] : memref<?xindex> memref.store %k19, %a[%at] : memref<?xindex> memref.store %k20, %a[%at] : memref<?xindex>
    memref.store %k21, %a[%at] : memref<?xindex> memref.store %k22, %a[%at] : memref<?xindex> memref.store %k23, %a[%at] : memref<?xindex>
    memref.store %k24, %a[%at] : memref<?xindex> memref.store %k25, %a[%at] : memref<?xindex> memref.store %k26, %a[%at] : memref<?xindex>
    memref.store %k27, %a[%at] : memref<?xindex> memref.store %k28, %a[%at] : memref<?xindex> memref.store %k29, %a[%at] : memref<?xindex>
    memref.store %k30, %a[%at] : memref<?xindex> memref.store %k31, %a[%at] : memref<?xindex> memref.store %k32, %a[%at] : memref<?xindex>
    memref.store %k33, %a[%at] : memref<?xindex> memref.store %k34, %a[%at] : memref<?xindex> memref.store %k35, %a[%at] : memref<?xindex>
    memref.store %k36, %a[%at] : memref<?xindex> memref.store %k37, %a[%at] : memref<?xindex> memref.store %k38, %a[%at] : memref<?xindex>
    memref.store %k39, %a[%at] : memref<?xindex> memref.store %k40, %a[%at] : memref<?xindex> memref.store %k41, %a[%at] : memref<?xindex>
    memref.store %k42, %a[%at] : memref<?xindex> memref.store %k43, %a[%at] : memref<?xindex> memref.store %k44, %a[%at] : memref<?xindex>
    memref.store %k45, %a[%at] : memref<?xindex> memref.store %k46, %a[%at] : memref<?xindex> memref.store %k47, %a[%at] : memref<?xindex>
    memref.store %k48, %a[%at] : memref<?xindex> memref.store %k49, %a[%at] : memref<?xindex> memref.store %k50, %a[%at] : memref<?xindex>
    memref.store %k51, %a[%at] : memref<?xindex> memref.store %k52, %a[%at] : memref<?xindex> memref.store %k53, %a[%at] : memref<?xindex>
    memref.store %k54, %a[%at] : memref<?xindex> memref.store %k55, %a[%at] : memref<?xindex> memref.store %k56, %a[%at] : memref<?xindex>
    memref.store %k57, %a[%at] : memref<?xindex> memref.store %k58, %a[%at] : memref<?xindex> memref.store %k59, %a[%at] : memref<?xindex>
    memref.store %k60, %a[%at] : memref<?xindex> memref.store %k61, %a[%at] : memref<?xindex> memref.store %k62, %a[%at] : memref<?xindex>
    memref.store %k63, %a[%at] : memref<?xindex> memref.store %k64, %a[%at] : memref<?xindex> memref.store %k65, %a[%at] : memref<?xindex>
  } {autotune.pieces}
  scf.for %at = %k0 to %n step %k64 {
    memref.store %k0, %b[%at] : memref<?xindex> memref.store %k1, %b[%at] : memref<?xindex> memref.store %k2, %b[%at] : memref<?xindex>
    memref.store %k3, %b[%at] : memref<?xindex> memref.store %k4, %b[%at] : memref<?xindex> memref.store %k5, %b[%at] : memref<?xindex>
    memref.store %k6, %b[%at] : memref<?xindex> memref.store %k7, %b[%at] : memref<?xindex> memref.store %k8, %b[%at] : memref<?xindex>
    memref.store %k9, %b[%at] : memref<?xindex> memref.store %k10, %b[%at] : memref<?xindex> memref.store %k11, %b[%at] : memref<?xindex>
    memref.store %k12, %b[%at] : memref<?xindex> memref.store %k13, %b[%at] : memref<?xindex> memref.store %k14, %b[%at] : memref<?xindex>
    memref.store %k15, %b[%at] : memref<?xindex> memref.store %k16, %b[%at] : memref<?xindex> memref.store %k17, %b[%at] : memref<?xindex>
    memref.store %k18, %b[%at] : memref<?xindex> memref.store %k19, %b[%at] : memref<?xindex> memref.store %k20, %b[%at] : memref<?xindex>
    memref.store %k21, %b[%at] : memref<?xindex> memref.store %k22, %b[%at] : memref<?xindex> memref.store %k23, %b[%at] : memref<?xindex>
    memref.store %k24, %b[%at] : memref<?xindex> memref.store %k25, %b[%at] : memref<?xindex> memref.store %k26, %b[%at] : memref<?xindex>
    memref.store %k27, %b[%at] : memref<?xindex> memref.store %k28, %b[%at] : memref<?xindex> memref.store %k29, %b[%at] : memref<?xindex>
    memref.store %k30, %b[%at] : memref<?xindex> memref.store %k31, %b[%at] : memref<?xindex> memref.store %k32, %b[%at] : memref<?xindex>
    memref.store %k33, %b[%at] : memref<?xindex> memref.store %k34, %b[%at] : memref<?xindex> memref.store %k35, %b[%at] : memref<?xindex>
    memref.store %k36, %b[%at] : memref<?xindex> memref.store %k37, %b[%at] : memref<?xindex> memref.store %k38, %b[%at] : memref<?xindex>
    memref.store %k39, %b[%at] : memref<?xindex> memref.store %k40, %b[%at] : memref<?xindex> memref.store %k41, %b[%at] : memref<?xindex>
    memref.store %k42, %b[%at] : memref<?xindex> memref.store %k43, %b[%at] : memref<?xindex> memref.store %k44, %b[%at] : memref<?xindex>
    memref.store %k45, %b[%at] : memref<?xindex> memref.store %k46, %b[%at] : memref<?xindex> memref.store %k47, %b[%at] : memref<?xindex>
    memref.store %k48, %b[%at] : memref<?xindex> memref.store %k49, %b[%at] : memref<?xindex> memref.store %k50, %b[%at] : memref<?xindex>
    memref.store %k51, %b[%at] : memref<?xindex> memref.store %k52, %b[%at] : memref<?xindex> memref.store %k53, %b[%at] : memref<?xindex>
    memref.store %k54, %b[%at] : memref<?xindex> memref.store %k55, %b[%at] : memref<?xindex> memref.store %k56, %b[%at] : memref<?xindex>
    memref.store %k57, %b[%at] : memref<?xindex> memref.store %k58, %b[%at] : memref<?xindex> memref.store %k59, %b[%at] : memref<?xindex>
    memref.store %k60, %b[%at] : memref<?xindex> memref.store %k61, %b[%at] : memref<?xindex> memref.store %k62, %b[%at] : memref<?xindex>
    memref.store %k63, %b[%at] : memref<?xindex> memref.store %k64, %b[%at] : memref<?xindex> memref.store %k65, %b[%at] : memref<?xindex>
  } {autotune.pieces}
  return
}

// CHECK-LABEL: func.func @kernels(
// CHECK-COUNT-2: scf.for
func.func @kernels(%a: memref<?xindex>, %b: memref<?xindex>, %n: index) {
  %k0 = arith.constant 0 : index %k1 = arith.constant 1 : index %k2 = arith.constant 2 : index %k3 = arith.constant 3 : index %k4 = arith.constant 4 : index %k5 = arith.constant 5 : index
  %k6 = arith.constant 6 : index %k7 = arith.constant 7 : index %k8 = arith.constant 8 : index %k9 = arith.constant 9 : index %k10 = arith.constant 10 : index %k11 = arith.constant 11 : index
  %k12 = arith.constant 12 : index %k13 = arith.constant 13 : index %k14 = arith.constant 14 : index %k15 = arith.constant 15 : index %k16 = arith.constant 16 : index %k17 = arith.constant 17 : index
  %k18 = arith.constant 18 : index %k19 = arith.constant 19 : index %k20 = arith.constant 20 : index %k21 = arith.constant 21 : index %k22 = arith.constant 22 : index %k23 = arith.constant 23 : index
  %k24 = arith.constant 24 : index %k25 = arith.constant 25 : index %k26 = arith.constant 26 : index %k27 = arith.constant 27 : index %k28 = arith.constant 28 : index %k29 = arith.constant 29 : index
  %k30 = arith.constant 30 : index %k31 = arith.constant 31 : index %k32 = arith.constant 32 : index %k33 = arith.constant 33 : index %k34 = arith.constant 34 : index %k35 = arith.constant 35 : index
  %k36 = arith.constant 36 : index %k37 = arith.constant 37 : index %k38 = arith.constant 38 : index %k39 = arith.constant 39 : index %k40 = arith.constant 40 : index %k41 = arith.constant 41 : index
  %k42 = arith.constant 42 : index %k43 = arith.constant 43 : index %k44 = arith.constant 44 : index %k45 = arith.constant 45 : index %k46 = arith.constant 46 : index %k47 = arith.constant 47 : index
  %k48 = arith.constant 48 : index %k49 = arith.constant 49 : index %k50 = arith.constant 50 : index %k51 = arith.constant 51 : index %k52 = arith.constant 52 : index %k53 = arith.constant 53 : index
  %k54 = arith.constant 54 : index %k55 = arith.constant 55 : index %k56 = arith.constant 56 : index %k57 = arith.constant 57 : index %k58 = arith.constant 58 : index %k59 = arith.constant 59 : index
  %k60 = arith.constant 60 : index %k61 = arith.constant 61 : index %k62 = arith.constant 62 : index %k63 = arith.constant 63 : index %k64 = arith.constant 64 : index %k65 = arith.constant 65 : index
  scf.for %at = %k0 to %n step %k64 {
    memref.store %k0, %a[%at] : memref<?xindex> memref.store %k1, %a[%at] : memref<?xindex> memref.store %k2, %a[%at] : memref<?xindex>
    memref.store %k3, %a[%at] : memref<?xindex> memref.store %k4, %a[%at] : memref<?xindex> memref.store %k5, %a[%at] : memref<?xindex>
    memref.store %k6, %a[%at] : memref<?xindex> memref.store %k7, %a[%at] : memref<?xindex> memref.store %k8, %a[%at] : memref<?xindex>
    memref.store %k9, %a[%at] : memref<?xindex> memref.store %k10, %a[%at] : memref<?xindex> memref.store %k11, %a[%at] : memref<?xindex>
    memref.store %k12, %a[%at] : memref<?xindex> memref.store %k13, %a[%at] : memref<?xindex> memref.store %k14, %a[%at] : memref<?xindex>
    memref.store %k15, %a[%at] : memref<?xindex> memref.store %k16, %a[%at] : memref<?xindex> memref.store %k17, %a[%at] : memref<?xindex>
    memref.store %k18, %a[%at] : memref<?xindex> memref.store %k19, %a[%at] : memref<?xindex> memref.store %k20, %a[%at] : memref<?xindex>
    memref.store %k21, %a[%at] : memref<?xindex> memref.store %k22, %a[%at] : memref<?xindex> memref.store %k23, %a[%at] : memref<?xindex>
    memref.store %k24, %a[%at] : memref<?xindex> memref.store %k25, %a[%at] : memref<?xindex> memref.store %k26, %a[%at] : memref<?xindex>
    memref.store %k27, %a[%at] : memref<?xindex> memref.store %k28, %a[%at] : memref<?xindex> memref.store %k29, %a[%at] : memref<?xindex>
    memref.store %k30, %a[%at] : memref<?xindex> memref.store %k31, %a[%at] : memref<?xindex> memref.store %k32, %a[%at] : memref<?xindex>
    memref.store %k33, %a[%at] : memref<?xindex> memref.store %k34, %a[%at] : memref<?xindex> memref.store %k35, %a[%at] : memref<?xindex>
    memref.store %k36, %a[%at] : memref<?xindex> memref.store %k37, %a[%at] : memref<?xindex> memref.store %k38, %a[%at] : memref<?xindex>
    memref.store %k39, %a[%at] : memref<?xindex> memref.store %k40, %a[%at] : memref<?xindex> memref.store %k41, %a[%at] : memref<?xindex>
    memref.store %k42, %a[%at] : memref<?xindex> memref.store %k43, %a[%at] : memref<?xindex> memref.store %k44, %a[%at] : memref<?xindex>
    memref.store %k45, %a[%at] : memref<?xindex> memref.store %k46, %a[%at] : memref<?xindex> memref.store %k47, %a[%at] : memref<?xindex>
    memref.store %k48, %a[%at] : memref<?xindex> memref.store %k49, %a[%at] : memref<?xindex> memref.store %k50, %a[%at] : memref<?xindex>
    memref.store %k51, %a[%at] : memref<?xindex> memref.store %k52, %a[%at] : memref<?xindex> memref.store %k53, %a[%at] : memref<?xindex>
    memref.store %k54, %a[%at] : memref<?xindex> memref.store %k55, %a[%at] : memref<?xindex> memref.store %k56, %a[%at] : memref<?xindex>
    memref.store %k57, %a[%at] : memref<?xindex> memref.store %k58, %a[%at] : memref<?xindex> memref.store %k59, %a[%at] : memref<?xindex>
    memref.store %k60, %a[%at] : memref<?xindex> memref.store %k61, %a[%at] : memref<?xindex> memref.store %k62, %a[%at] : memref<?xindex>
    memref.store %k63, %a[%at] : memref<?xindex> memref.store %k64, %a[%at] : memref<?xindex> memref.store %k65, %a[%at] : memref<?xindex>
  }
  scf.for %at = %k0 to %n step %k64 {
    memref.store %k0, %b[%at] : memref<?xindex> memref.store %k1, %b[%at] : memref<?xindex> memref.store %k2, %b[%at] : memref<?xindex>
    memref.store %k3, %b[%at] : memref<?xindex> memref.store %k4, %b[%at] : memref<?xindex> memref.store %k5, %b[%at] : memref<?xindex>
    memref.store %k6, %b[%at] : memref<?xindex> memref.store %k7, %b[%at] : memref<?xindex> memref.store %k8, %b[%at] : memref<?xindex>
    memref.store %k9, %b[%at] : memref<?xindex> memref.store %k10, %b[%at] : memref<?xindex> memref.store %k11, %b[%at] : memref<?xindex>
    memref.store %k12, %b[%at] : memref<?xindex> memref.store %k13, %b[%at] : memref<?xindex> memref.store %k14, %b[%at] : memref<?xindex>
    memref.store %k15, %b[%at] : memref<?xindex> memref.store %k16, %b[%at] : memref<?xindex> memref.store %k17, %b[%at] : memref<?xindex>
    memref.store %k18, %b[%at] : memref<?xindex> memref.store %k19, %b[%at] : memref<?xindex> memref.store %k20, %b[%at] : memref<?xindex>
    memref.store %k21, %b[%at] : memref<?xindex> memref.store %k22, %b[%at] : memref<?xindex> memref.store %k23, %b[%at] : memref<?xindex>
    memref.store %k24, %b[%at] : memref<?xindex> memref.store %k25, %b[%at] : memref<?xindex> memref.store %k26, %b[%at] : memref<?xindex>
    memref.store %k27, %b[%at] : memref<?xindex> memref.store %k28, %b[%at] : memref<?xindex> memref.store %k29, %b[%at] : memref<?xindex>
    memref.store %k30, %b[%at] : memref<?xindex> memref.store %k31, %b[%at] : memref<?xindex> memref.store %k32, %b[%at] : memref<?xindex>
    memref.store %k33, %b[%at] : memref<?xindex> memref.store %k34, %b[%at] : memref<?xindex> memref.store %k35, %b[%at] : memref<?xindex>
    memref.store %k36, %b[%at] : memref<?xindex> memref.store %k37, %b[%at] : memref<?xindex> memref.store %k38, %b[%at] : memref<?xindex>
    memref.store %k39, %b[%at] : memref<?xindex> memref.store %k40, %b[%at] : memref<?xindex> memref.store %k41, %b[%at] : memref<?xindex>
    memref.store %k42, %b[%at] : memref<?xindex> memref.store %k43, %b[%at] : memref<?xindex> memref.store %k44, %b[%at] : memref<?xindex>
    memref.store %k45, %b[%at] : memref<?xindex> memref.store %k46, %b[%at] : memref<?xindex> memref.store %k47, %b[%at] : memref<?xindex>
    memref.store %k48, %b[%at] : memref<?xindex> memref.store %k49, %b[%at] : memref<?xindex> memref.store %k50, %b[%at] : memref<?xindex>
    memref.store %k51, %b[%at] : memref<?xindex> memref.store %k52, %b[%at] : memref<?xindex> memref.store %k53, %b[%at] : memref<?xindex>
    memref.store %k54, %b[%at] : memref<?xindex> memref.store %k55, %b[%at] : memref<?xindex> memref.store %k56, %b[%at] : memref<?xindex>
    memref.store %k57, %b[%at] : memref<?xindex> memref.store %k58, %b[%at] : memref<?xindex> memref.store %k59, %b[%at] : memref<?xindex>
    memref.store %k60, %b[%at] : memref<?xindex> memref.store %k61, %b[%at] : memref<?xindex> memref.store %k62, %b[%at] : memref<?xindex>
    memref.store %k63, %b[%at] : memref<?xindex> memref.store %k64, %b[%at] : memref<?xindex> memref.store %k65, %b[%at] : memref<?xindex>
  }
  return
}
