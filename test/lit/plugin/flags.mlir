// The flags of the plugin, alone and before, between and after others.
//
// RUN: autotune-opt %S/Inputs/layer.mlir --autotune=remarks=none | FileCheck %s --check-prefix=TUNED
// RUN: autotune-opt %S/Inputs/layer.mlir --autotune="remarks=none seed=3" --canonicalize | FileCheck %s --check-prefix=TUNED
// RUN: autotune-opt %S/Inputs/layer.mlir --cse --autotune=remarks=none --canonicalize | FileCheck %s --check-prefix=TUNED
// RUN: autotune-opt %S/Inputs/layer.mlir --cse --canonicalize --autotune=remarks=none | FileCheck %s --check-prefix=TUNED
// RUN: autotune-opt %S/Inputs/layer.mlir --autotune-kernels=remarks=none --cse | FileCheck %s --check-prefix=TUNED
// RUN: autotune-opt --autotune=remarks=none %S/Inputs/layer.mlir --mlir-print-ir-after=autotune -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TUNED
//
// TUNED-LABEL: func.func @layer
// TUNED-NOT: linalg
// TUNED: scf.for
// TUNED: autotune.schedule
// TUNED-LABEL: func.func private @declared
// TUNED-LABEL: func.func @reduction
// TUNED-NOT: linalg
// TUNED-LABEL: func.func @dynamic
// TUNED: linalg.matmul
//
// Two flags are enough for the LLVM dialect.
// RUN: autotune-opt %S/Inputs/layer.mlir --autotune=remarks=none --autotune-to-llvm | FileCheck %s --check-prefix=LLVM
// LLVM: llvm.func @layer
// LLVM-NOT: linalg
//
// Order on the command line is order in the pipeline.
// RUN: autotune-opt %s --cse --autotune=seed=1 --sccp --autotune-kernels --autotune=seed=2 --dump-pass-pipeline 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ORDER
// ORDER: cse
// ORDER-NEXT: autotune{{{.*}}seed=1
// ORDER-NEXT: sccp
// ORDER-NEXT: autotune-kernels{
// ORDER-NEXT: autotune{{{.*}}seed=2
//
// RUN: autotune-opt --help | FileCheck %s --check-prefix=HELP
// HELP: --autotune {{.*}}Choose schedules
// HELP: --target={{.*}}machine
// HELP: --autotune-kernels
// HELP: --autotune-to-llvm
// RUN: autotune-opt --list-passes | FileCheck %s --check-prefix=LIST
// LIST-DAG: {{^ *}}--autotune {{.*}}Choose
// LIST-DAG: --autotune-kernels
//
// Loading the plugin a second time is harmless.
// RUN: autotune-opt --load-pass-plugin=%autotune_lib %S/Inputs/layer.mlir --autotune=remarks=none -o /dev/null
