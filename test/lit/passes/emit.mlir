// The three ways to emit give the same code in the end.
//
// RUN: autotune-opt %S/Inputs/network.mlir --autotune=remarks=none -o %t.ir
// RUN: FileCheck %s --check-prefix=IR < %t.ir
// IR-LABEL: func.func @convolution
// IR-NOT: linalg
// IR: autotune.schedule
// IR-LABEL: func.func @softmax
// IR-NOT: linalg
// IR-LABEL: func.func @dynamic
// IR: linalg.copy ins
//
// RUN: autotune-opt %S/Inputs/network.mlir --autotune="remarks=none emit=annotate" -o %t.annotate
// RUN: FileCheck %s --check-prefix=ANNOTATE < %t.annotate
// ANNOTATE: linalg.conv_2d_nchw_fchw {autotune.schedule = "{{.*}}"}
// ANNOTATE: linalg.softmax {autotune.schedule = [{{.*}}]}
// ANNOTATE: linalg.copy ins
//
// Annotations are the only difference.
// RUN: mlir-opt %S/Inputs/network.mlir -o %t.before
// RUN: sed -E -e 's/( attrs = )? *\{autotune.schedule = [^}]*\}//' %t.annotate > %t.stripped
// RUN: diff %t.before %t.stripped
//
// RUN: autotune-opt %t.annotate --autotune-kernels=remarks=none -o %t.kernels
// RUN: diff %t.ir %t.kernels
// RUN: autotune-opt %t.annotate --autotune=remarks=none -o %t.again
// RUN: diff %t.ir %t.again
// RUN: autotune-opt %t.annotate --autotune="remarks=none emit=annotate" -o %t.again
// RUN: diff %t.annotate %t.again
//
// The script replays on the model as a library, and in place.
// RUN: autotune-opt %S/Inputs/network.mlir --autotune="remarks=none emit=schedule" -o %t.schedule
// RUN: FileCheck %s --check-prefix=SCHEDULE < %t.schedule
// SCHEDULE: module attributes {transform.with_named_sequence}
// SCHEDULE: linalg.conv_2d_nchw_fchw ins
// SCHEDULE: transform.named_sequence @__transform_main
// SCHEDULE: transform.structured.match ops{[{{.*}}"linalg.conv_2d_nchw_fchw"{{.*}}]}
// SCHEDULE: transform.annotate {{.*}} "autotune.schedule"
// SCHEDULE: transform.apply_registered_pass "autotune-kernels" with options = {"target" = "x86-64-v3"}
// RUN: autotune-opt %S/Inputs/network.mlir -o %t.library \
// RUN:   --transform-preload-library=transform-library-paths=%t.schedule --transform-interpreter
// RUN: diff %t.ir %t.library
// RUN: autotune-opt %t.schedule --transform-interpreter -o %t.place
// RUN: sed -e 's/ attributes {transform.with_named_sequence}//' \
// RUN:   -e '/transform.named_sequence/,/^  }$/d' %t.place > %t.stripped
// RUN: diff %t.ir %t.stripped
// RUN: autotune-opt %t.schedule --autotune="remarks=none emit=schedule" -o %t.again
// RUN: diff %t.schedule %t.again
//
// Running twice changes nothing, and seeds, not luck, decide.
// RUN: autotune-opt %t.ir --autotune=remarks=none -o %t.again
// RUN: diff %t.ir %t.again
// RUN: autotune-opt %t.ir --autotune-kernels=remarks=none -o %t.again
// RUN: diff %t.ir %t.again
// RUN: autotune-opt %S/Inputs/network.mlir --autotune="remarks=none seed=9 search=random" -o %t.one
// RUN: autotune-opt %S/Inputs/network.mlir --autotune="remarks=none seed=9 search=random" -o %t.two
// RUN: diff %t.one %t.two
