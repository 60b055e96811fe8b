// Ops that are not fused with an anchor are tuned by themselves.
//
// RUN: autotune-opt %S/Inputs/network.mlir --autotune="remarks=none fusion=none emit=annotate" | FileCheck %s
// CHECK-LABEL: func.func @convolution
// CHECK: tensor.pad
// CHECK: linalg.generic {{.*}}autotune.schedule =
// CHECK: linalg.conv_2d_nchw_fchw {autotune.schedule = "{{[^"]*}}fuse_init=0, fuse_producers=0{{[^"]*}}"}
// CHECK: linalg.generic {{.*}}autotune.schedule =
// RUN: autotune-opt %S/Inputs/network.mlir --autotune="remarks=none fusion=none" -o %t.ir
// RUN: FileCheck %s --check-prefix=IR < %t.ir
// RUN: autotune-opt %S/Inputs/network.mlir --autotune="remarks=none fusion=none emit=annotate" -o %t.annotate
// RUN: autotune-opt %t.annotate --autotune-kernels=remarks=none -o %t.kernels
// RUN: diff %t.ir %t.kernels
// RUN: autotune-opt %S/Inputs/network.mlir --autotune="remarks=none fusion=init+pad" | FileCheck %s --check-prefix=IR
// IR-LABEL: func.func @convolution
// IR-NOT: linalg
// IR: return
